package azblob_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// The answer to Complete is lost, and so is the upload by then: the object is found and
// compared, read and all, for there is no checksum of it.
func TestLostAnswer(t *testing.T) {
	commit := func(r *http.Request) bool {
		return r.Method == http.MethodPut && r.URL.Query().Get("comp") == "blocklist"
	}
	front := azurite(t, emulator.Rule{Match: commit, Times: 1, Fault: emulator.LoseAnswer()})
	b := open(t, front.Server, "box", azblob.Options{})
	u := create(t, b, "k", 6, 3)
	parts := putParts(t, b, u, []byte("foobar"))
	_, err := b.Complete(t.Context(), u, parts)
	wantKind(t, err, objstore.ErrUnavailable)
	o, err := b.Complete(t.Context(), u, parts)
	if err != nil || o.Size != 6 {
		t.Errorf("%+v, %v", o, err)
	}
	holds(t, b, "k", "foobar")
}

// A connection that is reset within a part's body costs a try, nothing else.
func TestResetWithinPart(t *testing.T) {
	front := azurite(t, emulator.Rule{
		Match: func(r *http.Request) bool { return r.ContentLength > 1000 }, Times: 1, Fault: emulator.Reset(100_000),
	})
	b := open(t, front.Server, "box", azblob.Options{})
	body := bytes.Repeat([]byte("ferry"), 200_000)
	u := create(t, b, "k", int64(len(body)), int64(len(body)))
	_, err := b.PutPart(t.Context(), u, 1, body)
	wantKind(t, err, objstore.ErrUnavailable)
	if _, err := b.Complete(t.Context(), u, putParts(t, b, u, body)); err != nil {
		t.Fatal(err)
	}
	holds(t, b, "k", string(body))
}

// A blob of another kind under the key is not written over, and the error says why.
func TestOtherBlobType(t *testing.T) {
	b, _ := scripted(t, azblob.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
		fail(w, http.StatusConflict, "InvalidBlobType")
	})
	_, err := b.CreateUpload(t.Context(), "k", 1, 1, objstore.Attrs{})
	if e := details(t, err, objstore.ErrExists); !strings.Contains(fmt.Sprint(err), "InvalidBlobType") || e.Hint == "" {
		t.Errorf("%v", err)
	}
}
