package objstoretest

import (
	"errors"
	"slices"

	"github.com/skyferry/skyferry/objstore"
)

// completeWithMissingPart: an upload is completed with all its parts, each once, or not at all.
func completeWithMissingPart(e *env) {
	u := e.create("x", 3*e.partSize()+1)
	body := e.body(u.Size)
	parts := e.putParts(u, body)
	short := slices.Clone(parts)
	short[3].Size++
	for _, wrong := range [][]objstore.Part{
		nil, parts[:3], parts[1:], slices.Concat(parts[:1], parts[2:]),
		append(slices.Clone(parts), parts[0]),
		{parts[0], parts[1], parts[1], parts[3]},
		short,
	} {
		_, err := e.bucket.Complete(e.ctx, u, wrong)
		e.wantKind(err, objstore.ErrInvalid)
		e.lacks(u.Key)
	}
	e.complete(u, parts)
	e.holds(u.Key, body)
}

// completeWithPartNeverPut: the caller's belief that a part is there does not make it so.
func completeWithPartNeverPut(e *env) {
	u := e.create("x", 2*e.partSize())
	body := e.body(u.Size)
	first := e.putPart(e.bucket, u, 1, body)
	second := objstore.Part{Number: 2, Size: e.partSize(), ETag: first.ETag}
	_, err := e.bucket.Complete(e.ctx, u, []objstore.Part{first, second})
	e.wantKind(err, objstore.ErrInvalid)
	e.lacks(u.Key)
	second = e.putPart(e.bucket, u, 2, body)
	e.complete(u, []objstore.Part{first, second})
	e.holds(u.Key, body)
}

// completeWithWrongChecksum: if a part is not what the caller sent, nothing becomes
// visible, and the upload can still be mended. A store without checksums cannot know.
func completeWithWrongChecksum(e *env) {
	u := e.create("x", 2*e.partSize()+5)
	body := e.body(u.Size)
	parts := e.putParts(u, body)
	if e.Checksum {
		wrong := slices.Clone(parts)
		wrong[1].CRC32C, wrong[1].HasCRC32C = parts[1].CRC32C^1, true
		_, err := e.bucket.Complete(e.ctx, u, wrong)
		e.wantKind(err, objstore.ErrChecksum)
		e.lacks(u.Key)
	}
	e.complete(u, parts)
	e.holds(u.Key, body)
}

// uploadReplaces: until an upload is complete, the object that it replaces stays as it is.
func uploadReplaces(e *env) {
	old, body := e.body(10), e.body(e.partSize()+1)
	before := e.put(e.key("x"), old)
	u := e.create("x", e.partSize()+1)
	parts := e.putParts(u, body)
	e.holds(u.Key, old)
	e.complete(u, parts)
	e.holds(u.Key, body)
	_, err := readAll(e.ctx, e.bucket, before, 0, before.Size)
	e.wantKind(err, objstore.ErrChanged)
}

// completeAgain: who did not hear that his upload was completed asks again, and is
// given the object; but not another that came to be in its place.
func completeAgain(e *env) {
	u := e.create("x", e.partSize()+1)
	body := e.body(u.Size)
	parts := e.putParts(u, body)
	o := e.complete(u, parts)
	again, err := e.reopened().Complete(e.ctx, u, parts)
	if parts[0].HasCRC32C && (err != nil || again.Version != o.Version) {
		e.Errorf("completed again: %+v, %v; want %+v", again, err, o)
	}
	e.put(u.Key, e.body(u.Size))
	_, err = e.bucket.Complete(e.ctx, u, parts)
	e.wantKind(err, objstore.ErrNotFound)
}

// latePart: a part that comes after the end changes nothing.
func latePart(e *env) {
	u := e.create("x", e.partSize()+1)
	body := e.body(u.Size)
	o := e.complete(u, e.putParts(u, body))
	_, err := e.bucket.PutPart(e.ctx, u, 2, e.body(1))
	e.wantKind(err, objstore.ErrNotFound)
	if now := e.stat(u.Key); now.Version != o.Version {
		e.Errorf("the object was touched: version %q, then %q", o.Version, now.Version)
	}
	e.holds(u.Key, body)
}

// abort: nothing is left, and to abort again is no error.
func abort(e *env) {
	u := e.create("d/x", 2*e.partSize())
	parts := e.putParts(u, e.body(u.Size))
	for range 2 {
		if err := e.bucket.Abort(e.ctx, u); err != nil {
			e.Fatal(err)
		}
	}
	_, err := e.bucket.PutPart(e.ctx, u, 1, e.body(e.partSize()))
	e.wantKind(err, objstore.ErrNotFound)
	_, err = e.bucket.ListParts(e.ctx, u)
	e.wantKind(err, objstore.ErrNotFound)
	_, err = e.bucket.Complete(e.ctx, u, parts)
	e.wantKind(err, objstore.ErrNotFound)
	if got := e.list(objstore.ListOptions{Prefix: e.prefix}); len(got) > 0 {
		e.Errorf("left: %q", got)
	}
}

// uploadGone: IDs that the store never gave out, also such as look like paths.
func uploadGone(e *env) {
	u := e.create("x", 1)
	for _, id := range []string{"nonsense", "../../x", "a/b", u.ID + "x", "\x00"} {
		wrong := u
		wrong.ID = id
		_, err := e.bucket.PutPart(e.ctx, wrong, 1, e.body(1))
		e.wantKind(err, objstore.ErrNotFound)
		_, err = e.bucket.ListParts(e.ctx, wrong)
		e.wantKind(err, objstore.ErrNotFound)
		if err := e.bucket.Abort(e.ctx, wrong); err != nil {
			e.Errorf("abort of %q: %v", id, err)
		}
	}
}

// uploadsApart: two uploads of one key do not know of each other, and the last to
// complete is the object; or the first to complete is, if that is declared, and the
// other fails.
func uploadsApart(e *env) {
	first, second := e.create("x", e.partSize()+1), e.create("x", e.partSize()+1)
	one, two := e.body(first.Size), e.body(second.Size)
	p, q := e.putParts(first, one), e.putParts(second, two)
	e.complete(second, q)
	e.holds(first.Key, two)
	if e.OneUpload {
		_, err := e.bucket.Complete(e.ctx, first, p)
		if !errors.Is(err, objstore.ErrInvalid) {
			e.wantKind(err, objstore.ErrNotFound)
		}
		e.holds(first.Key, two)
		e.unsupported()
		return
	}
	e.complete(first, p)
	e.holds(first.Key, one)
}

// uploadArguments: what cannot be right is not tried.
func uploadArguments(e *env) {
	p := e.partSize()
	for _, size := range [][2]int64{{-1, p}, {10, 0}, {10, -1}} {
		_, err := e.bucket.CreateUpload(e.ctx, e.key("x"), size[0], size[1], objstore.Attrs{})
		e.wantKind(err, objstore.ErrInvalid)
	}
	if least := e.bucket.Limits().MinPartSize; least > 1 {
		_, err := e.bucket.CreateUpload(e.ctx, e.key("x"), 10, least-1, objstore.Attrs{})
		e.wantKind(err, objstore.ErrInvalid)
	}
	u := e.create("x", 2*p+1)
	for number, size := range map[int]int64{0: p, -1: p, 4: 1, 1: p - 1, 2: p + 1, 3: 2} {
		_, err := e.bucket.PutPart(e.ctx, u, number, make([]byte, size))
		e.wantKind(err, objstore.ErrInvalid)
	}
	u.ID = ""
	_, err := e.bucket.PutPart(e.ctx, u, 1, make([]byte, p))
	e.wantKind(err, objstore.ErrInvalid)
}
