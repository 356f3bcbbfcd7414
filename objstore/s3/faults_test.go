package s3_test

import (
	"bytes"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

const mib = 1 << 20

// fronted opens a bucket of a versitygw behind a front.
func fronted(t *testing.T, more s3.Options, rules ...emulator.Rule) (*objstore.Bucket, *emulator.Front) {
	t.Helper()
	server := emulator.Versitygw(t, nil)
	newBucket(t, server, "faults")
	front := emulator.NewFront(t, server)
	front.Add(rules...)
	return open(t, "faults", options(front.Server, more)), front
}

var (
	parts    = emulator.All(emulator.Method(http.MethodPut), emulator.Query("partNumber"))
	complete = emulator.All(emulator.Method(http.MethodPost), emulator.Query("uploadId"))
	reads    = emulator.All(emulator.Method(http.MethodGet), emulator.Not(emulator.Query("list-type")))
	listings = emulator.Query("list-type")
)

// pattern returns n bytes that are not alike.
func pattern(n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(i * 7 / 3)
	}
	return p
}

// putParts puts a body of two parts.
func putParts(t *testing.T, bucket *objstore.Bucket, body []byte) (objstore.Upload, []objstore.Part) {
	t.Helper()
	u, err := bucket.CreateUpload(t.Context(), "k", int64(len(body)), 5*mib, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	parts := make([]objstore.Part, u.Parts())
	for i := range parts {
		off, n := u.PartRange(i + 1)
		if parts[i], err = bucket.PutPart(t.Context(), u, i+1, body[off:off+n]); err != nil {
			t.Fatal(err)
		}
	}
	return u, parts
}

func wantBody(t *testing.T, bucket *objstore.Bucket, o objstore.Object, want []byte) {
	t.Helper()
	got := make([]byte, o.Size)
	if err := bucket.ReadFull(t.Context(), o, 0, got); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// The connection drops after a completion was carried out: to complete again gives the
// object, with its checksum. (Amazon S3 and versitygw answer the second time as if it
// were the first. Where the answer is NoSuchUpload, Bucket looks for the object.)
func TestCompleteAnswerLost(t *testing.T) {
	for name, rules := range map[string][]emulator.Rule{
		"answered again": {{Match: complete, Times: 1, Fault: emulator.LoseAnswer()}},
		"no such upload": {
			{Match: complete, Times: 1, Fault: emulator.LoseAnswer()},
			{Match: complete, Fault: emulator.Answer(404, nil, "<Error><Code>NoSuchUpload</Code></Error>")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			bucket, _ := fronted(t, s3.Options{}, rules...)
			body := pattern(5*mib + 3)
			u, put := putParts(t, bucket, body)
			if _, err := bucket.Complete(t.Context(), u, put); !errors.Is(err, objstore.ErrUnavailable) {
				t.Fatalf("%v", err)
			}
			o, err := bucket.Complete(t.Context(), u, put)
			if err != nil || !o.HasCRC32C {
				t.Fatalf("%+v, %v", o, err)
			}
			wantBody(t, bucket, o, body)
		})
	}
}

// A completion that answers 200 with an error in it, without being carried out, fails, and
// may be tried again.
func TestCompleteFailsWith200(t *testing.T) {
	bucket, _ := fronted(t, s3.Options{}, emulator.Rule{
		Match: complete, Times: 1,
		Fault: emulator.Answer(200, nil, "<?xml version=\"1.0\"?>\n  \n<Error><Code>InternalError</Code></Error>"),
	})
	body := pattern(5*mib + 3)
	u, put := putParts(t, bucket, body)
	if _, err := bucket.Complete(t.Context(), u, put); !errors.Is(err, objstore.ErrUnavailable) {
		t.Fatalf("%v", err)
	}
	o, err := bucket.Complete(t.Context(), u, put)
	if err != nil {
		t.Fatal(err)
	}
	wantBody(t, bucket, o, body)
}

// Throttled reads, parts and listings say so, and for how long, and the next try works
// with the same body.
func TestThrottled(t *testing.T) {
	const slow = "<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>"
	for name, fault := range map[string]emulator.Fault{
		"503": emulator.Throttle(503, 3, slow),
		"429": emulator.Throttle(429, 3, ""),
	} {
		t.Run(name, func(t *testing.T) {
			bucket, front := fronted(t, s3.Options{})
			body := pattern(5 * mib)
			u, _ := putParts(t, bucket, body)
			o, err := bucket.Put(t.Context(), "read", body, objstore.Attrs{})
			if err != nil {
				t.Fatal(err)
			}
			for what, do := range map[string]struct {
				match func(*http.Request) bool
				do    func() error
			}{
				"part": {parts, func() error { return second(bucket.PutPart(t.Context(), u, 1, body)) }},
				"read": {reads, func() error { return bucket.ReadFull(t.Context(), o, 0, make([]byte, len(body))) }},
				"list": {listings, func() error { return second(list(t, bucket, objstore.ListOptions{})) }},
				"put":  {emulator.Path("/put"), func() error { return second(bucket.Put(t.Context(), "put", body, objstore.Attrs{})) }},
			} {
				front.Add(emulator.Rule{Match: do.match, Times: 1, Fault: fault})
				err := do.do()
				if e, ok := errors.AsType[*objstore.Error](err); !ok || e.Kind != objstore.ErrThrottled || e.RetryAfter != 3*time.Second {
					t.Errorf("%s: %#v", what, err)
				}
				if err := do.do(); err != nil {
					t.Errorf("%s again: %v", what, err)
				}
			}
		})
	}
}

// A connection that is reset after half of a part's body.
func TestPartReset(t *testing.T) {
	bucket, front := fronted(t, s3.Options{})
	body := pattern(5 * mib)
	u, put := putParts(t, bucket, body)
	front.Add(emulator.Rule{Match: parts, Times: 1, Fault: emulator.Reset(5 * mib / 2)})
	if _, err := bucket.PutPart(t.Context(), u, 1, body); !errors.Is(err, objstore.ErrUnavailable) {
		t.Fatalf("%v", err)
	}
	if again, err := bucket.PutPart(t.Context(), u, 1, body); err != nil || again != put[0] {
		t.Fatalf("%+v, %v, want %+v", again, err, put[0])
	}
}

// A part whose answer is lost is put again.
func TestPartAnswerLost(t *testing.T) {
	bucket, front := fronted(t, s3.Options{})
	body := pattern(5 * mib)
	u, put := putParts(t, bucket, body)
	front.Add(emulator.Rule{Match: parts, Times: 1, Fault: emulator.LoseAnswer()})
	if _, err := bucket.PutPart(t.Context(), u, 1, body); !errors.Is(err, objstore.ErrUnavailable) {
		t.Fatalf("%v", err)
	}
	o, err := bucket.Complete(t.Context(), u, put)
	if err != nil {
		t.Fatal(err)
	}
	wantBody(t, bucket, o, body)
}

// Bytes that change on their way are refused by the store, which has their checksum.
func TestCorrupted(t *testing.T) {
	for _, mode := range []s3.Checksums{s3.ChecksumsCRC32C, s3.ChecksumsMD5} {
		t.Run(string(mode), func(t *testing.T) {
			bucket, front := fronted(t, s3.Options{Checksums: mode})
			body := pattern(5 * mib)
			u, _ := putParts(t, bucket, body)
			front.Add(emulator.Rule{Match: emulator.Method(http.MethodPut), Fault: emulator.CorruptRequest(1234)})
			if _, err := bucket.PutPart(t.Context(), u, 1, body); !errors.Is(err, objstore.ErrChecksum) {
				t.Errorf("part: %v", err)
			}
			if _, err := bucket.Put(t.Context(), "x", body, objstore.Attrs{}); !errors.Is(err, objstore.ErrChecksum) {
				t.Errorf("put: %v", err)
			}
			if _, err := bucket.Stat(t.Context(), "x"); !errors.Is(err, objstore.ErrNotFound) {
				t.Errorf("stat: %v", err)
			}
		})
	}
}

// A store that takes the last part and never answers.
func TestLastPartNeverAnswered(t *testing.T) {
	bucket, front := fronted(t, s3.Options{Timeout: 500 * time.Millisecond})
	body := pattern(5*mib + 3)
	u, _ := putParts(t, bucket, body)
	front.Add(emulator.Rule{Match: parts, Fault: emulator.Hang()})
	if _, err := bucket.PutPart(t.Context(), u, 2, body[5*mib:]); !errors.Is(err, objstore.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}

// An upload's ETag is no MD5, nor is an encrypted object's: neither is compared with
// anything but itself.
func TestETagIsNoMD5(t *testing.T) {
	bucket, front := fronted(t, s3.Options{})
	front.Add(emulator.Rule{Match: emulator.Path("/encrypted"), Fault: emulator.ChangeAnswer(func(a *http.Response, body []byte) []byte {
		a.Header.Set("ETag", `"0123456789abcdef0123456789abcdef"`)
		return body
	})})
	o, err := bucket.Put(t.Context(), "encrypted", pattern(10), objstore.Attrs{})
	if err != nil || o.Version != "0123456789abcdef0123456789abcdef" || !o.HasCRC32C {
		t.Errorf("%+v, %v", o, err)
	}
	u, put := putParts(t, bucket, pattern(5*mib+3))
	if c, err := bucket.Complete(t.Context(), u, put); err != nil || c.ETag == "" || c.ETag != c.Version {
		t.Errorf("%+v, %v", c, err)
	}
}
