package azblob_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// answerer answers a request, whose body it is given whole.
type answerer func(w http.ResponseWriter, r *http.Request, body string)

// scripted returns the container "box" of a server that answers as answer says, and a
// front that notes what it was asked.
func scripted(t testing.TB, more azblob.Options, answer answerer) (*objstore.Bucket, *emulator.Front) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		answer(w, r, string(body))
	}))
	t.Cleanup(server.Close)
	front := emulator.NewFront(t, &emulator.Server{URL: server.URL, Account: "account", Secret: "c2VjcmV0"})
	return open(t, front.Server, "box", more), front
}

// created answers that something was written.
func created(w http.ResponseWriter, _ *http.Request, _ string) {
	w.Header().Set("ETag", `"0x1"`)
	w.Header().Set("Last-Modified", "Mon, 30 Nov 2026 12:00:00 GMT")
	w.WriteHeader(http.StatusCreated)
}

// fail answers with an error document.
func fail(w http.ResponseWriter, status int, code string) {
	w.Header().Set("x-ms-error-code", code)
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<?xml version=\"1.0\"?>\n<Error><Code>%s</Code><Message>So it is.\nRequestId:1</Message></Error>", code)
}

// wantHeaders compares headers of a request; "" is for one that must not be there.
func wantHeaders(t testing.TB, r emulator.Request, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got := strings.Join(r.Header.Values(name), ","); got != value {
			t.Errorf("%s %s: %s is %q, want %q", r.Method, r.Path, name, got, value)
		}
	}
}

// wantRequests compares the methods, paths and parameters of what was asked, those of
// blocks' IDs aside.
func wantRequests(t testing.TB, front *emulator.Front, want ...string) []emulator.Request {
	t.Helper()
	requests := front.Requests()
	got := make([]string, len(requests))
	for i, r := range requests {
		r.Query.Del("blockid")
		path := strings.TrimPrefix(strings.TrimPrefix(r.Path, "/account"), "/devstoreaccount1")
		got[i] = r.Method + " " + path
		if len(r.Query) > 0 {
			got[i] += "?" + r.Query.Encode()
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("asked:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return requests
}
