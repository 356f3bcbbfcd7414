package s3_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// thing is what the scripted servers of these tests hold.
var thing = objstore.Object{Key: "k", Size: 10, Version: "e"}

// A read asks for its range of that version, and for the bytes as they are stored.
func TestReadRequest(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{
		RequesterPays: true, Encryption: s3.Encryption{CustomerKey: []byte("0123456789abcdef0123456789abcdef")},
	}, func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.Header().Set("ETag", `"e"`)
		w.Header().Set("Content-Range", "bytes 3-6/10")
		w.WriteHeader(http.StatusPartialContent)
		fmt.Fprint(w, "3456")
	})
	p := make([]byte, 4)
	if err := bucket.ReadFull(t.Context(), thing, 3, p); err != nil || string(p) != "3456" {
		t.Errorf("%q, %v", p, err)
	}
	wantHeaders(t, wantRequests(t, front, "GET /b/k")[0], map[string]string{
		"Range": "bytes=3-6", "If-Match": `"e"`, "Accept-Encoding": "identity", "X-Amz-Request-Payer": "requester",
		"X-Amz-Server-Side-Encryption-Customer-Algorithm": "AES256",
		"X-Amz-Server-Side-Encryption-Customer-Key":       "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
		"X-Amz-Server-Side-Encryption-Customer-Key-Md5":   "hRasmdxgYDKV3nvbahU1MA==",
	})
}

// Answers that are not what was asked for.
func TestReadAnswers(t *testing.T) {
	const whole = "0123456789"
	for name, c := range map[string]struct {
		status      int
		etag, extra string
		body        string
		want        error
	}{
		"right":                   {206, "e", "bytes 0-9/10", whole, nil},
		"no quotes, no range":     {200, "", "", whole, nil},
		"If-Match ignored":        {206, "f", "bytes 0-9/10", whole, objstore.ErrChanged},
		"range of another place":  {206, "e", "bytes 1-10/10", whole, objstore.ErrUnavailable},
		"fewer bytes":             {206, "e", "bytes 0-8/10", whole[:9], objstore.ErrUnavailable},
		"more bytes":              {200, "e", "", whole + "!", objstore.ErrUnavailable},
		"precondition failed":     {412, "", "", "<Error><Code>PreconditionFailed</Code></Error>", objstore.ErrChanged},
		"shorter than it was":     {416, "", "", "<Error><Code>InvalidRange</Code></Error>", objstore.ErrChanged},
		"gone":                    {404, "", "", "<Error><Code>NoSuchKey</Code></Error>", objstore.ErrNotFound},
		"archived":                {403, "", "", "<Error><Code>InvalidObjectState</Code></Error>", objstore.ErrPermission},
		"an error without a body": {500, "", "", "", objstore.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
				w.Header().Set("ETag", "e")
				if c.etag != "" {
					w.Header().Set("ETag", `"`+c.etag+`"`)
				}
				if c.extra != "" {
					w.Header().Set("Content-Range", c.extra)
				}
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			})
			p := make([]byte, 10)
			if err := bucket.ReadFull(t.Context(), thing, 0, p); !errors.Is(err, c.want) || err == nil && string(p) != whole {
				t.Errorf("%q, %v, want %v", p, err, c.want)
			}
			r, err := bucket.ReadRange(t.Context(), thing, 0, 10)
			if err == nil {
				_, err = io.ReadAll(r)
				r.Close()
			}
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
}

// A server that unpacks what it stores is told to leave that, once it has shown it.
func TestReadUnpacked(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
		w.Header().Set("ETag", `"e"`)
		if r.Header.Get("Accept-Encoding") != "gzip" {
			fmt.Fprint(w, "all of it, unpacked")
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Range", "bytes 2-4/10")
		w.WriteHeader(http.StatusPartialContent)
		fmt.Fprint(w, "\x1f\x8b\x08")
	})
	for range 2 {
		p := make([]byte, 3)
		if err := bucket.ReadFull(t.Context(), thing, 2, p); err != nil || string(p) != "\x1f\x8b\x08" {
			t.Errorf("%q, %v", p, err)
		}
	}
	wantRequests(t, front, "GET /b/k", "GET /b/k", "GET /b/k")
}

// A server whose condition held for one version, and whose answer is of the next.
func TestReadNextVersion(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.Header().Set("ETag", `"e"`)
		w.Header().Set("Content-Range", "bytes 0-4/5")
		w.WriteHeader(http.StatusPartialContent)
		fmt.Fprint(w, "01234")
	})
	if err := bucket.ReadFull(t.Context(), thing, 0, make([]byte, 10)); !errors.Is(err, objstore.ErrChanged) {
		t.Errorf("got %v, want ErrChanged", err)
	}
}
