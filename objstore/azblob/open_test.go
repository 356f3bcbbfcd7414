package azblob_test

import (
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// What cannot be is refused before anything is contacted, and no credential is quoted.
func TestOpenRefuses(t *testing.T) {
	key := &azblob.Credential{AccountKey: "c2VjcmV0"}
	for name, c := range map[string]struct {
		account, container string
		opts               azblob.Options
	}{
		"account":      {"a/b", "box", azblob.Options{Credential: key}},
		"no account":   {"", "box", azblob.Options{Credential: key}},
		"container":    {"account", "Box", azblob.Options{Credential: key}},
		"short":        {"account", "bx", azblob.Options{Credential: key}},
		"hyphens":      {"account", "bo--x", azblob.Options{Credential: key}},
		"endpoint":     {"account", "box", azblob.Options{Credential: key, Endpoint: "ftp://x"}},
		"no URL":       {"account", "box", azblob.Options{Credential: key, Endpoint: "https://\x7f"}},
		"namespace":    {"account", "box", azblob.Options{Credential: key, Namespace: "round"}},
		"class":        {"account", "box", azblob.Options{Credential: key, StorageClass: "STANDARD"}},
		"no Base64":    {"account", "box", azblob.Options{Credential: &azblob.Credential{AccountKey: "sesame!"}}},
		"two at once":  {"account", "box", azblob.Options{Credential: &azblob.Credential{AccountKey: "c2VjcmV0", SAS: "sesame"}}},
		"secret in it": {"account", "box", azblob.Options{Credential: &azblob.Credential{SAS: "sig=sesame"}, Endpoint: "https://\x7f"}},
	} {
		_, err := azblob.Open(t.Context(), c.account, c.container, &c.opts)
		wantKind(t, err, objstore.ErrInvalid)
		if strings.Contains(err.Error(), "sesame") {
			t.Errorf("%s: %v quotes a secret", name, err)
		}
	}
	for _, url := range []string{"az://account/box/key", "az://account", "s3://account/box"} {
		_, err := azblob.Opener(nil).Open(t.Context(), url, nil)
		wantKind(t, err, objstore.ErrInvalid)
	}
	_, err := azblob.Opener(nil).Open(t.Context(), "az://account/box", []byte(`{"account_key": sesame`))
	wantKind(t, err, objstore.ErrInvalid)
	if strings.Contains(err.Error(), "sesame") {
		t.Errorf("%v quotes a secret", err)
	}
}

// The endpoint has the account in it, wherever that stands.
func TestEndpoint(t *testing.T) {
	for endpoint, want := range map[string]string{
		"":                                "https://account.blob.core.windows.net",
		"https://{account}.blob.example/": "https://account.blob.example",
		"http://127.0.0.1:10000":          "http://127.0.0.1:10000/account",
		"http://127.0.0.1:10000/other":    "http://127.0.0.1:10000/other",
		"http://[::1]:10000":              "http://[::1]:10000/account",
		"https://blobs.example":           "https://blobs.example",
	} {
		c, err := azblob.CurrentCredential(t.Context(), "account", &azblob.Options{
			Endpoint: endpoint, Credential: &azblob.Credential{Anonymous: true},
		})
		if err != nil || c.Endpoint != want || !c.Anonymous {
			t.Errorf("%q: %+v, %v; want %q", endpoint, c, err, want)
		}
	}
}

// A URL that is divided is put together again by a slash.
func FuzzSplit(f *testing.F) {
	for _, url := range []string{"az://a/c", "az://a/c/", "az://a/c/x/y", "az://a/c//x", "az://a", "az:///c/x", "az://a%2Fb/c", "s3://a/c"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		bucket, key, err := azblob.Opener(nil).Split(url)
		if err != nil {
			return
		}
		if bucket+"/"+key != url && (bucket != url || key != "") {
			t.Errorf("%q became %q and %q", url, bucket, key)
		}
		if rest := strings.TrimPrefix(bucket, "az://"); strings.Count(rest, "/") != 1 || strings.HasPrefix(rest, "/") || strings.HasSuffix(rest, "/") {
			t.Errorf("%q has the bucket %q", url, bucket)
		}
	})
}
