package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/internal/emulator/clouds"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/all"
)

// withCloud makes a tool whose environment has no other credential of a cloud than the
// variables given. Gateways are given none of them.
func withCloud(t *testing.T, variables ...string) *tool {
	t.Helper()
	x := newTool(t)
	x.env = []string{"HOME=" + x.dir, "PATH=" + os.Getenv("PATH"), "AWS_EC2_METADATA_DISABLED=true"}
	x.env = append(x.env, variables...)
	return x
}

func awsCredential(server *emulator.Server) []string {
	return []string{"AWS_ACCESS_KEY_ID=" + server.Account, "AWS_SECRET_ACCESS_KEY=" + server.Secret}
}

// bucketOf opens a bucket for what the test puts there and finds there.
func bucketOf(t *testing.T, opts all.Options, url string) *objstore.Bucket {
	t.Helper()
	b, err := all.Openers(&opts).Open(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// putAll puts objects of several sizes below in/, with a content type.
func putAll(t *testing.T, b *objstore.Bucket) (keys []string) {
	t.Helper()
	for i, key := range []string{"a b", "a%2Bb", "a+b", "empty", "large", "sub/x?y#z"} {
		size := i * 1000
		switch key {
		case "empty":
			size = 0
		case "large":
			size = 20 << 20
		}
		if _, err := b.Put(t.Context(), "in/"+key, pattern(key, size), objstore.Attrs{ContentType: "text/plain", Tags: map[string]string{"a": "b"}}); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	return keys
}

// pattern is bytes that no other key has.
func pattern(key string, size int) []byte {
	return []byte(strings.Repeat(key+"\n", size/(len(key)+1)+1)[:size])
}

// wantAll compares what has arrived below out/.
func wantAll(t *testing.T, b *objstore.Bucket, keys []string) {
	t.Helper()
	var found []string
	for listed, err := range b.List(t.Context(), objstore.ListOptions{Prefix: "out/"}) {
		if err != nil {
			t.Fatal(err)
		}
		key := strings.TrimPrefix(listed.Key, "out/")
		found = append(found, key)
		o, err := b.Stat(t.Context(), listed.Key)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, o.Size)
		if err := b.ReadFull(t.Context(), o, 0, got); err != nil || string(got) != string(pattern(key, len(got))) || o.Attrs.ContentType != "text/plain" || o.Attrs.Tags["a"] != "b" {
			t.Errorf("%q: %d bytes that are not the source's, or %+v; %v", key, len(got), o.Attrs, err)
		}
	}
	if !slices.Equal(found, keys) {
		t.Errorf("%q have arrived, want %q", found, keys)
	}
}

// TestCopyS3: the built tool, its gateways processes with nothing but what the control
// channel tells them, within S3 and from there to a folder.
func TestCopyS3(t *testing.T) {
	t.Parallel()
	server, opts := clouds.S3(t)
	bucket := bucketOf(t, all.Options{S3: opts}, "s3://"+clouds.Bucket)
	keys := putAll(t, bucket)
	x := withCloud(t, awsCredential(server)...)
	o := x.call(t, "cp", "s3://bucket/in/", "s3://bucket/out/", "--endpoint-url", server.URL, "--json").want(t, statusDone)
	if r := decode[skyferry.Report](t, o, reportFields+linkFields); !r.Verified || int(r.Objects) != len(keys) || r.Skipped != 0 {
		t.Errorf("%+v", r)
	}
	if strings.Contains(o.stdout+o.stderr, server.Secret) {
		t.Errorf("the secret is told: %s%s", o.stdout, o.stderr)
	}
	wantAll(t, bucket, keys)
	x.call(t, "cp", "s3://bucket/in/a b", x.out()+"/one", "--endpoint-url", server.URL).want(t, statusDone).wantOut(t, "1 objects", "verified: true", `moved without: "one": content type, tags`)
	if got, err := os.ReadFile(strings.TrimPrefix(x.out(), "file://") + "/one"); err != nil || string(got) != string(pattern("a b", len(got))) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestCopyS3ToAzure: two clouds, each with the variables of its own tools.
func TestCopyS3ToAzure(t *testing.T) {
	t.Parallel()
	server, opts := clouds.S3(t)
	azurite, azure := clouds.Azblob(t)
	keys := putAll(t, bucketOf(t, all.Options{S3: opts}, "s3://"+clouds.Bucket))
	x := withCloud(t, append(awsCredential(server), "AWS_ENDPOINT_URL="+server.URL, "AZURE_STORAGE_KEY="+azurite.Secret, "AZURE_STORAGE_SERVICE_ENDPOINT="+azurite.URL)...)
	url := "az://" + azurite.Account + "/" + clouds.Bucket
	x.call(t, "cp", "-r", "s3://bucket/in", url+"/out").want(t, statusDone).wantOut(t, fmt.Sprint(len(keys), " objects"), "verified: true")
	wantAll(t, bucketOf(t, all.Options{Azblob: azure}, url), keys)
}

// TestCopyGCSToS3: Google's variable for emulators reaches the gateways, too.
func TestCopyGCSToS3(t *testing.T) {
	t.Parallel()
	server, opts := clouds.S3(t)
	fake, gcs := clouds.GCS(t)
	source := bucketOf(t, all.Options{GCS: gcs}, "gs://"+clouds.Bucket)
	if _, err := source.Put(t.Context(), "key", pattern("key", 1000), objstore.Attrs{ContentType: "text/plain"}); err != nil {
		t.Fatal(err)
	}
	x := withCloud(t, append(awsCredential(server), "STORAGE_EMULATOR_HOST="+strings.TrimPrefix(fake.URL, "http://"))...)
	x.call(t, "cp", "gs://bucket/key", "s3://bucket/out/", "--endpoint-url", server.URL).want(t, statusDone).wantOut(t, "1 objects", "verified: true")
	o, err := bucketOf(t, all.Options{S3: opts}, "s3://"+clouds.Bucket).Stat(t.Context(), "out/key")
	if err != nil || o.Size != 1000 || o.Attrs.ContentType != "text/plain" {
		t.Errorf("%+v, %v", o, err)
	}
}

// TestCopyCloudRefused: what cannot be done is told in words that help, with status 1, and
// no gateway stays.
func TestCopyCloudRefused(t *testing.T) {
	t.Parallel()
	server, opts := clouds.S3(t)
	bucket := bucketOf(t, all.Options{S3: opts}, "s3://"+clouds.Bucket)
	if _, err := bucket.Put(t.Context(), "key", []byte("content"), objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	here, in := awsCredential(server), folder(t, "one")
	elsewhere := append([]string{"AWS_REGION=eu-west-1"}, here...) // the bucket is in another, where it is found
	wrongKey := []string{"AWS_ACCESS_KEY_ID=" + server.Account, "AWS_SECRET_ACCESS_KEY=wrong"}
	closed := "http://127.0.0.1:1"
	for name, c := range map[string]struct {
		env   []string
		args  string // with S3 for the server's URL and IN for a folder's
		words []string
	}{
		"wrong source bucket":      {env: here, args: "s3://nothere/key IN/x --endpoint-url S3", words: []string{"s3://nothere", "not found", "bucket"}},
		"wrong source of many":     {env: here, args: "-r s3://nothere IN/x --endpoint-url S3", words: []string{"s3://nothere", "not found", "bucket"}},
		"wrong destination bucket": {env: here, args: "IN/one s3://nothere/x --endpoint-url S3", words: []string{"s3://nothere", "not found"}},
		"no such object":           {env: here, args: "s3://bucket/nothing IN/x --endpoint-url S3", words: []string{`key "nothing"`, "not found"}},
		"nothing below":            {env: here, args: "-r s3://bucket/nothing IN/x --endpoint-url S3", words: []string{"not found", "check the source's URL"}},
		"no credential":            {args: "s3://bucket/key IN/x --endpoint-url S3", words: []string{"permission denied", "AWS_ACCESS_KEY_ID"}},
		"no credential to write":   {args: "IN/one s3://bucket/x --endpoint-url S3", words: []string{"permission denied", "AWS_ACCESS_KEY_ID"}},
		"wrong credential":         {env: wrongKey, args: "s3://bucket/key IN/x --endpoint-url S3", words: []string{"permission denied"}},
		"no such object elsewhere": {env: elsewhere, args: "s3://bucket/nothing IN/x --endpoint-url S3", words: []string{`key "nothing"`, "not found"}},
		"no server":                {env: here, args: "s3://bucket/key IN/x --endpoint-url " + closed, words: []string{"unavailable", "refused"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := withCloud(t, c.env...)
			args := strings.Fields(strings.NewReplacer("S3", server.URL, "IN", in).Replace(c.args))
			o := x.call(t, append([]string{"cp"}, args...)...).want(t, statusNotDone).wantErr(t, c.words...)
			if strings.Contains(o.stderr, server.Secret) {
				t.Errorf("the secret is told: %s", o.stderr)
			}
			t.Log(o.stderr)
		})
	}
}

// TestCopyURLsRefused: wrong use is told before anything is contacted.
func TestCopyURLsRefused(t *testing.T) {
	for args, word := range map[string]string{
		"s3:///key file:///x":                           "a bucket's name belongs after s3://",
		"file:///x az://account":                        "an account and a container belong after az://",
		"gs:// file:///x":                               "a bucket's name belongs after gs://",
		"ftp://host/x file:///x":                        "the schemes known here are az, file, gs, s3",
		"s3://b/k file:///x --endpoint-url host:9000":   "begins with https:// or http://",
		"gs://b/k file:///x --endpoint-url http://host": "is about s3://",
		"file:///x mem://name/key":                      "lives in one process",
	} {
		call(t, append([]string{"cp"}, strings.Fields(args)...)...).want(t, statusUsage).wantErr(t, word)
	}
}
