package objstoretest

import (
	"errors"
	"strconv"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

var copyCases = []testCase{
	{"Sizes", copySizes},
	{"Attrs", copyAttrs},
	{"Pinned", copyPinned},
	{"Gone", copyGone},
	{"OntoItself", copyOntoItself},
	{"Foreign", copyForeign},
	{"Arguments", copyArguments},
}

// copies reports whether the store copies objects itself. If it does not, the case has
// made sure that it says so.
func (e *env) copies() bool {
	e.Helper()
	if e.Copy {
		return true
	}
	o := e.put(e.key("x"), e.body(10))
	_, err := e.bucket.CopyFrom(e.ctx, e.bucket, o, e.key("y"), objstore.Attrs{})
	e.wantKind(err, objstore.ErrUnsupported)
	e.lacks(e.key("y"))
	e.unsupported()
	return false
}

// copySizes: no bytes, some, many, and what was uploaded in parts.
func copySizes(e *env) {
	if !e.copies() {
		return
	}
	for _, size := range []int64{0, 1, 5000, 1<<20 + 1} {
		body := e.body(size)
		o := e.put(e.key("x"), body)
		e.checkCopy(o, body)
		e.checkCopy(e.stat(o.Key), body)
	}
	u := e.create("x", 2*e.partSize()+7)
	body := e.body(u.Size)
	e.checkCopy(e.complete(u, e.putParts(u, body)), body)
}

// checkCopy has an object copied within the bucket and from another process's.
func (e *env) checkCopy(o objstore.Object, body []byte) {
	e.Helper()
	for _, src := range []*objstore.Bucket{e.bucket, e.reopened()} {
		key := e.key("copies/" + strconv.FormatUint(e.rand.Uint64(), 36))
		c, err := e.bucket.CopyFrom(e.ctx, src, o, key, objstore.Attrs{})
		if err != nil {
			e.Fatalf("copy of %d bytes: %v", o.Size, err)
		}
		if c.Key != key || c.Size != o.Size || c.HasCRC32C != e.Checksum || e.Checksum && c.CRC32C != crc32c.Checksum(body) {
			e.Errorf("copied as %+v", c)
		}
		if now := e.stat(key); now.Version != c.Version {
			e.Errorf("version %q, CopyFrom said %q", now.Version, c.Version)
		}
		e.holds(key, body)
	}
	e.holds(o.Key, body)
}

// copyAttrs: a copy has the attributes that it is given, not those of the object.
func copyAttrs(e *env) {
	if !e.copies() {
		return
	}
	o, err := e.bucket.Put(e.ctx, e.key("x"), e.body(10), someAttrs())
	if err != nil {
		e.Fatal(err)
	}
	other := objstore.Attrs{ContentType: "text/plain", CacheControl: "no-cache", Metadata: map[string]string{"other": "1"}}
	for name, attrs := range map[string]objstore.Attrs{"same": someAttrs(), "other": other, "none": {}} {
		if _, err := e.bucket.CopyFrom(e.ctx, e.bucket, o, e.key(name), attrs); err != nil {
			e.Fatal(err)
		}
		e.wantAttrs(e.key(name), attrs)
	}
	e.wantAttrs(o.Key, someAttrs())
}

// copyPinned: an object that was overwritten since it was listed is not copied.
func copyPinned(e *env) {
	if !e.copies() {
		return
	}
	o := e.put(e.key("x"), e.body(1000))
	e.put(e.key("x"), e.body(1000))
	_, err := e.bucket.CopyFrom(e.ctx, e.bucket, o, e.key("y"), objstore.Attrs{})
	e.wantKind(err, objstore.ErrChanged)
	e.lacks(e.key("y"))
}

// copyGone: nor is one that is gone.
func copyGone(e *env) {
	if !e.copies() {
		return
	}
	o := e.put(e.key("x"), e.body(1000))
	if err := e.bucket.Delete(e.ctx, o.Key); err != nil {
		e.Fatal(err)
	}
	_, err := e.bucket.CopyFrom(e.ctx, e.bucket, o, e.key("y"), objstore.Attrs{})
	e.wantKind(err, objstore.ErrNotFound)
	e.lacks(e.key("y"))
}

// copyOntoItself: an object gets other attributes by being copied to its own key.
func copyOntoItself(e *env) {
	if !e.copies() {
		return
	}
	body := e.body(1000)
	o := e.put(e.key("x"), body)
	if _, err := e.bucket.CopyFrom(e.ctx, e.bucket, o, o.Key, someAttrs()); err != nil {
		e.Fatal(err)
	}
	e.wantAttrs(o.Key, someAttrs())
	e.holds(o.Key, body)
}

// copyForeign: from a store of another kind nothing can be copied.
func copyForeign(e *env) {
	o := e.put(e.key("x"), e.body(10))
	foreign := objstore.Wrap(e.bucket, plain)
	_, err := e.bucket.CopyFrom(e.ctx, foreign, o, e.key("y"), objstore.Attrs{})
	e.wantKind(err, objstore.ErrUnsupported)
	e.lacks(e.key("y"))
}

// copyArguments: what cannot be right is not tried.
func copyArguments(e *env) {
	o := e.put(e.key("x"), e.body(10))
	_, err := e.bucket.CopyFrom(e.ctx, e.bucket, o, "", objstore.Attrs{})
	e.wantKind(err, objstore.ErrKey)
	o.Version = ""
	_, err = e.bucket.CopyFrom(e.ctx, e.bucket, o, e.key("y"), objstore.Attrs{})
	e.wantKind(err, objstore.ErrInvalid)
	if info, ok := errors.AsType[*objstore.Error](err); !ok || info.Op == "" {
		e.Errorf("error %#v says too little", info)
	}
	e.lacks(e.key("y"))
}
