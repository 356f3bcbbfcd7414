package s3_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// scripted returns a server that answers as answer says, and notes what it was asked.
// An answer gets the request's whole body.
func scripted(t testing.TB, answer func(w http.ResponseWriter, r *http.Request, body string)) *emulator.Front {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		answer(w, r, string(body))
	}))
	t.Cleanup(server.Close)
	return emulator.NewFront(t, &emulator.Server{URL: server.URL, Account: "AKID", Secret: "secret"})
}

// openScripted opens the bucket "b" of such a server.
func openScripted(t testing.TB, more s3.Options, answer func(w http.ResponseWriter, r *http.Request, body string)) (*objstore.Bucket, *emulator.Front) {
	t.Helper()
	front := scripted(t, answer)
	return open(t, "b", options(front.Server, more)), front
}

// fail answers with an error document.
func fail(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<?xml version=\"1.0\"?>\n<Error><Code>%s</Code><Message>so it is</Message></Error>", code)
}

// put answers to a PUT, as a server that keeps the CRC32C it is sent.
func put(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", `"e"`)
	if sum := r.Header.Get("X-Amz-Checksum-Crc32c"); sum != "" {
		w.Header().Set("X-Amz-Checksum-Crc32c", sum)
		w.Header().Set("X-Amz-Checksum-Type", "FULL_OBJECT")
	}
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

// wantRequests compares the methods, paths and parameters of what was asked.
func wantRequests(t testing.TB, front *emulator.Front, want ...string) []emulator.Request {
	t.Helper()
	var got []string
	for _, r := range front.Requests() {
		r.Query.Del("x-id")
		line := r.Method + " " + r.Path
		if len(r.Query) > 0 {
			line += "?" + r.Query.Encode()
		}
		got = append(got, line)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("asked:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return front.Requests()
}
