package azblob_test

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc64"
	"net/http"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// crc64Header is how requests and answers say the CRC-64 of a body.
func crc64Header(body string) string {
	sum := crc64.Checksum([]byte(body), crc64.MakeTable(0x9a6c9329ac4bc9b5))
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, sum))
}

var allAttrs = objstore.Attrs{
	ContentType: "text/plain", CacheControl: "no-cache", ContentEncoding: "gzip", ContentLanguage: "de",
	ContentDisposition: "inline", Metadata: map[string]string{"owner": "harbour"}, StorageClass: "Cool",
	Tags: map[string]string{"a b": "c/d"},
}

var allHeaders = map[string]string{
	"x-ms-blob-content-type": "text/plain", "x-ms-blob-cache-control": "no-cache", "x-ms-blob-content-encoding": "gzip",
	"x-ms-blob-content-language": "de", "x-ms-blob-content-disposition": "inline",
	"x-ms-meta-owner": "harbour", "x-ms-access-tier": "Cool", "x-ms-tags": "a+b=c%2Fd",
}

// An object is put with one request that has its checksum and all its attributes.
func TestPutRequest(t *testing.T) {
	b, front := scripted(t, azblob.Options{}, created)
	o, err := b.Put(t.Context(), "a b/ü+#%", []byte("hello"), allAttrs)
	if err != nil || o.Version != "0x1" || o.ModTime.IsZero() || o.HasCRC32C {
		t.Fatalf("%+v, %v", o, err)
	}
	r := wantRequests(t, front, "PUT /box/a%20b%2F%C3%BC+%23%25")[0]
	wantHeaders(t, r, allHeaders)
	wantHeaders(t, r, map[string]string{
		"x-ms-blob-type": "BlockBlob", "x-ms-content-crc64": crc64Header("hello"), "Content-Md5": "", "Expect": "",
		"Accept-Encoding": "identity",
	})
}

// What the options say is the default where attributes say nothing.
func TestPutDefaults(t *testing.T) {
	b, front := scripted(t, azblob.Options{StorageClass: "Cold", NoTags: true}, created)
	if _, err := b.Put(t.Context(), "k", nil, objstore.Attrs{Tags: map[string]string{"a": "b"}}); err != nil {
		t.Fatal(err)
	}
	wantHeaders(t, front.Requests()[0], map[string]string{"x-ms-access-tier": "Cold", "x-ms-tags": "", "x-ms-blob-content-type": ""})
}

// What the service says that it received is compared with what was sent, of objects and
// of parts. Azurite says it of parts only.
func TestAnswerCompared(t *testing.T) {
	for sum, kind := range map[string]objstore.Kind{crc64Header("hello"): "", crc64Header("hullo"): objstore.ErrChecksum, "": ""} {
		b, _ := scripted(t, azblob.Options{}, func(w http.ResponseWriter, r *http.Request, body string) {
			if sum != "" && body == "hello" {
				w.Header().Set("x-ms-content-crc64", sum)
			}
			created(w, r, body)
		})
		_, err := b.Put(t.Context(), "k", []byte("hello"), objstore.Attrs{})
		if objstore.KindOf(err) != kind {
			t.Errorf("put answered with %q: %v", sum, err)
		}
		u, err := b.CreateUpload(t.Context(), "k", 5, 5, objstore.Attrs{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.PutPart(t.Context(), u, 1, []byte("hello")); objstore.KindOf(err) != kind {
			t.Errorf("part answered with %q: %v", sum, err)
		}
	}
}

// A body that is damaged on its way is refused by the service, and nothing is written.
func TestBodyDamaged(t *testing.T) {
	server := emulator.Azurite(t)
	newContainer(t, server, "box")
	front := emulator.NewFront(t, server, emulator.Rule{
		Match: func(r *http.Request) bool { return r.ContentLength > 1000 }, Fault: emulator.CorruptRequest(500),
	})
	b := open(t, front.Server, "box", azblob.Options{})
	body := make([]byte, 2000)
	_, err := b.Put(t.Context(), "k", body, objstore.Attrs{})
	wantKind(t, err, objstore.ErrChecksum)
	u, err := b.CreateUpload(t.Context(), "k", 2000, 2000, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.PutPart(t.Context(), u, 1, body)
	wantKind(t, err, objstore.ErrChecksum)
	if parts, err := b.ListParts(t.Context(), u); err != nil || len(parts) > 0 {
		t.Errorf("parts %+v, %v", parts, err)
	}
	_, err = b.Stat(t.Context(), "k")
	wantKind(t, err, objstore.ErrNotFound)
}
