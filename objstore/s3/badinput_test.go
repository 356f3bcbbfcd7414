package s3_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// wantError makes sure that every way to use a bucket fails with a kind and a hint.
func wantError(t *testing.T, bucket *objstore.Bucket, kind objstore.Kind, hint string) {
	t.Helper()
	for name, err := range map[string]error{
		"put":    second(bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{})),
		"list":   second(list(t, bucket, objstore.ListOptions{})),
		"read":   bucket.ReadFull(t.Context(), thing, 0, make([]byte, 1)),
		"create": second(bucket.CreateUpload(t.Context(), "k", 1, 5*mib, objstore.Attrs{})),
		"delete": bucket.Delete(t.Context(), "k"),
		"copy":   second(bucket.CopyFrom(t.Context(), bucket, thing, "k", objstore.Attrs{})),
		"stat":   second(bucket.Stat(t.Context(), "k")),
	} {
		e, ok := errors.AsType[*objstore.Error](err)
		if ok && name == "stat" && e.Kind == objstore.ErrNotFound {
			// A HEAD's answer has no body to tell what is not found: the object, the
			// bucket or, with versitygw where S3 says 403, the access key.
			continue
		}
		if !ok || !errors.Is(err, kind) {
			t.Errorf("%s: %v, want %q", name, err, kind)
			continue
		}
		if !strings.Contains(err.Error(), hint) {
			t.Errorf("%s: hint %q, want one of %q", name, e.Hint, hint)
		}
		if e.URL != bucket.URL() || e.Op == "" {
			t.Errorf("%s: %#v says too little", name, e)
		}
	}
}

// What people get wrong, on a real server.
func TestBadInput(t *testing.T) {
	server := emulator.Versitygw(t, &emulator.VersitygwOptions{Region: "eu-west-3"})
	newBucketIn(t, server, "private", "eu-west-3")
	right := s3.Credential{AccessKeyID: server.Account, SecretAccessKey: server.Secret}
	wrongSecret, unknownKey := right, right
	wrongSecret.SecretAccessKey += "x"
	unknownKey.AccessKeyID = "nobody"
	for name, c := range map[string]struct {
		opts s3.Options
		kind objstore.Kind
		hint string
	}{
		"wrong bucket":         {s3.Options{Region: "eu-west-3"}, objstore.ErrNotFound, "no such bucket"},
		"wrong secret":         {s3.Options{Region: "eu-west-3", Credential: &wrongSecret}, objstore.ErrPermission, "secret"},
		"unknown access key":   {s3.Options{Region: "eu-west-3", Credential: &unknownKey}, objstore.ErrPermission, "access key"},
		"not signed":           {s3.Options{Region: "eu-west-3", Credential: &s3.Credential{Anonymous: true}}, objstore.ErrPermission, ""},
		"wrong region":         {s3.Options{Region: "us-west-2"}, objstore.ErrInvalid, "region"},
		"nobody listens":       {s3.Options{Endpoint: "http://127.0.0.1:1"}, objstore.ErrUnavailable, "cannot be reached"},
		"no such host":         {s3.Options{Endpoint: "http://nowhere.invalid"}, objstore.ErrUnavailable, "endpoint"},
		"endpoint of no store": {s3.Options{Endpoint: server.URL + "/nonsense", Region: "eu-west-3"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			bucket := open(t, map[bool]string{true: "nosuchbucket", false: "private"}[name == "wrong bucket"], options(server, c.opts))
			if c.kind == "" {
				if _, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{}); objstore.KindOf(err) == "" {
					t.Errorf("%v", err)
				}
				return
			}
			wantError(t, bucket, c.kind, c.hint)
		})
	}
}

// An expired token, which versitygw knows nothing of: the front answers as Amazon does.
func TestExpiredToken(t *testing.T) {
	bucket, front := fronted(t, s3.Options{Credential: &s3.Credential{AccessKeyID: "ASIA", SecretAccessKey: "x", SessionToken: "old"}})
	front.Add(emulator.Rule{Fault: emulator.Answer(400, nil,
		"<Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message></Error>")})
	wantError(t, bucket, objstore.ErrPermission, "expired")
	wantHeaders(t, front.Requests()[0], map[string]string{"X-Amz-Security-Token": "old"})
}

// A bucket in another region than the configuration says, which it is followed to.
func TestRegionOfRealServer(t *testing.T) {
	server := emulator.Versitygw(t, &emulator.VersitygwOptions{Region: "eu-west-3"})
	wrong := open(t, "b", options(server, s3.Options{Region: "us-west-2"}))
	if _, err := wrong.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("%v", err)
	}
}

// Keys that cannot be: some by S3's rules, before anything is sent, others by the server's.
func TestBadKeys(t *testing.T) {
	bucket, front := fronted(t, s3.Options{})
	for name, key := range map[string]string{
		"empty": "", "no text": "a\xff", "half a rune": "\xc3", "too long": strings.Repeat("x", 1025),
	} {
		if _, err := bucket.Put(t.Context(), key, nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	wantRequests(t, front)
	if _, err := bucket.Put(t.Context(), "a", nil, objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string]string{"below an object": "a/b", "a long component": strings.Repeat("x", 300)} {
		if _, err := bucket.Put(t.Context(), key, nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
