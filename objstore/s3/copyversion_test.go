package s3_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// A server that does not heed the condition on a copy's source copies another version:
// that is found out, and no object made of several versions.
func TestCopyUnpinned(t *testing.T) {
	completed := 0
	bucket, _ := openScripted(t, s3.Options{Limits: &tiny}, func(w http.ResponseWriter, r *http.Request, body string) {
		switch {
		case r.Method == http.MethodHead:
			w.Header().Set("ETag", `"another"`)
		case r.URL.Query().Has("partNumber"):
			fmt.Fprint(w, "<CopyPartResult><ETag>p</ETag></CopyPartResult>")
		case r.Method == http.MethodPut:
			fmt.Fprint(w, "<CopyObjectResult><ETag>c</ETag></CopyObjectResult>")
		default:
			uploads(func(w http.ResponseWriter, _ *http.Request, _ string) {
				completed++
				fmt.Fprint(w, "<CompleteMultipartUploadResult><ETag>x-3</ETag></CompleteMultipartUploadResult>")
			})(w, r, body)
		}
	})
	for name, size := range map[string]int64{"whole": 3, "parts": 9} {
		o := objstore.Object{Key: "src", Size: size, Version: "v"}
		if _, err := bucket.CopyFrom(t.Context(), bucket, o, "k", objstore.Attrs{}); !errors.Is(err, objstore.ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if completed > 0 {
		t.Error("the parts were made an object")
	}
}

// A server without a limit of what one request copies is asked once.
func TestCopyWithoutLimit(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{Limits: &objstore.Limits{}}, func(w http.ResponseWriter, r *http.Request, _ string) {
		if r.Method != http.MethodPut || r.URL.RawQuery != "x-id=CopyObject" && r.URL.RawQuery != "" {
			w.Header().Set("ETag", `"v"`)
			return
		}
		fmt.Fprint(w, "<CopyObjectResult><ETag>c</ETag></CopyObjectResult>")
	})
	o := objstore.Object{Key: "src", Size: 50, Version: "v"}
	if c, err := bucket.CopyFrom(t.Context(), bucket, o, "k", objstore.Attrs{}); err != nil || c.Version != "c" {
		t.Errorf("%+v, %v, asked %d", c, err, len(front.Requests()))
	}
}
