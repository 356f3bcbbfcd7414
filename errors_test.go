package skyferry_test

import (
	"errors"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/plan"
)

// TestInvalidIsOneKind: whichever package refuses an argument, the caller asks for one kind.
func TestInvalidIsOneKind(t *testing.T) {
	store := mem.NewStore()
	if _, err := store.Bucket("a").Put(t.Context(), "x", []byte("x"), objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	good := skyferry.Options{Stores: objstore.Openers{store.Opener()}}
	for name, change := range map[string]func(*skyferry.Options){
		"no stores":       func(o *skyferry.Options) { o.Stores = nil },
		"negative memory": func(o *skyferry.Options) { o.Memory = -5 },
		"negative rate": func(o *skyferry.Options) {
			o.SrcRegion, o.DstRegion, o.Goal = "azure:eastus", "aws:ap-south-1", plan.AtRate(-1)
		},
		"unknown region": func(o *skyferry.Options) { o.SrcRegion, o.DstRegion = "azure:eastsu", "aws:ap-south-1" },
	} {
		opts := good
		change(&opts)
		if _, err := skyferry.Copy(t.Context(), "mem://a/", "mem://b/", opts); !errors.Is(err, skyferry.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := skyferry.Bench(t.Context(), skyferry.BenchOptions{Memory: -5}); !errors.Is(err, skyferry.ErrInvalid) {
		t.Error(err)
	}
}
