package mem_test

import (
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore/mem"
)

// A URL that is divided is put together again by a slash.
func FuzzSplit(f *testing.F) {
	for _, url := range []string{"mem://name", "mem://name/", "mem://name/x/y", "mem://name//x", "mem:///x", "mem://a%2Fb/c", "file:///a"} {
		f.Add(url)
	}
	store := mem.NewStore()
	f.Fuzz(func(t *testing.T, url string) {
		bucket, key, err := store.Opener().Split(url)
		if err != nil {
			return
		}
		if bucket+"/"+key != url && (bucket != url || key != "") {
			t.Errorf("%q became %q and %q", url, bucket, key)
		}
		name := strings.TrimPrefix(bucket, "mem://")
		if name == "" || strings.Contains(name, "/") {
			t.Errorf("%q has the bucket %q", url, bucket)
		}
		b, err := store.Opener().Open(t.Context(), bucket, nil)
		if err != nil || b.URL() != bucket {
			t.Errorf("%q does not open: %v", bucket, err)
		}
	})
}
