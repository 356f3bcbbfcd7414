package s3_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// Answers to a completion.
func TestCompleteAnswers(t *testing.T) {
	bare := func(w http.ResponseWriter) {
		fmt.Fprint(w, "<CompleteMultipartUploadResult><ETag>x-2</ETag></CompleteMultipartUploadResult>")
	}
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter)
		head   string // the ETag that HEAD tells
		want   error
		asked  int // requests from the completion on
	}{
		"200 with an error in it": {func(w http.ResponseWriter) { fail(w, 200, "InternalError") }, "", objstore.ErrUnavailable, 1},
		"200 with SlowDown in it": {func(w http.ResponseWriter) { fail(w, 200, "SlowDown") }, "", objstore.ErrThrottled, 1},
		"200, spaces, then error": {func(w http.ResponseWriter) {
			fmt.Fprint(w, "<?xml version=\"1.0\"?>\n\n \n<Error><Code>InternalError</Code></Error>")
		}, "", objstore.ErrUnavailable, 1},
		"200 and nothing":           {func(http.ResponseWriter) {}, "", objstore.ErrUnavailable, 1},
		"200 and spaces":            {func(w http.ResponseWriter) { fmt.Fprint(w, "  \n ") }, "", objstore.ErrUnavailable, 1},
		"200, cut off":              {func(w http.ResponseWriter) { fmt.Fprint(w, completed[:40]) }, "", objstore.ErrUnavailable, 1},
		"no checksum, HEAD has it":  {bare, "x-2", nil, 2},
		"completed before, changed": {bare, "y", objstore.ErrNotFound, 3}, // Bucket looks, too
		"a part is other bytes":     {func(w http.ResponseWriter) { fail(w, 400, "InvalidPart") }, "", objstore.ErrChecksum, 2},
		"wrong checksum": {func(w http.ResponseWriter) {
			fmt.Fprint(w, strings.Replace(completed, helloCRC32C, "AAAAAA==", 1))
		}, "", objstore.ErrChecksum, 1},
	} {
		t.Run(name, func(t *testing.T) {
			bucket, front := openScripted(t, s3.Options{Limits: &tiny}, func(w http.ResponseWriter, r *http.Request, body string) {
				if r.Method == http.MethodHead {
					put(w, r)
					w.Header().Set("ETag", c.head)
					w.Header().Set("X-Amz-Checksum-Crc32c", helloCRC32C)
					w.Header().Set("Content-Length", "5")
					if c.head != "x-2" {
						w.Header().Set("Content-Length", "6")
					}
					return
				}
				uploads(func(w http.ResponseWriter, _ *http.Request, _ string) { c.answer(w) })(w, r, body)
			})
			o, err := upload(t, bucket)
			if !errors.Is(err, c.want) || err == nil && (!o.HasCRC32C || o.CRC32C != 0x9a71bb4c) {
				t.Errorf("%+v, %v, want %v", o, err, c.want)
			}
			if n := len(front.Requests()) - 3; n != c.asked {
				t.Errorf("%d requests, want %d", n, c.asked)
			}
		})
	}
}

// A completion that is refused for want of a part.
func TestCompleteWithoutPart(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{Limits: &tiny}, func(w http.ResponseWriter, r *http.Request, body string) {
		if r.Method == http.MethodGet {
			fmt.Fprint(w, "<ListPartsResult></ListPartsResult>")
			return
		}
		uploads(func(w http.ResponseWriter, _ *http.Request, _ string) { fail(w, 400, "InvalidPart") })(w, r, body)
	})
	if _, err := upload(t, bucket); !errors.Is(err, objstore.ErrInvalid) || !strings.Contains(err.Error(), "part 1 was never put") {
		t.Errorf("%v", err)
	}
}
