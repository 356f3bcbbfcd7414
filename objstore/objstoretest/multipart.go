package objstoretest

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

var multipartCases = []testCase{
	{"Sizes", uploadSizes},
	{"AnyOrder", partsInAnyOrder},
	{"AtOnce", partsAtOnce},
	{"Processes", uploadFromProcesses},
	{"PartAgain", partAgain},
	{"ListParts", listParts},
	{"Invisible", uploadInvisible},
	{"MissingPart", completeWithMissingPart},
	{"NeverPut", completeWithPartNeverPut},
	{"WrongChecksum", completeWithWrongChecksum},
	{"Replace", uploadReplaces},
	{"LostAnswer", completeAgain},
	{"LatePart", latePart},
	{"Abort", abort},
	{"Gone", uploadGone},
	{"Apart", uploadsApart},
	{"Arguments", uploadArguments},
}

// partSize returns a small part size that the store takes.
func (e *env) partSize() int64 { return max(3000, e.bucket.Limits().MinPartSize) }

func (e *env) create(name string, size int64) objstore.Upload {
	e.Helper()
	return e.createWith(e.key(name), size, objstore.Attrs{})
}

// createWith starts an upload that is aborted at the end of the test if it is still there.
func (e *env) createWith(key string, size int64, attrs objstore.Attrs) objstore.Upload {
	e.Helper()
	u, err := e.bucket.CreateUpload(e.ctx, key, size, e.partSize(), attrs)
	if err != nil {
		e.Fatalf("create upload %q: %v", key, err)
	}
	e.Cleanup(func() {
		b := e.Reopen(e.T, e.bucket.URL())
		if err := b.Abort(e.Context(), u); err != nil && e.Context().Err() == nil {
			e.Errorf("abort: %v", err)
		}
		b.Close() //nolint:errcheck // the test's own bucket is checked
	})
	return u
}

// putPart puts the part of body with this number.
func (e *env) putPart(b *objstore.Bucket, u objstore.Upload, number int, body []byte) objstore.Part {
	e.Helper()
	off, n := u.PartRange(number)
	p, err := b.PutPart(e.ctx, u, number, body[off:off+n])
	if err != nil {
		e.Fatalf("put part %d: %v", number, err)
	}
	if p.Number != number || p.Size != n || p.HasCRC32C && p.CRC32C != crc32c.Checksum(body[off:off+n]) {
		e.Fatalf("part %d of %d bytes came back as %+v", number, n, p)
	}
	return p
}

func (e *env) putParts(u objstore.Upload, body []byte) []objstore.Part {
	e.Helper()
	parts := make([]objstore.Part, u.Parts())
	for i := range parts {
		parts[i] = e.putPart(e.bucket, u, i+1, body)
	}
	return parts
}

func (e *env) complete(u objstore.Upload, parts []objstore.Part) objstore.Object {
	e.Helper()
	o, err := e.bucket.Complete(e.ctx, u, parts)
	if err != nil {
		e.Fatalf("complete %q: %v", u.Key, err)
	}
	return o
}

// uploadSizes: no bytes, one part, whole parts, one byte more, one byte less.
func uploadSizes(e *env) {
	p := e.partSize()
	for _, size := range []int64{0, 1, p - 1, p, p + 1, 2 * p, 3*p - 1, 3*p + 1} {
		body := e.body(size)
		u := e.create("x", size)
		o := e.complete(u, e.putParts(u, body))
		if o.Key != u.Key || o.Size != size || o.HasCRC32C != e.Checksum || e.Checksum && o.CRC32C != crc32c.Checksum(body) {
			e.Errorf("%d bytes: completed as %+v", size, o)
		}
		if now := e.stat(u.Key); now.Version != o.Version {
			e.Errorf("%d bytes: version %q, Complete said %q", size, now.Version, o.Version)
		}
		e.holds(u.Key, body)
	}
}

// partsInAnyOrder: neither parts nor the list of them need be in order.
func partsInAnyOrder(e *env) {
	u := e.create("x", 5*e.partSize()+7)
	body := e.body(u.Size)
	var parts []objstore.Part
	for _, i := range e.rand.Perm(u.Parts()) {
		parts = append(parts, e.putPart(e.bucket, u, i+1, body))
	}
	e.complete(u, parts)
	e.holds(u.Key, body)
}

// partsAtOnce: all parts at the same time, each of them twice.
func partsAtOnce(e *env) {
	u := e.create("x", 5*e.partSize()+7)
	body := e.body(u.Size)
	parts := make([]objstore.Part, u.Parts())
	var group sync.WaitGroup
	for i := range 2 * u.Parts() {
		group.Go(func() {
			number := i/2 + 1
			off, n := u.PartRange(number)
			p, err := e.bucket.PutPart(e.ctx, u, number, body[off:off+n])
			if err != nil {
				e.Errorf("part %d: %v", number, err)
			}
			if i%2 == 0 {
				parts[number-1] = p
			}
		})
	}
	group.Wait()
	e.complete(u, parts)
	e.holds(u.Key, body)
}

// uploadFromProcesses: one starts, others put parts, another completes what the store
// says is there.
func uploadFromProcesses(e *env) {
	u := e.create("d/x", 3*e.partSize()+1)
	body := e.body(u.Size)
	text, err := json.Marshal(u)
	if err != nil {
		e.Fatal(err)
	}
	for number := range u.Parts() {
		var there objstore.Upload
		if err := json.Unmarshal(text, &there); err != nil {
			e.Fatal(err)
		}
		e.putPart(e.reopened(), there, number+1, body)
	}
	last := e.reopened()
	parts, err := last.ListParts(e.ctx, u)
	if err != nil {
		e.Fatal(err)
	}
	if _, err := last.Complete(e.ctx, u, parts); err != nil {
		e.Fatal(err)
	}
	e.holds(u.Key, body)
}

// partAgain: a part may be put again; the last one counts.
func partAgain(e *env) {
	u := e.create("x", 2*e.partSize())
	first, body := e.body(u.Size), e.body(u.Size)
	e.putParts(u, first)
	parts := e.putParts(u, body)
	e.complete(u, parts)
	e.holds(u.Key, body)
}

// listParts: what was put is there, and nothing else.
func listParts(e *env) {
	u := e.create("x", 3*e.partSize()+1)
	body := e.body(u.Size)
	want := []objstore.Part{}
	for _, number := range []int{4, 2} {
		want = append(want, e.putPart(e.bucket, u, number, body))
	}
	e.putPart(e.bucket, u, 4, body)
	slices.Reverse(want)
	got, err := e.reopened().ListParts(e.ctx, u)
	if err != nil {
		e.Fatal(err)
	}
	if !slices.Equal(got, want) {
		e.Errorf("parts %+v, want %+v", got, want)
	}
}

// uploadInvisible: until it is complete there is no object, nor any other trace in listings.
func uploadInvisible(e *env) {
	u := e.create("d/x", 2*e.partSize())
	e.lacks(u.Key)
	parts := e.putParts(u, e.body(u.Size))
	e.lacks(u.Key)
	if got := e.list(objstore.ListOptions{Prefix: e.prefix}); len(got) > 0 {
		e.Errorf("listed before it was complete: %q", got)
	}
	e.complete(u, parts)
	if got := e.list(objstore.ListOptions{Prefix: e.prefix}); !slices.Equal(got, []string{u.Key}) {
		e.Errorf("listed when it was complete: %q", got)
	}
}
