package s3_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// A customer's key goes with each request that S3 wants it with, also those that find out
// why another one failed: without it they fail of that.
func TestCustomerKeyGoesEverywhere(t *testing.T) {
	const header = "X-Amz-Server-Side-Encryption-Customer-Key"
	var without []string
	answer := uploads(func(w http.ResponseWriter, _ *http.Request, _ string) { fmt.Fprint(w, completed) })
	bucket, _ := openScripted(t, s3.Options{
		Limits: &tiny, Encryption: s3.Encryption{CustomerKey: bytes.Repeat([]byte{7}, 32)},
	}, func(w http.ResponseWriter, r *http.Request, body string) {
		if r.Header.Get(header) == "" {
			without = append(without, fmt.Sprint(r.Method, " ", r.URL))
		}
		switch r.Method {
		case http.MethodHead:
			fail(w, 403, "")
		case http.MethodGet:
			if r.URL.Query().Has("uploadId") {
				answer(w, r, body)
				return
			}
			if r.Header.Get(header) == "" {
				fail(w, 400, "InvalidRequest")
				return
			}
			fail(w, 403, "AccessDenied")
		default:
			answer(w, r, body)
		}
	})
	if _, err := bucket.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrPermission) {
		t.Errorf("stat: %v", err)
	}
	u, err := bucket.CreateUpload(t.Context(), "k", 4, 4, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bucket.ListParts(t.Context(), u); err != nil {
		t.Error(err)
	}
	if len(without) > 0 {
		t.Errorf("without the key: %q", without)
	}
}
