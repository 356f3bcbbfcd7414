package skyferry_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/mem"
)

// TestLostAttributesAreReported: what a destination cannot hold is counted and named, not
// forgotten.
func TestLostAttributesAreReported(t *testing.T) {
	store := mem.NewStore()
	for key, attrs := range map[string]objstore.Attrs{"plain": {}, "typed": {ContentType: "text/plain"}, "tagged": {Metadata: map[string]string{"a": "b"}, Tags: map[string]string{"c": "d"}}} {
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
		lost := map[string]string{}
		for _, l := range report.Lost {
			lost[l.Key] = strings.Join(l.Attributes, ", ")
		}
		if want > 0 && !maps.Equal(lost, map[string]string{"typed": "content type", "tagged": "metadata a, tags"}) || want == 0 && len(lost) > 0 {
			t.Errorf("to %s: lost %v", dst, lost)
		}
	}
}
