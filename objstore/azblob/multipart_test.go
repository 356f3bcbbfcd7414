package azblob_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// azurite starts a server with the container "box", and a front before it.
func azurite(t *testing.T, rules ...emulator.Rule) *emulator.Front {
	t.Helper()
	server := emulator.Azurite(t)
	newContainer(t, server, "box")
	return emulator.NewFront(t, server, rules...)
}

func create(t *testing.T, b *objstore.Bucket, key string, size, part int64) objstore.Upload {
	t.Helper()
	u, err := b.CreateUpload(t.Context(), key, size, part, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func putParts(t *testing.T, b *objstore.Bucket, u objstore.Upload, body []byte) []objstore.Part {
	t.Helper()
	parts := make([]objstore.Part, u.Parts())
	for i := range parts {
		off, n := u.PartRange(i + 1)
		var err error
		if parts[i], err = b.PutPart(t.Context(), u, i+1, body[off:off+n]); err != nil {
			t.Fatal(err)
		}
	}
	return parts
}

// holds makes sure that an object has this body.
func holds(t *testing.T, b *objstore.Bucket, key, body string) {
	t.Helper()
	o, err := b.Stat(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, o.Size)
	if err := b.ReadFull(t.Context(), o, 0, got); err != nil || string(got) != body {
		t.Errorf("%q: %d bytes, %v; want %d others", key, len(got), err, len(body))
	}
}

// All block IDs under a key, of two uploads of 12 parts, are of one length, at most 64
// bytes before they are encoded, and no two are the same, however long the key is.
// Azurite would not mind; Azure does.
func TestBlockIDs(t *testing.T) {
	for _, key := range []string{strings.Repeat("k", 60), "0"} {
		b, front := scripted(t, azblob.Options{}, created)
		for range 2 {
			putParts(t, b, create(t, b, key, 120, 10), make([]byte, 120))
		}
		seen := map[string]bool{}
		for _, r := range front.Requests() {
			id := r.Query.Get("blockid")
			raw, err := base64.StdEncoding.DecodeString(id)
			if err != nil || len(raw) == 0 || len(raw) > 64 || len(id) != len(front.Requests()[0].Query.Get("blockid")) || seen[id] {
				t.Errorf("key %q: block ID %q: %v, %d bytes, seen before: %t", key, id, err, len(raw), seen[id])
			}
			seen[id] = true
		}
		if len(seen) != 2*13 {
			t.Errorf("key %q: %d blocks, want 26", key, len(seen))
		}
	}
}

// What an upload costs in requests: one for each part and three more, and one more in
// each process that did not begin it. The object gets its attributes with the last one.
func TestUploadRequests(t *testing.T) {
	front := azurite(t)
	b, other := open(t, front.Server, "box", azblob.Options{}), open(t, front.Server, "box", azblob.Options{})
	u, err := b.CreateUpload(t.Context(), "k", 40, 10, allAttrs)
	if err != nil {
		t.Fatal(err)
	}
	body := []byte(strings.Repeat("0123456789", 4))
	parts := append(putPartsFrom(t, b, u, body, 1, 2), putPartsFrom(t, other, u, body, 3, 4)...)
	if _, err := other.Complete(t.Context(), u, parts); err != nil {
		t.Fatal(err)
	}
	stage, list := "PUT /box/k?comp=block", "GET /box/k?blocklisttype=uncommitted&comp=blocklist"
	requests := wantRequests(t, front, stage, stage, stage, list, stage, stage, list, "PUT /box/k?comp=blocklist")
	wantHeaders(t, requests[1], map[string]string{"x-ms-content-crc64": crc64Header("0123456789"), "x-ms-meta-owner": ""})
	wantHeaders(t, requests[7], allHeaders)
}

func putPartsFrom(t *testing.T, b *objstore.Bucket, u objstore.Upload, body []byte, numbers ...int) (parts []objstore.Part) {
	t.Helper()
	for _, number := range numbers {
		off, n := u.PartRange(number)
		p, err := b.PutPart(t.Context(), u, number, body[off:off+n])
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, p)
	}
	return parts
}

// Of two uploads of one key the first to complete is the object, and the other is gone,
// with an error that says so. Azure drops the blocks also when something is put under
// the key ("Put Block" of the REST reference); Azurite keeps them then.
func TestUploadsOfOneKey(t *testing.T) {
	b := open(t, azurite(t).Server, "box", azblob.Options{})
	first, second := create(t, b, "k", 6, 3), create(t, b, "k", 6, 3)
	p, q := putParts(t, b, first, []byte("foobar")), putParts(t, b, second, []byte("abcdef"))
	if got, err := b.ListParts(t.Context(), first); err != nil || !slices.Equal(got, p) {
		t.Errorf("parts %+v, %v; want %+v", got, err, p)
	}
	if _, err := b.Complete(t.Context(), second, q); err != nil {
		t.Fatal(err)
	}
	_, err := b.Complete(t.Context(), first, p)
	if e := details(t, err, objstore.ErrNotFound); !strings.Contains(e.Hint, "something else was written") {
		t.Errorf("the hint is %q", e.Hint)
	}
	holds(t, b, "k", "abcdef")
}

// Aborting an upload touches neither the object under its key nor another upload, and is
// seen by other processes; so is completing.
func TestAbort(t *testing.T) {
	server := azurite(t).Server
	b, other := open(t, server, "box", azblob.Options{}), open(t, server, "box", azblob.Options{})
	before, err := b.Put(t.Context(), "k", []byte("old"), allAttrs)
	if err != nil {
		t.Fatal(err)
	}
	u, stays := create(t, b, "k", 6, 3), create(t, b, "k", 6, 3)
	parts, kept := putParts(t, b, u, []byte("foobar")), putParts(t, b, stays, []byte("abcdef"))
	if err := other.Abort(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if now, err := b.Stat(t.Context(), "k"); err != nil || now.Version != before.Version {
		t.Errorf("the object was touched: %+v, %v", now, err)
	}
	late := open(t, server, "box", azblob.Options{})
	for _, bucket := range []*objstore.Bucket{other, late} {
		_, err = bucket.PutPart(t.Context(), u, 1, []byte("foo"))
		wantKind(t, err, objstore.ErrNotFound)
	}
	for _, bucket := range []*objstore.Bucket{b, other, late} {
		_, err = bucket.ListParts(t.Context(), u)
		wantKind(t, err, objstore.ErrNotFound)
		_, err = bucket.Complete(t.Context(), u, parts)
		wantKind(t, err, objstore.ErrNotFound)
	}
	if _, err := late.Complete(t.Context(), stays, kept); err != nil {
		t.Fatal(err)
	}
	holds(t, b, "k", "abcdef")
}

// Which of two bodies of one part came last is not known, so neither is listed; what the
// caller was given counts. A part that he was not given is not taken for one.
func TestPartTwice(t *testing.T) {
	b := open(t, azurite(t).Server, "box", azblob.Options{})
	u := create(t, b, "k", 6, 3)
	old := putParts(t, b, u, []byte("foobar"))
	parts := append(putPartsFrom(t, b, u, []byte("fuXbar"), 1), old[1])
	if got, err := b.ListParts(t.Context(), u); err != nil || !slices.Equal(got, old[1:]) {
		t.Errorf("parts %+v, %v; want %+v", got, err, old[1:])
	}
	wrong := slices.Clone(parts)
	wrong[0].CRC32C++
	_, err := b.Complete(t.Context(), u, wrong)
	wantKind(t, err, objstore.ErrChecksum)
	wrong[0] = parts[0]
	wrong[1].ETag = parts[0].ETag
	_, err = b.Complete(t.Context(), u, wrong)
	wantKind(t, err, objstore.ErrInvalid)
	if _, err := b.Complete(t.Context(), u, parts); err != nil {
		t.Fatal(err)
	}
	holds(t, b, "k", "fuXbar")
}
