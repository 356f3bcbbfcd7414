package gcs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/gcs"
)

func TestOpenRefuses(t *testing.T) {
	opener := gcs.Opener(&gcs.Options{Endpoint: nowhere.URL})
	for _, url := range []string{"gs://", "gs:///key", "gs:/x", "s3://a", "gs://bucket/key", "gs://a b"} {
		if b, err := opener.Open(t.Context(), url, nil); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%s: %v, %v", url, b, err)
		}
	}
	for _, opts := range []gcs.Options{
		{Endpoint: "localhost:4443"},
		{Endpoint: "http://"},
		{Endpoint: "http://%"},
		{Endpoint: nowhere.URL, StorageClass: "GLACIER"},
		{Credential: &gcs.Credential{File: json.RawMessage(`{"type":"unheard_of"}`)}},
		{Credential: &gcs.Credential{File: json.RawMessage(`{"type":"service_account","private_key":"s3cret"}`)}},
	} {
		_, err := gcs.Open(t.Context(), "bucket", &opts)
		if !errors.Is(err, objstore.ErrInvalid) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%+v: %v", opts, err)
		}
	}
}

// A document that is no credential is refused, and not quoted.
func TestCredentialRefused(t *testing.T) {
	for _, text := range []string{"", "s3cret", `{"access_token":1}`, `["s3cret"]`} {
		_, err := gcs.Opener(nil).Open(t.Context(), "gs://bucket", []byte(text))
		if !errors.Is(err, objstore.ErrInvalid) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Where there is no credential, that is said before anything is asked for.
func TestNoCredential(t *testing.T) {
	t.Setenv("STORAGE_EMULATOR_HOST", "")
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", filepath.Join(t.TempDir(), "nosuch.json"))
	_, err := gcs.Open(t.Context(), "bucket", nil)
	e, ok := errors.AsType[*objstore.Error](err)
	if !ok || e.Kind != objstore.ErrPermission || !strings.Contains(e.Hint, "gcloud auth") || e.URL != "gs://bucket" {
		t.Error(err)
	}
	if _, err := gcs.CurrentCredential(t.Context(), nil); !errors.Is(err, objstore.ErrPermission) {
		t.Error(err)
	}
}

// STORAGE_EMULATOR_HOST is honoured, with a scheme and without.
func TestEmulatorVariable(t *testing.T) {
	s := emulator.FakeGCS(t)
	makeBucket(t, s)
	for _, host := range []string{s.URL, strings.TrimPrefix(s.URL, "http://")} {
		t.Setenv("STORAGE_EMULATOR_HOST", host)
		b, err := gcs.Open(t.Context(), "bucket", nil)
		if err != nil {
			t.Fatal(err)
		}
		o, err := b.Put(t.Context(), "k", []byte("x"), objstore.Attrs{})
		if err != nil {
			t.Fatal(err)
		}
		wantBytes(t, b, o, []byte("x"))
		b.Close()
		if c, err := gcs.CurrentCredential(t.Context(), nil); err != nil || !c.Anonymous {
			t.Errorf("%+v, %v", c, err)
		}
	}
}

// google plays the parts of the service that give out tokens and objects.
type google struct {
	mu       sync.Mutex
	tokens   int      // given out
	bearers  []string // what requests were made with
	refusing int      // status of answers to requests for tokens
}

func (g *google) RoundTrip(r *http.Request) (*http.Response, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if r.URL.Host != "oauth2.googleapis.com" {
		g.bearers = append(g.bearers, r.Header.Get("Authorization"))
		return answer(r, http.StatusOK, `{"name":"k","size":"0","generation":"1","crc32c":"AAAAAA=="}`), nil
	}
	if g.refusing != 0 {
		return answer(r, g.refusing, `{"error":"invalid_grant","error_description":"Token has been expired or revoked."}`), nil
	}
	g.tokens++
	return answer(r, http.StatusOK, fmt.Sprintf(`{"access_token":"token %d","token_type":"Bearer","expires_in":-1}`, g.tokens)), nil
}

func answer(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Request: r, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(bytes.NewReader([]byte(body))), ContentLength: int64(len(body)),
	}
}

// userFile is a credential file as gcloud makes them.
const userFile = `{"type":"authorized_user","client_id":"id","client_secret":"s3cret","refresh_token":"r"}`

// A credential file is exchanged for tokens, and again when they expire; it may come as
// it is or in a Credential.
func TestTokensAreRenewed(t *testing.T) {
	t.Setenv("STORAGE_EMULATOR_HOST", "")
	wrapped, err := json.Marshal(gcs.Credential{File: json.RawMessage(userFile)})
	if err != nil {
		t.Fatal(err)
	}
	for _, credential := range [][]byte{[]byte(userFile), wrapped} {
		var g google
		b, err := gcs.Opener(&gcs.Options{Transport: &g}).Open(t.Context(), "gs://bucket", credential)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := b.Stat(t.Context(), "k"); err != nil {
				t.Fatal(err)
			}
		}
		if g.tokens < 2 || len(g.bearers) != 3 || g.bearers[0] != "Bearer token 1" {
			t.Errorf("%d tokens, used %q", g.tokens, g.bearers)
		}
		b.Close()
	}
}

// A credential that is revoked is the caller's affair.
func TestTokenRefused(t *testing.T) {
	t.Setenv("STORAGE_EMULATOR_HOST", "")
	g := google{refusing: http.StatusBadRequest}
	b, err := gcs.Opener(&gcs.Options{Transport: &g}).Open(t.Context(), "gs://bucket", []byte(userFile))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	_, err = b.Stat(t.Context(), "k")
	e, ok := errors.AsType[*objstore.Error](err)
	if !ok || e.Kind != objstore.ErrPermission || !strings.Contains(e.Hint, "gcloud auth") {
		t.Error(err)
	}
}

// An access token serves until it expires, and then nothing is asked for.
func TestAccessToken(t *testing.T) {
	t.Setenv("STORAGE_EMULATOR_HOST", "")
	for name, c := range map[string]struct {
		expires time.Time
		kind    objstore.Kind
		used    int
	}{
		"for ever": {time.Time{}, "", 1},
		"valid":    {time.Now().Add(time.Hour), "", 1},
		"expired":  {time.Now().Add(-time.Second), objstore.ErrPermission, 0},
	} {
		var g google
		b, err := gcs.Open(t.Context(), "bucket", &gcs.Options{
			Transport: &g, Credential: &gcs.Credential{AccessToken: "abc", Expires: c.expires},
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Stat(t.Context(), "k")
		if objstore.KindOf(err) != c.kind || len(g.bearers) != c.used || c.used > 0 && g.bearers[0] != "Bearer abc" {
			t.Errorf("%s: %v, used %q", name, err, g.bearers)
		}
		b.Close()
	}
}

// A client of the caller's own is used, and stays open.
func TestCallersClient(t *testing.T) {
	s := emulator.FakeGCS(t)
	makeBucket(t, s)
	client := sdkClient(t, s)
	for range 2 {
		b, err := gcs.Open(t.Context(), "bucket", &gcs.Options{Client: client})
		if err != nil {
			t.Fatal(err)
		}
		o, err := b.Put(t.Context(), "a/../b", []byte("hello"), objstore.Attrs{})
		if err != nil {
			t.Fatal(err)
		}
		wantBytes(t, b, o, []byte("hello"))
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Buckets of different servers do not copy from one another.
func TestCopyElsewhere(t *testing.T) {
	s := emulator.FakeGCS(t)
	makeBucket(t, s)
	here, there := open(t, s, "bucket", nil), open(t, emulator.NewFront(t, s).Server, "bucket", nil)
	o, err := here.Put(t.Context(), "k", nil, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := there.CopyFrom(t.Context(), here, o, "c", objstore.Attrs{}); !errors.Is(err, objstore.ErrUnsupported) {
		t.Error(err)
	}
}

func TestFitAttrs(t *testing.T) {
	b := open(t, nowhere, "bucket", nil)
	given := objstore.Attrs{
		ContentType: "text/\xff", CacheControl: "no-cache", StorageClass: "STANDARD_IA",
		Metadata: map[string]string{"ümlaut": "ü", "\xff": "1", "bad": "\xff", "": "2", "long": strings.Repeat("x", 4097)},
		Tags:     map[string]string{"a": "b"},
	}
	kept, lost := b.FitAttrs(given)
	if kept.ContentType != "" || kept.CacheControl != "no-cache" || kept.StorageClass != "" || kept.Tags != nil || len(kept.Metadata) != 1 {
		t.Errorf("kept %+v", kept)
	}
	if want := []string{"content type", "metadata ", "metadata bad", "metadata long", "metadata \xff", "storage class STANDARD_IA", "tags"}; fmt.Sprint(lost) != fmt.Sprint(want) {
		t.Errorf("lost %q", lost)
	}
	if len(given.Metadata) != 5 || len(given.Tags) != 1 {
		t.Error("the caller's maps were changed")
	}
}

// A URL that is divided is put together again by a slash.
func FuzzSplit(f *testing.F) {
	for _, url := range []string{"gs://name", "gs://name/", "gs://name/x/y", "gs://name//x", "gs:///x", "gs://a%2Fb/c", "s3://a"} {
		f.Add(url)
	}
	opener := gcs.Opener(nil)
	f.Fuzz(func(t *testing.T, url string) {
		bucket, key, err := opener.Split(url)
		if err != nil {
			return
		}
		if bucket+"/"+key != url && (bucket != url || key != "") {
			t.Errorf("%q became %q and %q", url, bucket, key)
		}
	})
}
