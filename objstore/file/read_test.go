package file

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// A file that is changed between the look at its version and the end of the read.
func TestChangedWithinRead(t *testing.T) {
	for name, shared := range map[string]bool{"alone": false, "shared": true} {
		for size, want := range map[int64]error{10: nil, 11: objstore.ErrChanged, 5: objstore.ErrChanged} {
			dir := t.TempDir()
			b := newBucket(dir, (*Options)(nil).withDefaults())
			defer b.Close()
			o, err := b.Put(t.Context(), "x", make([]byte, 10), objstore.Attrs{})
			if err != nil {
				t.Fatal(err)
			}
			f, err := b.pin(o, shared)
			if err != nil {
				t.Fatal(err)
			}
			defer f.release()
			if size != o.Size {
				if err := os.Truncate(filepath.Join(dir, "x"), size); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.readAt(make([]byte, 10), 0); !errors.Is(err, want) {
				t.Errorf("%s: now %d bytes: %v, want %v", name, size, err, want)
			}
		}
	}
}
