package gcs_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/gcs"
)

func encoded(sum uint32) string {
	return base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, sum))
}

func isUpload(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/upload/") }

// A Put is one request, with the checksum, which fake-gcs-server compares as the service does.
func TestPutRequest(t *testing.T) {
	var sent spy
	front := service(t, sent.rule(isUpload))
	b := open(t, front.Server, "bucket", &gcs.Options{StorageClass: "COLDLINE"})
	body := []byte("hello, world")
	attrs := objstore.Attrs{ContentType: "text/plain", Metadata: map[string]string{"owner": "ü"}}
	o, err := b.Put(t.Context(), "a//b", body, attrs)
	if err != nil {
		t.Fatal(err)
	}
	if !o.HasCRC32C || o.CRC32C != crc32c.Checksum(body) {
		t.Errorf("the store's checksum: %+v", o)
	}
	requests := front.Requests()
	if len(requests) != 1 || requests[0].Query.Get("uploadType") != "multipart" {
		t.Fatalf("requests %+v", requests)
	}
	for _, want := range []string{`"crc32c":"` + encoded(o.CRC32C) + `"`, `"storageClass":"COLDLINE"`, `"contentType":"text/plain"`, string(body)} {
		if !strings.Contains(sent.bodies[0], want) {
			t.Errorf("%s is not in %s", want, sent.bodies[0])
		}
	}
}

// The object by which an upload is known is never another's.
func TestCreateUploadRequest(t *testing.T) {
	front := service(t)
	b := open(t, front.Server, "bucket", nil)
	u, err := b.CreateUpload(t.Context(), "k\u00e9y", 10, 5, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	requests := front.Requests()
	if len(requests) != 1 || requests[0].Query.Get("ifGenerationMatch") != "0" {
		t.Errorf("requests %+v", requests)
	}
	a, err := sdkClient(t, front.Server).Bucket("bucket").Object(gcs.TempPrefix + u.ID + "/upload").Attrs(t.Context())
	if err != nil || a.Metadata["key"] != "k%C3%A9y" {
		t.Errorf("%+v, %v", a, err)
	}
}

// A read names the generation, which fake-gcs-server heeds, and takes what is stored.
func TestReadRequest(t *testing.T) {
	front := service(t)
	b := open(t, front.Server, "bucket", nil)
	o, err := b.Put(t.Context(), "k", []byte("0123456789"), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	front.Forget()
	if err := b.ReadFull(t.Context(), o, 3, make([]byte, 4)); err != nil {
		t.Fatal(err)
	}
	requests := front.Requests()
	if len(requests) != 1 {
		t.Fatalf("requests %+v", requests)
	}
	r := requests[0]
	if r.Query.Get("generation") != o.Version || r.Header.Get("Range") != "bytes=3-6" || r.Header.Get("Accept-Encoding") != "gzip" {
		t.Errorf("%+v", r)
	}
}

// upload puts an object in so many parts of one byte, and returns its bytes.
func upload(t *testing.T, b *objstore.Bucket, key string, parts int) (objstore.Upload, []objstore.Part, []byte) {
	t.Helper()
	u, err := b.CreateUpload(t.Context(), key, int64(parts), 1, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	body := make([]byte, parts)
	list := make([]objstore.Part, parts)
	for i := range list {
		body[i] = byte(i * 7)
		if list[i], err = b.PutPart(t.Context(), u, i+1, body[i:i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return u, list, body
}

// 33 parts take two rounds. Each request names the generations of its sources, the
// checksum of the result, and has the sources deleted; fake-gcs-server heeds neither of
// these three.
func TestComposeRequests(t *testing.T) {
	var sent spy
	front := service(t, sent.rule(isCompose), asService())
	b := open(t, front.Server, "bucket", nil)
	u, parts, body := upload(t, b, "k", 33)
	front.Forget()
	o, err := b.Complete(t.Context(), u, parts)
	if err != nil {
		t.Fatal(err)
	}
	requests := sent.composed(t)
	if len(requests) != 2 || len(requests[0].SourceObjects) != 32 || len(requests[1].SourceObjects) != 2 {
		t.Fatalf("%+v", requests)
	}
	for i, sum := range []uint32{crc32c.Checksum(body[:32]), o.CRC32C} {
		r := requests[i]
		if !r.DeleteSourceObjects || r.Destination["crc32c"] != encoded(sum) || r.Destination["storageClass"] != "STANDARD" {
			t.Errorf("request %d: %+v", i, r)
		}
		for _, s := range r.SourceObjects {
			if s.Generation == "" || s.Generation == "0" {
				t.Errorf("%s has no generation", s.Name)
			}
		}
	}
	if o.CRC32C != crc32c.Checksum(body) {
		t.Errorf("%+v", o)
	}
	wantNothingLeft(t, front.Server)
}

// wantNothingLeft makes sure that there are no temporary objects.
func wantNothingLeft(t *testing.T, s *emulator.Server) {
	t.Helper()
	if keys := allKeys(t, s, gcs.TempPrefix); len(keys) > 0 {
		t.Errorf("left: %q", keys)
	}
}

// A listing is one request per 1,000 keys, and none is needed beside it.
func TestListRequests(t *testing.T) {
	front := service(t)
	b := open(t, front.Server, "bucket", nil)
	attrs := objstore.Attrs{ContentType: "text/plain", Metadata: map[string]string{"n": "1"}}
	for i := range 1100 {
		if _, err := b.Put(t.Context(), fmt.Sprintf("p/%04d", i), nil, attrs); err != nil {
			t.Fatal(err)
		}
	}
	front.Forget()
	n := 0
	for o, err := range b.List(t.Context(), objstore.ListOptions{Prefix: "p/", StartAfter: "p/0009", EndBefore: "p/1050"}) {
		if err != nil {
			t.Fatal(err)
		}
		if o.Attrs.ContentType != "text/plain" || o.Attrs.Metadata["n"] != "1" || !o.HasCRC32C {
			t.Fatalf("%+v", o)
		}
		n++
	}
	requests := front.Requests()
	if n != 1040 || len(requests) != 2 {
		t.Errorf("%d objects, %d requests", n, len(requests))
	}
	q := requests[0].Query
	if q.Get("startOffset") != "p/0009" || q.Get("endOffset") != "p/1050" || q.Get("maxResults") != "1000" || q.Get("prefix") != "p/" {
		t.Errorf("%v", q)
	}
	if !strings.Contains(q.Get("fields"), "items(") {
		t.Errorf("all fields are asked for: %v", q)
	}
}

// Many pages of parts of other uploads cost a listing one request.
func TestListSkipsUploads(t *testing.T) {
	shorter := emulator.Rule{Match: emulator.Query("maxResults"), Fault: emulator.ChangeRequest(func(r *http.Request) {
		q := r.URL.Query()
		q.Set("maxResults", "50")
		r.URL.RawQuery = q.Encode()
	})}
	front := service(t, shorter)
	b := open(t, front.Server, "bucket", nil)
	client := sdkClient(t, front.Server).Bucket("bucket")
	for i := range 300 {
		if err := client.Object(fmt.Sprintf("%sX/part-%05d", gcs.TempPrefix, i)).NewWriter(t.Context()).Close(); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{".a", ".skyferry-uploads", ".skyferry-uploads.", ".skyferry-uploads0", "z"}
	for _, key := range want {
		if _, err := b.Put(t.Context(), key, nil, objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	for prefix, most := range map[string]int{"": 2, ".sky": 2, "z": 1, gcs.TempPrefix + "X": 0} {
		front.Forget()
		if got := keys(t, b, objstore.ListOptions{Prefix: prefix}); !slices.Equal(got, below(want, prefix)) {
			t.Errorf("below %q: %q", prefix, got)
		}
		if n := len(front.Requests()); n != most {
			t.Errorf("below %q: %d requests", prefix, n)
		}
	}
}

func below(keys []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return !strings.HasPrefix(k, prefix) })
}

func keys(t *testing.T, b *objstore.Bucket, opts objstore.ListOptions) []string {
	t.Helper()
	keys := []string{}
	for o, err := range b.List(t.Context(), opts) {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, o.Key)
	}
	return keys
}

// Bounds that are no UTF-8 are for the driver to keep: the store takes none.
func TestListBytes(t *testing.T) {
	front := service(t)
	b := open(t, front.Server, "bucket", nil)
	for _, key := range []string{"a", "\u00e8", "\u00e9", "\u00ea", "\u4e2d"} {
		if _, err := b.Put(t.Context(), key, nil, objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		opts objstore.ListOptions
		want []string
	}{
		{objstore.ListOptions{Prefix: "\xc3"}, []string{"\u00e8", "\u00e9", "\u00ea"}},
		{objstore.ListOptions{StartAfter: "\xc3\xa9"}, []string{"\u00ea", "\u4e2d"}},
		{objstore.ListOptions{StartAfter: "\xc3\xa9\xff"}, []string{"\u00ea", "\u4e2d"}},
		{objstore.ListOptions{StartAfter: "\xc3"}, []string{"\u00e8", "\u00e9", "\u00ea", "\u4e2d"}},
		{objstore.ListOptions{EndBefore: "\xc3\xff"}, []string{"a", "\u00e8", "\u00e9", "\u00ea"}},
	} {
		if got := keys(t, b, c.opts); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.opts, got, c.want)
		}
	}
}

// A copy names the source's generation and always some attribute, without which it would
// get the source's; it is continued until it is done.
func TestCopyRequest(t *testing.T) {
	var sent spy
	rounds := 0
	more := emulator.Rule{Match: emulator.Path("/rewriteTo/"), Times: 2, Fault: func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		rounds++
		emulator.Answer(http.StatusOK, nil, fmt.Sprintf(`{"done":false,"rewriteToken":"token %d"}`, rounds))(w, r, next)
	}}
	front := service(t, more, sent.rule(emulator.Path("/rewriteTo/")))
	b := open(t, front.Server, "bucket", nil)
	o, err := b.Put(t.Context(), "k", []byte("hello"), objstore.Attrs{CacheControl: "no-cache"})
	if err != nil {
		t.Fatal(err)
	}
	front.Forget()
	if _, err := b.CopyFrom(t.Context(), b, o, "c", objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	requests := front.Requests()
	if len(requests) != 3 || requests[0].Query.Get("sourceGeneration") != o.Version || requests[2].Query.Get("rewriteToken") != "token 2" {
		t.Errorf("%+v", requests)
	}
	var body map[string]any
	if err := json.Unmarshal([]byte(sent.bodies[0]), &body); err != nil || len(body) != 1 || body["contentType"] != "application/octet-stream" {
		t.Errorf("%s, %v", sent.bodies[0], err)
	}
}

// A deletion does not name a generation; temporary objects are deleted for good.
func TestDeleteRequests(t *testing.T) {
	front := service(t)
	b := open(t, front.Server, "bucket", &gcs.Options{BillingProject: "payer"})
	if _, err := b.Put(t.Context(), "k", nil, objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	u, _, _ := upload(t, b, "k", 1)
	front.Forget()
	if err := b.Delete(t.Context(), "k"); err != nil {
		t.Fatal(err)
	}
	if err := b.Abort(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	for _, r := range front.Requests() {
		part := strings.Contains(r.Path, "part-")
		if r.Query.Has("generation") != part && r.Method == http.MethodDelete || r.Query.Get("userProject") != "payer" {
			t.Errorf("%+v", r)
		}
	}
	wantNothingLeft(t, front.Server)
}
