package s3_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/s3"
)

// A small object is copied with one request, pinned to its version.
func TestCopyRequest(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{RequesterPays: true}, func(w http.ResponseWriter, _ *http.Request, _ string) {
		fmt.Fprint(w, "<CopyObjectResult><ETag>&quot;c&quot;</ETag><LastModified>2026-01-02T03:04:05Z</LastModified>"+
			"<ChecksumCRC32C>"+helloCRC32C+"</ChecksumCRC32C><ChecksumType>FULL_OBJECT</ChecksumType></CopyObjectResult>")
	})
	src := open(t, "src", options(front.Server, s3.Options{}))
	o := objstore.Object{Key: "a//b c+é?", Size: 5, Version: "v", CRC32C: 0x9a71bb4c, HasCRC32C: true}
	c, err := bucket.CopyFrom(t.Context(), src, o, "k", objstore.Attrs{ContentType: "text/plain", Tags: map[string]string{"a": "b"}})
	if err != nil || c.Version != "c" || c.Size != 5 || c.CRC32C != 0x9a71bb4c || !c.HasCRC32C || c.ModTime.Year() != 2026 {
		t.Errorf("%+v, %v", c, err)
	}
	wantHeaders(t, wantRequests(t, front, "PUT /b/k")[0], map[string]string{
		"X-Amz-Copy-Source": "src/a//b%20c%2B%C3%A9%3F", "X-Amz-Copy-Source-If-Match": `"v"`, "X-Amz-Metadata-Directive": "REPLACE",
		"X-Amz-Tagging-Directive": "REPLACE", "X-Amz-Tagging": "a=b", "Content-Type": "text/plain",
		"X-Amz-Checksum-Algorithm": "CRC32C", "X-Amz-Request-Payer": "requester",
	})
}

// A large one is copied in parts, each pinned to the version, within the limits.
func TestCopyParts(t *testing.T) {
	var bucket *objstore.Bucket
	limits := tiny
	bucket, front := openScripted(t, s3.Options{Limits: &limits}, func(w http.ResponseWriter, r *http.Request, body string) {
		if r.Header.Get("X-Amz-Copy-Source") != "" {
			fmt.Fprint(w, "<CopyPartResult><ETag>&quot;p&quot;</ETag></CopyPartResult>")
			return
		}
		if r.Method == http.MethodHead {
			w.Header().Set("ETag", `"v"`)
			return
		}
		uploads(func(w http.ResponseWriter, _ *http.Request, _ string) {
			fmt.Fprint(w, "<CompleteMultipartUploadResult><ETag>x-3</ETag></CompleteMultipartUploadResult>")
		})(w, r, body)
	})
	o := objstore.Object{Key: "big", Size: 9, Version: "v"}
	if c, err := bucket.CopyFrom(t.Context(), bucket, o, "k", objstore.Attrs{}); err != nil || c.Version != "x-3" || c.Size != 9 {
		t.Errorf("%+v, %v", c, err)
	}
	var ranges []string
	for _, r := range front.Requests() {
		if s := r.Header.Get("X-Amz-Copy-Source-Range"); s != "" {
			ranges = append(ranges, r.Query.Get("partNumber")+" "+s)
			wantHeaders(t, r, map[string]string{"X-Amz-Copy-Source": "b/big", "X-Amz-Copy-Source-If-Match": `"v"`})
		}
	}
	slices.Sort(ranges)
	if want := []string{"1 bytes=0-3", "2 bytes=4-7", "3 bytes=8-8"}; !slices.Equal(ranges, want) {
		t.Errorf("%q, want %q", ranges, want)
	}
	if n := len(front.Requests()); n != 6 {
		t.Errorf("%d requests, want 6", n)
	}
}

// An upload of a copy that fails is dropped.
func TestCopyPartsFails(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{Limits: &tiny}, func(w http.ResponseWriter, r *http.Request, body string) {
		if r.URL.Query().Get("partNumber") == "2" {
			fail(w, 412, "PreconditionFailed")
			return
		}
		if r.Header.Get("X-Amz-Copy-Source") != "" {
			fmt.Fprint(w, "<CopyPartResult><ETag>&quot;p&quot;</ETag></CopyPartResult>")
			return
		}
		uploads(nil)(w, r, body)
	})
	o := objstore.Object{Key: "big", Size: 9, Version: "v"}
	if _, err := bucket.CopyFrom(t.Context(), bucket, o, "k", objstore.Attrs{}); !errors.Is(err, objstore.ErrChanged) {
		t.Errorf("%v", err)
	}
	asked := front.Requests()
	if last := asked[len(asked)-1]; last.Method != http.MethodDelete || last.Query.Get("uploadId") != "id" {
		t.Errorf("the last request is %s %v", last.Method, last.Query)
	}
}

// What cannot be copied by the store.
func TestCopyUnsupported(t *testing.T) {
	answer := func(w http.ResponseWriter, _ *http.Request, _ string) { fail(w, 403, "AccessDenied") }
	bucket, _ := openScripted(t, s3.Options{}, answer)
	elsewhere, _ := openScripted(t, s3.Options{}, answer)
	o := objstore.Object{Key: "x", Size: 1, Version: "v"}
	for name, src := range map[string]*objstore.Bucket{
		"another store":  mem.NewStore().Bucket("b"),
		"another server": elsewhere,
		"denied":         bucket,
	} {
		if _, err := bucket.CopyFrom(t.Context(), src, o, "k", objstore.Attrs{}); !errors.Is(err, objstore.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Answers to a copy that are none.
func TestCopyAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter)
		want   error
	}{
		"200 with an error in it": {func(w http.ResponseWriter) { fail(w, 200, "InternalError") }, objstore.ErrUnavailable},
		"200 and nothing":         {func(http.ResponseWriter) {}, objstore.ErrUnavailable},
		"gone":                    {func(w http.ResponseWriter) { fail(w, 404, "NoSuchKey") }, objstore.ErrNotFound},
		"changed":                 {func(w http.ResponseWriter) { fail(w, 412, "PreconditionFailed") }, objstore.ErrChanged},
		"other bytes": {func(w http.ResponseWriter) {
			fmt.Fprint(w, "<CopyObjectResult><ETag>c</ETag><ChecksumCRC32C>AAAAAA==</ChecksumCRC32C></CopyObjectResult>")
		}, objstore.ErrChecksum},
	} {
		t.Run(name, func(t *testing.T) {
			bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) { c.answer(w) })
			o := objstore.Object{Key: "x", Size: 5, Version: "v", CRC32C: 0x9a71bb4c, HasCRC32C: true}
			if _, err := bucket.CopyFrom(t.Context(), bucket, o, "k", objstore.Attrs{}); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}
