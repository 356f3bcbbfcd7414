package gcs_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/gcs"
)

// unavailable is what the service says when it is out of order.
var unavailable = emulator.Answer(http.StatusServiceUnavailable, nil, `{"error":{"code":503,"message":"Backend Error"}}`)

// lost does what is asked for and does not answer.
func lost(_ http.ResponseWriter, r *http.Request, next http.Handler) {
	next.ServeHTTP(httptest.NewRecorder(), r)
	panic(http.ErrAbortHandler)
}

// again does something until it works, as a caller does who retries, a few times at most.
func again(t *testing.T, do func() error) {
	t.Helper()
	var err error
	for range 6 {
		if err = do(); !objstore.KindOf(err).Retryable() {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sweep lets the Nth request of an operation fail, for every N, and calls check with a
// bucket that sees the failure and with one that does not: of fake-gcs-server as it is,
// and of one that joins as the service does.
func sweep(t *testing.T, check func(t *testing.T, sound, failing *objstore.Bucket, key string)) {
	plain := service(t)
	for name, s := range map[string]*emulator.Server{
		"plain": plain.Server, "as service": emulator.NewFront(t, plain.Server, asService()).Server,
	} {
		sound := open(t, s, "bucket", nil)
		for how, fault := range map[string]emulator.Fault{"unavailable": unavailable, "lost": lost} {
			for n, struck := 0, true; struck; n++ {
				struck = false
				front := emulator.NewFront(t, s, emulator.Rule{Skip: n, Times: 1, Fault: func(w http.ResponseWriter, r *http.Request, next http.Handler) {
					struck = true
					fault(w, r, next)
				}})
				key := fmt.Sprintf("%s, %s %d", name, how, n)
				t.Run(key, func(t *testing.T) {
					check(t, sound, open(t, front.Server, "bucket", nil), key)
					wantNothingLeft(t, plain.Server)
				})
			}
		}
	}
}

// Whichever request of a completion fails, and whether or not it was carried out, the
// next attempt makes the object, and nothing is left beside it.
func TestCompleteSweep(t *testing.T) {
	sweep(t, func(t *testing.T, sound, failing *objstore.Bucket, key string) {
		u, parts, body := upload(t, sound, key, 34)
		var o objstore.Object
		again(t, func() (err error) {
			o, err = failing.Complete(t.Context(), u, parts)
			return err
		})
		if o.Size != u.Size || o.CRC32C != crc32c.Checksum(body) {
			t.Errorf("%+v", o)
		}
		wantBytes(t, sound, o, body)
	})
}

func wantBytes(t *testing.T, b *objstore.Bucket, o objstore.Object, want []byte) {
	t.Helper()
	got := make([]byte, len(want))
	if err := b.ReadFull(t.Context(), o, 0, got); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%q is not what it should be: %v", o.Key, err)
	}
}

// The same for the end of an upload that is given up.
func TestAbortSweep(t *testing.T) {
	sweep(t, func(t *testing.T, sound, failing *objstore.Bucket, key string) {
		u, _, _ := upload(t, sound, key, 3)
		again(t, func() error { return failing.Abort(t.Context(), u) })
	})
}

// The same for a part, and for one that comes when the upload has ended.
func TestPutPartSweep(t *testing.T) {
	sweep(t, func(t *testing.T, sound, failing *objstore.Bucket, key string) {
		u, parts, body := upload(t, sound, key, 3)
		again(t, func() error {
			_, err := failing.PutPart(t.Context(), u, 2, body[1:2])
			return err
		})
		if _, err := sound.Complete(t.Context(), u, parts); err != nil {
			t.Fatal(err)
		}
		again(t, func() error {
			_, err := failing.PutPart(t.Context(), u, 2, body[1:2])
			if errors.Is(err, objstore.ErrNotFound) {
				return nil
			}
			return err
		})
	})
}

// When a completion fails half way, its parts are still parts of the upload, for another
// process that lists and completes it.
func TestPartsAfterFailure(t *testing.T) {
	front := service(t, emulator.Rule{Match: isCompose, Skip: 2, Times: 1, Fault: unavailable}, asService())
	b := open(t, front.Server, "bucket", nil)
	u, parts, body := upload(t, b, "k", 34)
	if _, err := b.Complete(t.Context(), u, parts); !errors.Is(err, objstore.ErrUnavailable) {
		t.Fatal(err)
	}
	got, err := open(t, front.Server, "bucket", nil).ListParts(t.Context(), u)
	if err != nil || len(got) != len(parts) {
		t.Fatalf("%d parts, %v", len(got), err)
	}
	for i, p := range got {
		if p != parts[i] {
			t.Errorf("part %+v became %+v", parts[i], p)
		}
	}
	o, err := b.Complete(t.Context(), u, got)
	if err != nil {
		t.Fatal(err)
	}
	wantBytes(t, b, o, body)
	wantNothingLeft(t, front.Server)
}

// Who completes an upload that others complete, too, has the object in the end.
func TestCompleteAtOnce(t *testing.T) {
	front := service(t)
	b := open(t, front.Server, "bucket", nil)
	u, parts, body := upload(t, b, "k", 70)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			err := error(objstore.ErrUnavailable)
			for range 20 {
				if _, err = b.Complete(t.Context(), u, parts); !objstore.KindOf(err).Retryable() {
					break
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	o, err := b.Stat(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	wantBytes(t, b, o, body)
	wantNothingLeft(t, front.Server)
}

// A body that is damaged on its way is refused, as an object and as a part, and leaves
// nothing.
func TestCorruptBody(t *testing.T) {
	damaged := bytes.Repeat([]byte("x"), 4000)
	front := service(t, emulator.Rule{Match: isUpload, Skip: 1, Fault: emulator.CorruptRequest(2000)})
	b := open(t, front.Server, "bucket", nil)
	u, err := b.CreateUpload(t.Context(), "k", 4000, 4000, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Put(t.Context(), "k", damaged, objstore.Attrs{}); !errors.Is(err, objstore.ErrChecksum) {
		t.Errorf("put: %v", err)
	}
	if _, err := b.PutPart(t.Context(), u, 1, damaged); !errors.Is(err, objstore.ErrChecksum) {
		t.Errorf("put part: %v", err)
	}
	if _, err := b.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("stat: %v", err)
	}
	if parts, err := b.ListParts(t.Context(), u); len(parts) > 0 || err != nil {
		t.Errorf("%+v, %v", parts, err)
	}
}

// The connection is reset after half of a part's body; the caller sends it again.
func TestResetBody(t *testing.T) {
	front := service(t, emulator.Rule{Match: isUpload, Skip: 1, Times: 1, Fault: emulator.Reset(2000)})
	b := open(t, front.Server, "bucket", nil)
	u, err := b.CreateUpload(t.Context(), "k", 4_000_000, 4_000_000, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	body := bytes.Repeat([]byte("x"), 4_000_000)
	if _, err := b.PutPart(t.Context(), u, 1, body); !errors.Is(err, objstore.ErrUnavailable) {
		t.Fatal(err)
	}
	if _, err := b.PutPart(t.Context(), u, 1, body); err != nil {
		t.Error(err)
	}
}

// A read that breaks off is one request and an error: the SDK would ask for the rest, at
// once and as often as it breaks off.
func TestCutRead(t *testing.T) {
	front := service(t, emulator.Rule{Match: emulator.Query("generation"), Fault: emulator.CutAnswer(100_000)})
	for name, opts := range map[string]*gcs.Options{"own client": nil, "caller's client": {Client: sdkClient(t, front.Server)}} {
		t.Run(name, func(t *testing.T) {
			b := open(t, front.Server, "bucket", opts)
			o, err := b.Put(t.Context(), "k", make([]byte, 1<<20), objstore.Attrs{})
			if err != nil {
				t.Fatal(err)
			}
			front.Forget()
			if err := b.ReadFull(t.Context(), o, 0, make([]byte, 1<<20)); !errors.Is(err, objstore.ErrUnavailable) {
				t.Error(err)
			}
			if n := len(front.Requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// A listing that fails on its third page says so, behind what came before.
func TestListFails(t *testing.T) {
	front := service(t,
		emulator.Rule{Match: emulator.Query("maxResults"), Skip: 2, Fault: unavailable},
		emulator.Rule{Match: emulator.Query("maxResults"), Fault: emulator.ChangeRequest(func(r *http.Request) {
			q := r.URL.Query()
			q.Set("maxResults", "3")
			r.URL.RawQuery = q.Encode()
		})})
	b := open(t, front.Server, "bucket", nil)
	for i := range 9 {
		if _, err := b.Put(t.Context(), fmt.Sprint(i), nil, objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	var last error
	for _, err := range b.List(t.Context(), objstore.ListOptions{}) {
		if last = err; err == nil {
			n++
		}
	}
	if n != 6 || !errors.Is(last, objstore.ErrUnavailable) || objstore.IsKeyError(last) {
		t.Errorf("%d objects, %v", n, last)
	}
}

// A server that never answers is given up on.
func TestHang(t *testing.T) {
	front := service(t)
	sound := open(t, front.Server, "bucket", nil)
	o, err := sound.Put(t.Context(), "k", []byte("x"), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	u, parts, body := upload(t, sound, "u", 2)
	front.Add(emulator.Rule{Fault: emulator.Hang()})
	b := open(t, front.Server, "bucket", &gcs.Options{Timeout: 50 * time.Millisecond})
	for name, do := range map[string]func() error{
		"put":      func() error { _, err := b.Put(t.Context(), "k", body, objstore.Attrs{}); return err },
		"put part": func() error { _, err := b.PutPart(t.Context(), u, 1, body[:1]); return err },
		"complete": func() error { _, err := b.Complete(t.Context(), u, parts); return err },
		"read":     func() error { return b.ReadFull(t.Context(), o, 0, make([]byte, 1)) },
		"stat":     func() error { _, err := b.Stat(t.Context(), "k"); return err },
		"delete":   func() error { return b.Delete(t.Context(), "k") },
	} {
		if err := do(); !errors.Is(err, objstore.ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An object that the server unpacks in spite of what it is told is not taken for what is
// stored.
func TestUnpackedAnswer(t *testing.T) {
	front := service(t, emulator.Rule{Match: emulator.Query("generation"), Fault: emulator.ChangeAnswer(func(a *http.Response, body []byte) []byte {
		a.StatusCode = http.StatusOK
		a.Header.Del("Content-Range")
		a.Header.Set("X-Goog-Stored-Content-Encoding", "gzip")
		return bytes.ToUpper(body)
	})})
	b := open(t, front.Server, "bucket", nil)
	o, err := b.Put(t.Context(), "k", []byte("hello"), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.ReadFull(t.Context(), o, 0, make([]byte, 5)); !errors.Is(err, objstore.ErrUnavailable) {
		t.Error(err)
	}
}
