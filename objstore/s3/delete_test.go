package s3_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// Deletions: one key is a request of its own, more are one for all, with what every
// server knows for a checksum; keys that XML cannot say go alone.
func TestDeleteRequests(t *testing.T) {
	var document string
	bucket, front := openScripted(t, s3.Options{RequesterPays: true}, func(w http.ResponseWriter, r *http.Request, body string) {
		if r.Method == http.MethodPost {
			document = body
			fmt.Fprint(w, "<DeleteResult></DeleteResult>")
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	if err := bucket.Delete(t.Context(), "a/../b"); err != nil {
		t.Error(err)
	}
	if err := bucket.Delete(t.Context(), "a&\n", "c\x01", "d"); err != nil {
		t.Error(err)
	}
	asked := wantRequests(t, front, "DELETE /b/a/../b", "DELETE /b/c%01", "POST /b?delete=")
	wantHeaders(t, asked[2], map[string]string{"X-Amz-Checksum-Crc32": "", "X-Amz-Sdk-Checksum-Algorithm": "", "X-Amz-Request-Payer": "requester"})
	if asked[2].Header.Get("Content-Md5") == "" {
		t.Error("no Content-MD5")
	}
	for _, part := range []string{"<Key>a&amp;&#xA;</Key>", "<Key>d</Key>", "<Quiet>true</Quiet>"} {
		if !strings.Contains(document, part) {
			t.Errorf("%s lacks %s", document, part)
		}
	}
}

// Batches are of 1,000 keys.
func TestDeleteBatches(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
		fmt.Fprint(w, "<DeleteResult></DeleteResult>")
	})
	keys := make([]string, 2100)
	for i := range keys {
		keys[i] = url.QueryEscape(fmt.Sprint(i))
	}
	if err := bucket.Delete(t.Context(), keys...); err != nil {
		t.Error(err)
	}
	wantRequests(t, front, "POST /b?delete=", "POST /b?delete=", "POST /b?delete=")
}

// A batch of which some keys fail names them, each with its own reason.
func TestDeleteErrors(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
		fmt.Fprint(w, "<DeleteResult><Error><Key>b</Key><Code>AccessDenied</Code></Error>"+
			"<Error><Key>c</Key><Code>SlowDown</Code></Error><Error><Key>d</Key><Code>NoSuchKey</Code></Error></DeleteResult>")
	})
	err := bucket.Delete(t.Context(), "a", "b", "c", "d")
	got := map[string]objstore.Kind{}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			e, _ := errors.AsType[*objstore.Error](err)
			got[e.Key] = e.Kind
		}
	}
	if len(got) != 2 || got["b"] != objstore.ErrPermission || got["c"] != objstore.ErrThrottled {
		t.Errorf("%v: %v", got, err)
	}
}
