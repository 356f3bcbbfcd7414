package objstore_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
)

// fitter keeps the content type only, and names what it is told to.
type fitter struct {
	liar
	lost []string
	seen objstore.Attrs
}

func (f *fitter) FitAttrs(a objstore.Attrs) (objstore.Attrs, []string) {
	return objstore.Attrs{ContentType: a.ContentType, Metadata: a.Metadata}, f.lost
}

func (f *fitter) Put(ctx context.Context, key string, body []byte, a objstore.Attrs) (objstore.Object, error) {
	f.seen = a
	return f.liar.Put(ctx, key, body, a)
}

func (f *fitter) CreateUpload(ctx context.Context, u objstore.Upload) (string, error) {
	f.seen = u.Attrs
	return f.liar.CreateUpload(ctx, u)
}

// A driver gets what it holds, and nothing else.
func TestFitAttrs(t *testing.T) {
	f := &fitter{lost: []string{"tags"}}
	b := objstore.Wrap(mem.NewStore().Bucket("b"), func(d objstore.Driver) objstore.Driver {
		f.liar = liar{Driver: d, limits: &objstore.Limits{MaxMetadataBytes: 10}}
		return f
	})
	given := objstore.Attrs{ContentType: "x", CacheControl: "y", Tags: map[string]string{"a": "b"}, Metadata: map[string]string{"k": strings.Repeat("v", 10)}}
	kept, lost := b.FitAttrs(given)
	want := objstore.Attrs{ContentType: "x"}
	if !reflect.DeepEqual(kept, want) || !slices.Equal(lost, []string{"tags", "metadata, 11 bytes of at most 10"}) {
		t.Errorf("kept %+v, lost %q", kept, lost)
	}
	if _, err := b.Put(t.Context(), "k", nil, given); err != nil || !reflect.DeepEqual(f.seen, want) {
		t.Errorf("put %+v, %v", f.seen, err)
	}
	if _, err := b.CreateUpload(t.Context(), "k", 1, 1, given); err != nil || !reflect.DeepEqual(f.seen, want) {
		t.Errorf("upload %+v, %v", f.seen, err)
	}
	if len(given.Metadata) == 0 || given.CacheControl == "" {
		t.Error("the caller's attributes were changed")
	}
}

// A store without attributes loses all that are set, each by its name.
func TestFitNoAttrs(t *testing.T) {
	b := lying(&liar{limits: &objstore.Limits{NoAttrs: true}})
	given := objstore.Attrs{
		ContentType: "a", CacheControl: "b", ContentEncoding: "c", ContentLanguage: "d", ContentDisposition: "e",
		Metadata: map[string]string{"z": "1", "ümlaut": "2"}, StorageClass: "COLD", Tags: map[string]string{"t": "3"},
	}
	want := []string{
		"content type", "cache control", "content encoding", "content language", "content disposition",
		"metadata z", "metadata ümlaut", "storage class COLD", "tags",
	}
	if kept, lost := b.FitAttrs(given); !kept.IsZero() || !slices.Equal(lost, want) {
		t.Errorf("kept %+v, lost %q", kept, lost)
	}
}
