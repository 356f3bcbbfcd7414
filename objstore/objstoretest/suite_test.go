package objstoretest_test

import (
	"bytes"
	"context"
	"iter"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/objstoretest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// brokenVariable names the driver of brokenDrivers on which TestSuite runs.
const brokenVariable = "OBJSTORETEST_BROKEN"

// brokenDrivers break one promise each; caught is a case that must notice.
var brokenDrivers = map[string]struct {
	caught string
	wrap   func(objstore.Driver) objstore.Driver
}{
	"keys are cleaned":           {"Keys/Odd", func(d objstore.Driver) objstore.Driver { return cleaner{d} }},
	"listing ignores StartAfter": {"List/Random", func(d objstore.Driver) objstore.Driver { return fromStart{d} }},
	"listing loses its page end": {"List/Pages", func(d objstore.Driver) objstore.Driver { return lossy{d} }},
	"reads are not pinned":       {"Read/Replaced", func(d objstore.Driver) objstore.Driver { return unpinned{abilities(d)} }},
	"the object is seen early":   {"Multipart/Invisible", func(d objstore.Driver) objstore.Driver { return early{d} }},
	"attributes are lost":        {"Attrs/Kept", func(d objstore.Driver) objstore.Driver { return bare{d} }},
	"tags are lost":              {"Attrs/Tags", func(d objstore.Driver) objstore.Driver { return untagged{d} }},
	"bodies are unpacked":        {"Attrs/Gzip", func(d objstore.Driver) objstore.Driver { return unpacking{d} }},
	"copies are not pinned":      {"Copy/Pinned", func(d objstore.Driver) objstore.Driver { return anyVersion{abilities(d)} }},
	"copies keep attributes":     {"Copy/Attrs", func(d objstore.Driver) objstore.Driver { return keeping{abilities(d)} }},
	"no copies are made":         {"Copy/Sizes", func(d objstore.Driver) objstore.Driver { return struct{ objstore.Driver }{d} }},
	"a/ is a":                    {"Keys/Siblings", func(d objstore.Driver) objstore.Driver { return slashless{d} }},
	"wrong parts are taken":      {"Multipart/WrongChecksum", func(d objstore.Driver) objstore.Driver { return trusting{d} }},
	"abort does nothing":         {"Multipart/Abort", func(d objstore.Driver) objstore.Driver { return lazy{d} }},
	"no memory is given out":     {"Read/SliceStays", func(d objstore.Driver) objstore.Driver { return struct{ objstore.Driver }{d} }},
	"delete needs the object":    {"Delete/Missing", func(d objstore.Driver) objstore.Driver { return strict{d} }},
}

// full hands on the abilities of the memory store, which a wrapper's method set would hide.
type full interface {
	objstore.Driver
	objstore.FullReader
	objstore.SliceReader
	objstore.Copier
}

func abilities(d objstore.Driver) full {
	f, _ := d.(full)
	return f
}

type cleaner struct{ objstore.Driver }

func (c cleaner) Put(ctx context.Context, key string, body []byte, a objstore.Attrs) (objstore.Object, error) {
	return c.Driver.Put(ctx, path.Clean(key), body, a)
}

type fromStart struct{ objstore.Driver }

func (f fromStart) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return f.Driver.List(ctx, objstore.ListOptions{Prefix: opts.Prefix})
}

type lossy struct{ objstore.Driver }

func (l lossy) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		n := 0
		for o, err := range l.Driver.List(ctx, opts) {
			if n++; n != 1000 && !yield(o, err) {
				return
			}
		}
	}
}

type unpinned struct{ full }

func (u unpinned) ReadFull(ctx context.Context, o objstore.Object, off int64, p []byte) error {
	now, err := u.Stat(ctx, o.Key)
	if err != nil {
		return err
	}
	return u.full.ReadFull(ctx, now, off, p)
}

type early struct{ objstore.Driver }

func (e early) CreateUpload(ctx context.Context, u objstore.Upload) (string, error) {
	if _, err := e.Put(ctx, u.Key, nil, u.Attrs); err != nil {
		return "", err
	}
	return e.Driver.CreateUpload(ctx, u)
}

type bare struct{ objstore.Driver }

func (b bare) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	u.Attrs = objstore.Attrs{}
	return b.Driver.Complete(ctx, u, parts)
}

type untagged struct{ objstore.Driver }

func (u untagged) Put(ctx context.Context, key string, body []byte, a objstore.Attrs) (objstore.Object, error) {
	a.Tags = nil
	return u.Driver.Put(ctx, key, body, a)
}

type unpacking struct{ objstore.Driver }

func (u unpacking) Put(ctx context.Context, key string, body []byte, a objstore.Attrs) (objstore.Object, error) {
	if a.ContentEncoding == "gzip" {
		body = bytes.Repeat(body, 2)
	}
	return u.Driver.Put(ctx, key, body, a)
}

type anyVersion struct{ full }

func (v anyVersion) Unwrap() objstore.Driver { return v.full }

func (v anyVersion) CopyFrom(
	ctx context.Context, src objstore.Driver, o objstore.Object, key string, a objstore.Attrs,
) (objstore.Object, error) {
	now, err := src.Stat(ctx, o.Key)
	if err != nil {
		return now, err
	}
	return v.full.CopyFrom(ctx, src, now, key, a)
}

type keeping struct{ full }

func (k keeping) Unwrap() objstore.Driver { return k.full }

func (k keeping) CopyFrom(
	ctx context.Context, src objstore.Driver, o objstore.Object, key string, _ objstore.Attrs,
) (objstore.Object, error) {
	now, err := src.Stat(ctx, o.Key)
	if err != nil {
		return now, err
	}
	return k.full.CopyFrom(ctx, src, o, key, now.Attrs)
}

type slashless struct{ objstore.Driver }

func (s slashless) Put(ctx context.Context, key string, body []byte, a objstore.Attrs) (objstore.Object, error) {
	return s.Driver.Put(ctx, strings.TrimSuffix(key, "/"), body, a)
}

type trusting struct{ objstore.Driver }

func (d trusting) Complete(ctx context.Context, u objstore.Upload, _ []objstore.Part) (objstore.Object, error) {
	parts, err := d.ListParts(ctx, u)
	if err != nil {
		return objstore.Object{}, err
	}
	return d.Driver.Complete(ctx, u, parts)
}

type lazy struct{ objstore.Driver }

func (lazy) Abort(context.Context, objstore.Upload) error { return nil }

type strict struct{ objstore.Driver }

func (s strict) Delete(ctx context.Context, keys []string) error {
	for _, key := range keys {
		if _, err := s.Stat(ctx, key); err != nil {
			return err
		}
	}
	return s.Driver.Delete(ctx, keys)
}

// TestSuite runs the suite on the memory store, or on a broken one in a process of
// TestSuiteCatches.
func TestSuite(t *testing.T) {
	store := mem.NewStore()
	wrap := func(d objstore.Driver) objstore.Driver { return &objstoretest.Faults{Driver: d} }
	if broken, ok := brokenDrivers[os.Getenv(brokenVariable)]; ok {
		wrap = broken.wrap
	}
	open := func(name string) *objstore.Bucket { return objstore.Wrap(store.Bucket(name), wrap) }
	objstoretest.Run(t, objstoretest.Harness{
		Open:   func(t *testing.T) *objstore.Bucket { return open(strings.ReplaceAll(t.Name(), "/", "-")) },
		Reopen: func(_ *testing.T, url string) *objstore.Bucket { return open(strings.TrimPrefix(url, "mem://")) },
		Slice:  true, Copy: true, Attrs: true, Tags: true, StorageClass: "COLD", Checksum: true, Nested: true,
	})
}

// Each broken driver fails the case that is there to catch it.
func TestSuiteCatches(t *testing.T) {
	for name, broken := range brokenDrivers {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestSuite$/^"+strings.ReplaceAll(broken.caught, "/", "$/^")+"$", "-test.v")
			cmd.Env = append(os.Environ(), brokenVariable+"="+name)
			out, err := cmd.CombinedOutput()
			if err == nil || !bytes.Contains(out, []byte("--- FAIL: TestSuite/"+broken.caught)) {
				t.Errorf("%s passed it (%v):\n%s", broken.caught, err, out)
			}
		})
	}
}

// The seed that a run logs replays it.
func TestSeed(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestSuite$/^Put$/^Sizes$", "-test.v")
	cmd.Env = append(os.Environ(), "OBJSTORETEST_SEED=12345")
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("seed 12345")) {
		t.Errorf("%v:\n%s", err, out)
	}
	cmd = exec.Command(os.Args[0], "-test.run=^TestSuite$/^Put$/^Sizes$")
	cmd.Env = append(os.Environ(), "OBJSTORETEST_SEED=x")
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Errorf("a seed that is none was taken:\n%s", out)
	}
}
