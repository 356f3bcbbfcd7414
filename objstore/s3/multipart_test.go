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

// tiny are limits that let small uploads be of many parts.
var tiny = objstore.Limits{MinPartSize: 1, MaxPartSize: 4, MaxParts: 10_000, MaxPutSize: 4, MaxObjectSize: 100, MaxKeyBytes: 1024, MaxDelete: 1000}

const created = "<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>"

// uploads answers as a server of uploads does, and completes them with what complete says.
func uploads(complete func(http.ResponseWriter, *http.Request, string)) func(http.ResponseWriter, *http.Request, string) {
	return func(w http.ResponseWriter, r *http.Request, body string) {
		switch q := r.URL.Query(); {
		case q.Has("uploads"):
			fmt.Fprint(w, created)
		case r.Method == http.MethodPut:
			put(w, r)
			w.Header().Del("X-Amz-Checksum-Type")
		case r.Method == http.MethodPost:
			complete(w, r, body)
		case r.Method == http.MethodGet:
			fmt.Fprint(w, "<ListPartsResult><Part><PartNumber>1</PartNumber><ETag>e</ETag><Size>4</Size><ChecksumCRC32C>AAAAAA==</ChecksumCRC32C></Part></ListPartsResult>")
		}
	}
}

// upload puts the 5 bytes of hello in parts of 4 and completes them.
func upload(t testing.TB, bucket *objstore.Bucket) (objstore.Object, error) {
	t.Helper()
	u, err := bucket.CreateUpload(t.Context(), "k", 5, 4, objstore.Attrs{ContentType: "text/plain", Tags: map[string]string{"a": "b"}})
	if err != nil {
		t.Fatal(err)
	}
	parts := make([]objstore.Part, 2)
	for i, body := range []string{"hell", "o"} {
		if parts[i], err = bucket.PutPart(t.Context(), u, i+1, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	return bucket.Complete(t.Context(), u, parts)
}

const completed = "<CompleteMultipartUploadResult><ETag>&quot;x-2&quot;</ETag><ChecksumCRC32C>" + helloCRC32C +
	"</ChecksumCRC32C><ChecksumType>FULL_OBJECT</ChecksumType></CompleteMultipartUploadResult>"

// An upload asks for the checksum of the whole object, says it, and gets it.
func TestUploadRequests(t *testing.T) {
	var document string
	bucket, front := openScripted(t, s3.Options{Limits: &tiny, Encryption: s3.Encryption{Algorithm: "AES256"}},
		uploads(func(w http.ResponseWriter, _ *http.Request, body string) {
			document = body
			fmt.Fprint(w, completed)
		}))
	o, err := upload(t, bucket)
	if err != nil || o.Version != "x-2" || !o.HasCRC32C || o.CRC32C != 0x9a71bb4c || o.Size != 5 {
		t.Errorf("%+v, %v", o, err)
	}
	asked := wantRequests(t, front, "POST /b/k?uploads=", "PUT /b/k?partNumber=1&uploadId=id", "PUT /b/k?partNumber=2&uploadId=id", "POST /b/k?uploadId=id")
	wantHeaders(t, asked[0], map[string]string{
		"X-Amz-Checksum-Algorithm": "CRC32C", "X-Amz-Checksum-Type": "FULL_OBJECT", "Content-Type": "text/plain",
		"X-Amz-Tagging": "a=b", "X-Amz-Server-Side-Encryption": "AES256",
	})
	wantHeaders(t, asked[2], map[string]string{
		"X-Amz-Checksum-Crc32c": "baj8Fw==", "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD", "X-Amz-Trailer": "", "X-Amz-Server-Side-Encryption": "",
	})
	wantHeaders(t, asked[3], map[string]string{
		"X-Amz-Checksum-Crc32c": helloCRC32C, "X-Amz-Checksum-Type": "FULL_OBJECT", "X-Amz-Mp-Object-Size": "5",
	})
	const second = "<Part><ChecksumCRC32C>baj8Fw==</ChecksumCRC32C><ETag>&#34;e&#34;</ETag><PartNumber>2</PartNumber></Part>"
	if !strings.Contains(document, second) {
		t.Errorf("%s lacks %s", document, second)
	}
}

// With MD5 an upload says nothing of CRC32C, whichever process goes on with it.
func TestUploadMD5(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{Limits: &tiny, Checksums: s3.ChecksumsMD5},
		uploads(func(w http.ResponseWriter, _ *http.Request, _ string) {
			fmt.Fprint(w, "<CompleteMultipartUploadResult><ETag>x-2</ETag></CompleteMultipartUploadResult>")
		}))
	if o, err := upload(t, bucket); err != nil || o.HasCRC32C || o.Version != "x-2" {
		t.Errorf("%+v, %v", o, err)
	}
	for _, r := range front.Requests() {
		wantHeaders(t, r, map[string]string{"X-Amz-Checksum-Crc32c": "", "X-Amz-Checksum-Algorithm": "", "X-Amz-Checksum-Type": ""})
	}
	u, err := bucket.CreateUpload(t.Context(), "k", 1, 4, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	other := open(t, "b", options(front.Server, s3.Options{Limits: &tiny}))
	front.Forget()
	if _, err := other.PutPart(t.Context(), u, 1, []byte("o")); err != nil {
		t.Error(err)
	}
	wantHeaders(t, front.Requests()[0], map[string]string{"X-Amz-Checksum-Crc32c": "", "Content-Md5": "2VZ5dSE0otnrYdvXuRxLzA=="})
}

// A part that the store says it received otherwise.
func TestPartOtherBytes(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{Limits: &tiny}, func(w http.ResponseWriter, r *http.Request, _ string) {
		if r.Method == http.MethodPost {
			fmt.Fprint(w, created)
			return
		}
		put(w, r)
		w.Header().Set("X-Amz-Checksum-Crc32c", "AAAAAA==")
	})
	u, err := bucket.CreateUpload(t.Context(), "k", 1, 4, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bucket.PutPart(t.Context(), u, 1, []byte("o")); !errors.Is(err, objstore.ErrChecksum) {
		t.Errorf("%v", err)
	}
}

// Parts come in pages, too.
func TestListPartsPages(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{Limits: &tiny}, func(w http.ResponseWriter, r *http.Request, _ string) {
		switch {
		case r.Method == http.MethodPost:
			fmt.Fprint(w, created)
		case r.URL.Query().Get("part-number-marker") == "":
			fmt.Fprint(w, "<ListPartsResult><IsTruncated>true</IsTruncated><NextPartNumberMarker>1</NextPartNumberMarker>"+
				"<Part><PartNumber>1</PartNumber><ETag>\"e\"</ETag><Size>4</Size></Part></ListPartsResult>")
		default:
			fmt.Fprint(w, "<ListPartsResult><Part><PartNumber>2</PartNumber><ETag>\"f\"</ETag><Size>1</Size>"+
				"<ChecksumCRC32C>Un1TgQ==</ChecksumCRC32C></Part></ListPartsResult>")
		}
	})
	u, err := bucket.CreateUpload(t.Context(), "k", 5, 4, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	parts, err := bucket.ListParts(t.Context(), u)
	want := []objstore.Part{{Number: 1, Size: 4, ETag: "e"}, {Number: 2, Size: 1, ETag: "f", CRC32C: 0x527d5381, HasCRC32C: true}}
	if err != nil || len(parts) != 2 || parts[0] != want[0] || parts[1] != want[1] {
		t.Errorf("%+v, %v, want %+v", parts, err, want)
	}
	wantRequests(t, front, "POST /b/k?uploads=", "GET /b/k?uploadId=id", "GET /b/k?part-number-marker=1&uploadId=id")
}
