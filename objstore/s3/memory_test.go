package s3_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// A body goes from the caller's memory to the connection, and an answer into it, without
// a copy in between.
func TestNoCopies(t *testing.T) {
	const size = 32 * mib
	body := make([]byte, size)
	bucket := open(t, "name", &s3.Options{
		Credential: &s3.Credential{AccessKeyID: "AKID", SecretAccessKey: "secret"},
		Client: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			header := http.Header{"Etag": {`"e"`}, "Content-Range": {fmt.Sprintf("bytes 0-%d/%d", size-1, size)}}
			if r.Method == http.MethodGet {
				return answer(206, header, bytes.NewReader(body), size), nil
			}
			if r.Body != nil {
				if _, err := io.Copy(io.Discard, r.Body); err != nil {
					return nil, err
				}
			}
			return answer(200, header, strings.NewReader(created), int64(len(created))), nil
		})},
	})
	u, err := bucket.CreateUpload(t.Context(), "k", size, size, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	o := objstore.Object{Key: "k", Size: size, Version: "e"}
	for name, do := range map[string]func() error{
		"put":  func() error { return second(bucket.Put(t.Context(), "k", body, objstore.Attrs{})) },
		"part": func() error { return second(bucket.PutPart(t.Context(), u, 1, body)) },
		"read": func() error { return bucket.ReadFull(t.Context(), o, 0, body) },
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := do(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > mib {
			t.Errorf("%s of %d bytes allocates %d", name, size, n)
		}
	}
}

func answer(status int, header http.Header, body io.Reader, size int64) *http.Response {
	header.Set("Content-Length", strconv.FormatInt(size, 10))
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(body), ContentLength: size, ProtoMajor: 1, ProtoMinor: 1}
}
