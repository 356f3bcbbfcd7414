package s3_test

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"net/http"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// hello has the CRC32C 9a71bb4c and the MD5 5d41402abc4b2a76b9719d911017c592.
const (
	hello       = "hello"
	helloCRC32C = "mnG7TA=="
	helloMD5    = "XUFAKrxLKna5cZ2REBfFkg=="
)

// What a PUT says: the key byte for byte, the checksum in a header, no chunks and no
// trailer, all attributes.
func TestPutRequest(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{
		RequesterPays: true, StorageClasses: []string{"STANDARD_IA"},
		Encryption: s3.Encryption{Algorithm: "aws:kms", KMSKey: "key", BucketKey: true},
	}, func(w http.ResponseWriter, r *http.Request, _ string) { put(w, r) })
	o, err := bucket.Put(t.Context(), "/a//b c+%é/..", []byte(hello), objstore.Attrs{
		ContentType: "text/plain", CacheControl: "no-store", ContentEncoding: "gzip", ContentLanguage: "de", ContentDisposition: "inline",
		Metadata: map[string]string{"n": "ü"}, StorageClass: "STANDARD_IA", Tags: map[string]string{"a b": "c/d"},
	})
	if err != nil || !o.HasCRC32C || o.CRC32C != 0x9a71bb4c || o.Version != "e" || o.ETag != "e" || o.Size != 5 {
		t.Errorf("%+v, %v", o, err)
	}
	r := wantRequests(t, front, "PUT /b//a//b%20c%2B%25%C3%A9/..")[0]
	wantHeaders(t, r, map[string]string{
		"X-Amz-Checksum-Crc32c": helloCRC32C, "Content-Md5": "", "Content-Length": "5",
		"X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD", "X-Amz-Trailer": "", "Transfer-Encoding": "", "Expect": "",
		"X-Amz-Decoded-Content-Length": "", "X-Amz-Sdk-Checksum-Algorithm": "", "Accept-Encoding": "identity",
		"Content-Type": "text/plain", "Cache-Control": "no-store", "Content-Encoding": "gzip", "Content-Language": "de",
		"Content-Disposition": "inline", "X-Amz-Meta-N": "=?utf-8?b?w7w=?=", "X-Amz-Storage-Class": "STANDARD_IA",
		"X-Amz-Tagging": "a+b=c%2Fd", "X-Amz-Request-Payer": "requester", "X-Amz-Server-Side-Encryption": "aws:kms",
		"X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id": "key", "X-Amz-Server-Side-Encryption-Bucket-Key-Enabled": "true",
	})
	if signed := r.Header.Get("Authorization"); !strings.Contains(signed, "x-amz-checksum-crc32c") || strings.Contains(signed, "accept-encoding") {
		t.Errorf("signed: %s", signed)
	}
}

// The other ways to protect a body.
func TestPutChecksums(t *testing.T) {
	for mode, want := range map[s3.Checksums]map[string]string{
		s3.ChecksumsMD5:    {"Content-Md5": helloMD5, "X-Amz-Checksum-Crc32c": ""},
		s3.ChecksumsNone:   {"Content-Md5": "", "X-Amz-Checksum-Crc32c": ""},
		s3.ChecksumsCRC32C: {"Content-Md5": "", "X-Amz-Checksum-Crc32c": helloCRC32C},
	} {
		bucket, front := openScripted(t, s3.Options{Checksums: mode, SignBodies: true}, func(w http.ResponseWriter, r *http.Request, _ string) {
			put(w, r)
		})
		o, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{})
		if err != nil || o.HasCRC32C != (mode == s3.ChecksumsCRC32C) || bucket.Limits().NoChecksum == o.HasCRC32C {
			t.Errorf("%s: %+v, %v, %+v", mode, o, err, bucket.Limits())
		}
		wantHeaders(t, front.Requests()[0], want)
		wantHeaders(t, front.Requests()[0], map[string]string{
			"X-Amz-Content-Sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
		})
	}
}

// A server that answers with a CRC64NVME in place of what it was sent is compared by that.
func TestPutCRC64(t *testing.T) {
	sum := crc64.Checksum([]byte(hello), crc64.MakeTable(0x9a6c9329ac4bc9b5))
	for flip, want := range map[uint64]error{0: nil, 1: objstore.ErrChecksum} {
		bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
			w.Header().Set("ETag", `"e"`)
			w.Header().Set("X-Amz-Checksum-Crc64nvme", base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint64(nil, sum^flip)))
		})
		if o, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); !errors.Is(err, want) || o.HasCRC32C {
			t.Errorf("%+v, %v, want %v", o, err, want)
		}
	}
}

// The check value of CRC-64/NVME, as the catalogue of parametrised CRC algorithms has it.
func TestCRC64NVME(t *testing.T) {
	if got := crc64.Checksum([]byte("123456789"), crc64.MakeTable(0x9a6c9329ac4bc9b5)); got != 0xae8b14860a799888 {
		t.Errorf("%016x", got)
	}
}

// A store that says it holds other bytes.
func TestPutOtherBytes(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
		put(w, r)
		w.Header().Set("X-Amz-Checksum-Crc32c", "AAAAAA==")
	})
	if _, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); !errors.Is(err, objstore.ErrChecksum) {
		t.Errorf("%v", err)
	}
}

// A server that refuses CRC32C is sent MD5, with one request more, once.
func TestChecksumsRefused(t *testing.T) {
	for name, refuse := range map[string]func(http.ResponseWriter){
		"not implemented":  func(w http.ResponseWriter) { fail(w, 501, "NotImplemented") },
		"invalid argument": func(w http.ResponseWriter) { fail(w, 400, "InvalidArgument") },
		"no code":          func(w http.ResponseWriter) { w.WriteHeader(501) },
	} {
		t.Run(name, func(t *testing.T) {
			bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
				if r.Header.Get("X-Amz-Checksum-Crc32c") != "" || r.Header.Get("X-Amz-Checksum-Algorithm") != "" {
					refuse(w)
					return
				}
				put(w, r)
				if r.Method == http.MethodPost {
					fmt.Fprint(w, "<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>")
				}
			})
			for range 2 {
				if o, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); err != nil || o.HasCRC32C {
					t.Fatalf("%+v, %v", o, err)
				}
			}
			u, err := bucket.CreateUpload(t.Context(), "k", 5, 5<<20, objstore.Attrs{})
			if err != nil {
				t.Fatal(err)
			}
			if p, err := bucket.PutPart(t.Context(), u, 1, []byte(hello)); err != nil || p.HasCRC32C {
				t.Fatalf("%+v, %v", p, err)
			}
			asked := wantRequests(t, front, "PUT /b/k", "PUT /b/k", "PUT /b/k", "POST /b/k?uploads=", "PUT /b/k?partNumber=1&uploadId=id")
			wantHeaders(t, asked[0], map[string]string{"X-Amz-Checksum-Crc32c": helloCRC32C, "Content-Md5": ""})
			for _, i := range []int{1, 2, 4} {
				wantHeaders(t, asked[i], map[string]string{"X-Amz-Checksum-Crc32c": "", "Content-Md5": helloMD5})
			}
		})
	}
}

// A server that ignores CRC32C is sent MD5 from the second write on.
func TestChecksumsIgnored(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) { w.Header().Set("ETag", `"e"`) })
	for range 2 {
		if o, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); err != nil || o.HasCRC32C {
			t.Fatalf("%+v, %v", o, err)
		}
	}
	asked := wantRequests(t, front, "PUT /b/k", "PUT /b/k")
	wantHeaders(t, asked[0], map[string]string{"X-Amz-Checksum-Crc32c": helloCRC32C})
	wantHeaders(t, asked[1], map[string]string{"Content-Md5": helloMD5})
}

// An error that is not about checksums is told as it was, and those of a server that has
// taken them before are no reason to leave them out.
func TestChecksumsNotRefused(t *testing.T) {
	bad := false
	bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
		if bad {
			fail(w, 400, "InvalidArgument")
			return
		}
		put(w, r)
	})
	bad = true
	if _, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("%v", err)
	}
	bad = false
	if _, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); err != nil {
		t.Error(err)
	}
	bad = true
	front.Forget()
	if _, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("%v", err)
	}
	asked := wantRequests(t, front, "PUT /b/k")
	wantHeaders(t, asked[0], map[string]string{"X-Amz-Checksum-Crc32c": helloCRC32C})
}
