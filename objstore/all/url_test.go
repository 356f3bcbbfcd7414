package all_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/all"
	"github.com/skyferry/skyferry/objstore/azblob"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/gcs"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/s3"
	"github.com/skyferry/skyferry/objstore/wrap"
)

// rawKeys are taken as they stand in a URL.
var rawKeys = []string{
	"", "key", "dir/", "/", "//", "/lead", "a//b", "a/../b", "./x", ".", "100%", "a%2Bb", "%zz", "x?*.wav", "a?b=c&d", "C-L#1", "#",
	"a b", " ", "'q'", `"`, "a+b", "a\\b", "a:b", "s3://other/key", "é", "e\u0301", "\u00a0", "\xff", "line\nfeed",
}

// Where buckets end and keys begin.
func TestSplit(t *testing.T) {
	openers := all.Openers(&all.Options{Mem: mem.NewStore()})
	for _, bucket := range []string{"s3://bucket", "s3://a.b-c", "gs://bucket", "gs://dotted.example", "az://account/container", "mem://name"} {
		for _, key := range rawKeys {
			url := bucket + "/" + key
			gotBucket, gotKey, err := openers.Split(url)
			if err != nil || gotBucket != bucket || gotKey != key {
				t.Errorf("%q: %q, %q, %v", url, gotBucket, gotKey, err)
			}
		}
		if gotBucket, gotKey, err := openers.Split(bucket); err != nil || gotBucket != bucket || gotKey != "" {
			t.Errorf("%q: %q, %q, %v", bucket, gotBucket, gotKey, err)
		}
	}
}

// A file's bucket is the folder it is in; what Split returns is put together again by a
// slash, whatever stands in the path.
func TestSplitFile(t *testing.T) {
	openers := all.Openers(nil)
	for _, key := range rawKeys {
		url := "file:///data/" + key
		bucket, rest, err := openers.Split(url)
		slash := strings.LastIndexByte(key, '/')
		if err != nil || rest != key[slash+1:] || strings.TrimRight(bucket, "/") != strings.TrimRight("file:///data/"+key[:slash+1], "/") {
			t.Errorf("%q: %q, %q, %v", url, bucket, rest, err)
		}
	}
}

// What is no URL of a bucket.
func TestSplitRefuses(t *testing.T) {
	openers := all.Openers(nil)
	for url, want := range map[string]objstore.Kind{
		"":                  objstore.ErrInvalid,
		"/tmp/x":            objstore.ErrInvalid,
		"s3:/bucket/key":    objstore.ErrInvalid,
		"s3://":             objstore.ErrInvalid,
		"s3:///key":         objstore.ErrInvalid,
		"gs:///key":         objstore.ErrInvalid,
		"az://account":      objstore.ErrInvalid,
		"az://account//key": objstore.ErrInvalid,
		"S3://bucket/key":   objstore.ErrUnsupported,
		"http://host/x":     objstore.ErrUnsupported,
		"mem://name/key":    objstore.ErrUnsupported, // no store was given
	} {
		_, _, splitErr := openers.Split(url)
		_, openErr := openers.Open(t.Context(), url, nil)
		_, credentialErr := openers.Credential(t.Context(), url)
		for _, err := range []error{splitErr, openErr, credentialErr} {
			if !errors.Is(err, want) {
				t.Errorf("%q: %v, want %v", url, err, want)
			}
		}
	}
}

// What another process needs to open the same: the place of the bucket, too.
func TestCredential(t *testing.T) {
	openers := all.Openers(&all.Options{
		S3:     &s3.Options{Endpoint: "http://localhost:1", Region: "us-east-1", Credential: &s3.Credential{AccessKeyID: "me", SecretAccessKey: "sesame"}},
		GCS:    &gcs.Options{Endpoint: "http://localhost:2"},
		Azblob: &azblob.Options{Endpoint: "http://localhost:3", Credential: &azblob.Credential{SAS: "sig=sesame"}},
		Mem:    mem.NewStore(),
	})
	for url, want := range map[string]string{
		"s3://bucket":            `{"access_key_id":"me","secret_access_key":"sesame","endpoint":"http://localhost:1","addressing":"path","region":"us-east-1"}`,
		"gs://bucket":            `{"anonymous":true,"endpoint":"http://localhost:2"}`,
		"az://account/container": `{"sas":"sig=sesame","endpoint":"http://localhost:3"}`,
		"file:///data":           "",
		"mem://name":             "",
	} {
		got, err := openers.Credential(t.Context(), url)
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", url, got, err)
		}
	}
}

// The options reach the stores: limits and refusals show it, and nothing is contacted.
func TestOptions(t *testing.T) {
	openers := all.Openers(&all.Options{
		S3:     &s3.Options{Credential: &s3.Credential{Anonymous: true}, Limits: &objstore.Limits{MaxParts: 7}},
		GCS:    &gcs.Options{Credential: &gcs.Credential{Anonymous: true}, StorageClass: "none such"},
		Azblob: &azblob.Options{Credential: &azblob.Credential{Anonymous: true}, NoTags: true},
	})
	b := open(t, openers, "s3://bucket")
	if got := b.Limits().MaxParts; got != 7 {
		t.Errorf("s3: %d parts", got)
	}
	if _, err := openers.Open(t.Context(), "gs://bucket", nil); !errors.Is(err, objstore.ErrInvalid) || !strings.Contains(err.Error(), "none such") {
		t.Errorf("gs: %v", err)
	}
	b = open(t, openers, "az://account/container")
	if _, lost := b.FitAttrs(objstore.Attrs{Tags: map[string]string{"a": "b"}}); len(lost) != 1 {
		t.Errorf("az: lost %q", lost)
	}
}

func TestFileOptions(t *testing.T) {
	dir := t.TempDir()
	for url, opts := range map[string]*file.Options{"file://" + dir + "/plain": nil, "file://" + dir + "/private": {FileMode: 0o600}} {
		b := open(t, all.Openers(&all.Options{File: opts}), url)
		if _, err := b.Put(t.Context(), "key", nil, objstore.Attrs{}); err != nil || b.URL() != url {
			t.Fatalf("%s: %v", b.URL(), err)
		}
		info, err := os.Stat(filepath.Join(strings.TrimPrefix(url, "file://"), "key"))
		if err != nil || (info.Mode().Perm() == 0o600) != (opts != nil) {
			t.Errorf("%s: mode %v, %v", url, info.Mode(), err)
		}
	}
}

// Calls are made again, unless that is not wanted.
func TestRetry(t *testing.T) {
	for want, opts := range map[int]all.Options{
		0: {NoRetry: true},
		2: {Retry: &wrap.RetryOptions{Attempts: 3, FirstPause: time.Millisecond}},
	} {
		again := 0
		if opts.Retry != nil {
			opts.Retry.OnRetry = func(string, error, time.Duration) { again++ }
		}
		// Nothing listens at this port, which only the system could give out.
		opts.S3 = &s3.Options{Endpoint: "http://127.0.0.1:1", Credential: &s3.Credential{Anonymous: true}}
		_, err := open(t, all.Openers(&opts), "s3://bucket").Stat(t.Context(), "key")
		if !errors.Is(err, objstore.ErrUnavailable) || again != want {
			t.Errorf("again %d times, want %d; %v", again, want, err)
		}
	}
}

func open(t *testing.T, openers objstore.Openers, url string) *objstore.Bucket {
	t.Helper()
	b, err := openers.Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}
