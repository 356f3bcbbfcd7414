package objstore_test

import (
	"reflect"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// Each field of Attrs counts.
func TestAttrsIsZero(t *testing.T) {
	if !(objstore.Attrs{Metadata: map[string]string{}}).IsZero() {
		t.Error("nothing is set, but it is not zero")
	}
	fields := reflect.TypeFor[objstore.Attrs]()
	for i := range fields.NumField() {
		var a objstore.Attrs
		if f := reflect.ValueOf(&a).Elem().Field(i); f.Kind() == reflect.String {
			f.SetString("x")
		} else {
			a.Metadata = map[string]string{"k": "v"}
		}
		if a.IsZero() {
			t.Errorf("%s is set, but it is zero", fields.Field(i).Name)
		}
	}
}

func TestAttrsClone(t *testing.T) {
	a := objstore.Attrs{ContentType: "x", Metadata: map[string]string{"k": "v"}}
	b := a.Clone()
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%+v, want %+v", b, a)
	}
	b.Metadata["k"] = "w"
	if a.Metadata["k"] != "v" {
		t.Error("the copy shares its map")
	}
}
