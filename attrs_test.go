package skyferry_test

import (
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/mem"
)

// TestLostAttributesAreReported: what a destination cannot hold is counted, not forgotten.
func TestLostAttributesAreReported(t *testing.T) {
	store := mem.NewStore()
	for key, attrs := range map[string]objstore.Attrs{"plain": {}, "typed": {ContentType: "text/plain"}, "tagged": {Metadata: map[string]string{"a": "b"}}} {
		if _, err := store.Bucket("s").Put(t.Context(), key, []byte(key), attrs); err != nil {
			t.Fatal(err)
		}
	}
	opts := skyferry.Options{Stores: objstore.Openers{store.Opener(), file.Opener()}}
	for dst, want := range map[string]int64{"file://" + t.TempDir() + "/": 2, "mem://d/": 0} {
		report, err := skyferry.Copy(t.Context(), "mem://s/", dst, opts)
		if err != nil {
			t.Fatal(err)
		}
		if report.Objects != 3 || report.AttributesLost != want {
			t.Errorf("to %s: %d of %d objects lost their attributes, want %d", dst, report.AttributesLost, report.Objects, want)
		}
	}
}
