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
			f.Set(reflect.ValueOf(map[string]string{"k": "v"}))
		}
		if a.IsZero() || len(a.Names()) != 1 {
			t.Errorf("%s is set: zero %t, names %q", fields.Field(i).Name, a.IsZero(), a.Names())
		}
	}
}

func TestAttrsClone(t *testing.T) {
	a := objstore.Attrs{ContentType: "x", Metadata: map[string]string{"k": "v"}, Tags: map[string]string{"k": "v"}}
	b := a.Clone()
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%+v, want %+v", b, a)
	}
	b.Metadata["k"], b.Tags["k"] = "w", "w"
	if a.Metadata["k"] != "v" || a.Tags["k"] != "v" {
		t.Error("the copy shares its map")
	}
}
