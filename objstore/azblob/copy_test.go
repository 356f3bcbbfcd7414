package azblob_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// A copy of any size is made block by block, each of which reads its range of the
// version that was listed, and then committed with its attributes; the source is shown
// what authorizes the reading.
func TestCopyRequests(t *testing.T) {
	const size = 6<<30 + 1
	var mu sync.Mutex
	ranges, sources := map[string]bool{}, map[string]bool{}
	b, front := scripted(t, azblob.Options{}, func(w http.ResponseWriter, r *http.Request, body string) {
		if r.URL.Query().Get("comp") == "block" {
			mu.Lock()
			defer mu.Unlock()
			ranges[r.Header.Get("x-ms-source-range")] = true
			source, _, _ := strings.Cut(r.Header.Get("x-ms-copy-source"), "?")
			sources[source] = true
		}
		created(w, r, body)
	})
	o, err := b.CopyFrom(t.Context(), b, objstore.Object{Key: "a b", Size: size, Version: "0x7"}, "k", allAttrs)
	if err != nil || o.Size != size {
		t.Fatalf("%+v, %v", o, err)
	}
	requests := front.Requests()
	commit := requests[len(requests)-1]
	wantHeaders(t, commit, allHeaders)
	if len(requests) != 98 || commit.Query.Get("comp") != "blocklist" || len(ranges) != 97 ||
		!ranges["bytes=0-67108863"] || !ranges[fmt.Sprintf("bytes=%d-%d", 6<<30, 6<<30)] {
		t.Errorf("%d requests, ranges %v", len(requests), ranges)
	}
	for _, r := range requests[:97] {
		wantHeaders(t, r, map[string]string{"x-ms-source-if-match": `"0x7"`, "Content-Length": "0"})
	}
	if !sources[front.URL+"/account/box/a%20b"] || !strings.Contains(requests[0].Header.Get("x-ms-copy-source"), "sp=r&") {
		t.Errorf("sources %v, %q", sources, requests[0].Header.Get("x-ms-copy-source"))
	}
}

// Where a token authorizes, the service shows it to the source.
func TestCopyToken(t *testing.T) {
	url, client, seen := tlsServer(t)
	var shown string
	opts := &azblob.Options{Endpoint: url, Token: &tokens{fails: 9}, Client: &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		for name, values := range r.Header { // the SDK spells it in lower case
			if strings.EqualFold(name, "x-ms-copy-source-authorization") {
				shown = values[0]
			}
		}
		return client.Transport.RoundTrip(r)
	})}}
	b, err := azblob.Open(t.Context(), "account", "box", opts)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.CopyFrom(t.Context(), b, objstore.Object{Key: "a", Size: 1, Version: "0x7"}, "k", objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(shown, "Bearer t") || len(*seen) != 2 {
		t.Errorf("shown %q, %d requests", shown, len(*seen))
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A source that the service may not read is one of permission; nothing is written.
func TestCopyForbidden(t *testing.T) {
	server := emulator.Azurite(t)
	newContainer(t, server, "box")
	b := open(t, server, "box", azblob.Options{})
	blind := open(t, server, "box", azblob.Options{Credential: &azblob.Credential{SAS: signature(t, server, -time.Hour, "r")}})
	o, err := b.Put(t.Context(), "k", []byte("x"), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.CopyFrom(t.Context(), blind, o, "c", objstore.Attrs{})
	if e := details(t, err, objstore.ErrPermission); e.Hint == "" {
		t.Errorf("%v", err)
	}
	_, err = b.Stat(t.Context(), "c")
	wantKind(t, err, objstore.ErrNotFound)
}
