package azblob_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// A read asks for its range of its version, and for the bytes as they are stored, also
// through a client that would unpack them if it was let.
func TestReadRequest(t *testing.T) {
	front := azurite(t)
	b := open(t, front.Server, "box", azblob.Options{Client: &http.Client{Transport: plainTransport(t)}})
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(bytes.Repeat([]byte("ferry"), 1000)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	o, err := b.Put(t.Context(), "k", packed.Bytes(), objstore.Attrs{ContentEncoding: "gzip"})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, b, "k", packed.String())
	front.Forget()
	if err := b.ReadFull(t.Context(), o, 3, make([]byte, 4)); err != nil {
		t.Fatal(err)
	}
	wantHeaders(t, wantRequests(t, front, "GET /box/k")[0], map[string]string{
		"If-Match": `"` + o.Version + `"`, "x-ms-range": "bytes=3-6", "Accept-Encoding": "identity",
	})
}

// plainTransport is one that unpacks what it thinks it asked for packed.
func plainTransport(t *testing.T) *http.Transport {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// An answer that is cut off, or of another version, another range or another length, is
// an error: never other bytes.
func TestReadLies(t *testing.T) {
	const body = "0123456789"
	for name, c := range map[string]struct {
		etag, contentRange, body string
		kind                     objstore.Kind
	}{
		"right":         {`"0x1"`, "bytes 2-5/10", body[2:6], ""},
		"other version": {`"0x2"`, "bytes 2-5/10", body[2:6], objstore.ErrChanged},
		"other range":   {`"0x1"`, "bytes 3-6/10", body[3:7], objstore.ErrUnavailable},
		"no range":      {`"0x1"`, "", body, objstore.ErrUnavailable},
		"longer":        {`"0x1"`, "bytes 2-9/10", body[2:], objstore.ErrUnavailable},
		"shorter":       {`"0x1"`, "bytes 2-4/10", body[2:5], objstore.ErrUnavailable},
	} {
		b, _ := scripted(t, azblob.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
			w.Header().Set("ETag", c.etag)
			if c.contentRange != "" {
				w.Header().Set("Content-Range", c.contentRange)
				w.WriteHeader(http.StatusPartialContent)
			}
			io.WriteString(w, c.body) //nolint:errcheck // the client hangs up when it has heard enough
		})
		got := make([]byte, 4)
		err := b.ReadFull(t.Context(), objstore.Object{Key: "k", Size: 10, Version: "0x1"}, 2, got)
		if objstore.KindOf(err) != c.kind || err == nil && string(got) != "2345" {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.kind)
		}
	}
}

// An answer that breaks off is noticed wherever it does.
func TestReadCutOff(t *testing.T) {
	server := emulator.Azurite(t)
	newContainer(t, server, "box")
	body := strings.Repeat("0123456789", 10_000)
	o, err := open(t, server, "box", azblob.Options{}).Put(t.Context(), "k", []byte(body), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 50_000, len(body) - 1} {
		front := emulator.NewFront(t, server, emulator.Rule{Fault: emulator.CutAnswer(n)})
		b := open(t, front.Server, "box", azblob.Options{})
		wantKind(t, b.ReadFull(t.Context(), o, 0, make([]byte, o.Size)), objstore.ErrUnavailable)
		if r, err := b.ReadRange(t.Context(), o, 0, o.Size); err == nil {
			_, err = io.ReadAll(r)
			wantKind(t, err, objstore.ErrUnavailable)
			r.Close()
		}
	}
}
