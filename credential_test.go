package skyferry_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
)

// guarded is a store in memory that takes down which credentials its buckets are opened
// with.
type guarded struct {
	objstore.Opener

	mu   sync.Mutex
	seen []string
}

// newGuarded makes one over a store, whose own default credential for a bucket is given
// by current.
func newGuarded(store *mem.Store, current func(bucket string) ([]byte, error)) *guarded {
	g := &guarded{Opener: store.Opener()}
	open := g.Open
	g.Open = func(ctx context.Context, bucket string, credential []byte) (*objstore.Bucket, error) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.seen = append(g.seen, fmt.Sprintf("%s %s", bucket, credential))
		return open(ctx, bucket, credential)
	}
	g.Credential = func(_ context.Context, bucket string) ([]byte, error) { return current(bucket) }
	return g
}

// credentials returns what was used, once each, sorted.
func (g *guarded) credentials() []string {
	slices.Sort(g.seen)
	return slices.Compact(g.seen)
}

// elsewhere is a fleet whose gateways stand for processes with stores of their own.
func elsewhere(t *testing.T, stores ...objstore.Opener) provision.Provider {
	t.Helper()
	fleet, err := local.New(&local.Options{Run: func(ctx context.Context, stdin io.Reader, stdout, _ io.Writer) error {
		return dataplane.Serve(ctx, stdin, stdout, dataplane.ServeOptions{Openers: stores})
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := fleet.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return fleet
}

// TestCredentials: which credentials the caller and the gateways open buckets with.
func TestCredentials(t *testing.T) {
	for name, c := range map[string]struct {
		src, dst       string
		elsewhere      bool
		here, gateways []string // with those of the gateways in this process among the first
	}{
		"defaults in this process": {here: []string{"mem://d ", "mem://s "}},
		"given, in this process":   {src: "one", dst: "two", here: []string{"mem://d two", "mem://s one"}},
		"defaults elsewhere": {
			elsewhere: true, here: []string{"mem://d ", "mem://s "}, gateways: []string{"mem://d default of mem://d", "mem://s default of mem://s"},
		},
		"given, elsewhere": {
			src: "one", elsewhere: true, here: []string{"mem://d ", "mem://s one"}, gateways: []string{"mem://d default of mem://d", "mem://s one"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := mem.NewStore()
			if _, err := store.Bucket("s").Put(t.Context(), "key", []byte("content"), objstore.Attrs{}); err != nil {
				t.Fatal(err)
			}
			byDefault := func(bucket string) ([]byte, error) { return []byte("default of " + bucket), nil }
			here, gateways := newGuarded(store, byDefault), newGuarded(store, byDefault)
			opts := skyferry.Options{Stores: objstore.Openers{here.Opener}}
			if c.src != "" {
				opts.SrcCredential = []byte(c.src)
			}
			if c.dst != "" {
				opts.DstCredential = []byte(c.dst)
			}
			if c.elsewhere {
				opts.Fleet = elsewhere(t, gateways.Opener)
			}
			report, err := skyferry.Copy(t.Context(), "mem://s/", "mem://d/", opts)
			if err != nil || report.Objects != 1 {
				t.Fatalf("%+v, %v", report, err)
			}
			if got := here.credentials(); !slices.Equal(got, c.here) {
				t.Errorf("here: %q, want %q", got, c.here)
			}
			if got := gateways.credentials(); !slices.Equal(got, c.gateways) {
				t.Errorf("gateways: %q, want %q", got, c.gateways)
			}
		})
	}
}

// TestNoCredentialForGateways: nothing is started where there is none to be had.
func TestNoCredentialForGateways(t *testing.T) {
	store := mem.NewStore()
	if _, err := store.Bucket("s").Put(t.Context(), "key", nil, objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	for _, without := range []string{"mem://s", "mem://d"} {
		g := newGuarded(store, func(bucket string) ([]byte, error) {
			if bucket == without {
				return nil, objstore.ErrPermission
			}
			return nil, nil
		})
		opts := skyferry.Options{Stores: objstore.Openers{g.Opener}, Fleet: elsewhere(t)}
		if report, err := skyferry.Copy(t.Context(), "mem://s/", "mem://d/", opts); !errors.Is(err, objstore.ErrPermission) || report != nil {
			t.Errorf("none for %s: %+v, %v", without, report, err)
		}
	}
}
