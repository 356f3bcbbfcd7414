package objstore_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/mem"
)

func TestOpeners(t *testing.T) {
	openers := objstore.Openers{mem.NewStore().Opener(), file.Opener()}
	for url, want := range map[string][2]string{
		"mem://name/x/y":        {"mem://name", "x/y"},
		"mem://name//x/":        {"mem://name", "/x/"},
		"file:///a/b/c":         {"file:///a/b", "c"},
		"file:///a/b/":          {"file:///a/b", ""},
		"file:///a/b%20c?x=1#y": {"file:///a", "b%20c?x=1#y"},
	} {
		bucket, key, err := openers.Split(url)
		if err != nil || bucket != want[0] || key != want[1] {
			t.Errorf("%s: %q, %q, %v", url, bucket, key, err)
		}
	}
	b, err := openers.Open(t.Context(), "mem://name", nil)
	if err != nil || b.URL() != "mem://name" {
		t.Errorf("open: %v, %v", b, err)
	}
}

func TestOpenersUnknown(t *testing.T) {
	openers := objstore.Openers{mem.NewStore().Opener(), file.Opener()}
	for url, want := range map[string]objstore.Kind{
		"s3://bucket/key": objstore.ErrUnsupported,
		"MEM://name/key":  objstore.ErrUnsupported,
		"/a/path":         objstore.ErrInvalid,
		"":                objstore.ErrInvalid,
		"mem:///key":      objstore.ErrInvalid,
		"file://a/b":      objstore.ErrInvalid,
	} {
		_, _, splitErr := openers.Split(url)
		_, openErr := openers.Open(t.Context(), url, nil)
		for _, err := range []error{splitErr, openErr} {
			if !errors.Is(err, want) {
				t.Errorf("%q: %v, want %v", url, err, want)
			}
		}
		if want == objstore.ErrUnsupported && !strings.Contains(splitErr.Error(), "file, mem") {
			t.Errorf("%q: %v does not name the known schemes", url, splitErr)
		}
	}
}

func TestOpenersFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	openers := objstore.Openers{mem.NewStore().Opener()}
	if _, err := openers.Open(ctx, "mem://name", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
