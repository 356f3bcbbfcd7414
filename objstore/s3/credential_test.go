package s3_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// bareEnvironment leaves the SDK's default chain nothing to find.
func bareEnvironment(t *testing.T) {
	t.Helper()
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_REGION", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"} {
		t.Setenv(name, "")
		os.Unsetenv(name) //nolint:errcheck // it is set, and Setenv brings it back
	}
	none := filepath.Join(t.TempDir(), "none")
	t.Setenv("AWS_CONFIG_FILE", none)
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", none)
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
}

func keyOf(r *http.Request) string {
	_, rest, _ := strings.Cut(r.Header.Get("Authorization"), "Credential=")
	key, _, _ := strings.Cut(rest, "/")
	return key
}

// The environment counts, where nothing else is said.
func TestDefaultChain(t *testing.T) {
	bareEnvironment(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "ENVKEY")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_REGION", "eu-west-3")
	var key string
	front := scripted(t, func(w http.ResponseWriter, r *http.Request, _ string) {
		key = keyOf(r)
		if !signedFor(r, "eu-west-3") {
			fail(w, 500, "WrongRegion")
			return
		}
		put(w, r)
	})
	t.Setenv("AWS_ENDPOINT_URL_S3", front.URL)
	bucket := open(t, "b", nil)
	if _, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{}); err != nil || key != "ENVKEY" {
		t.Errorf("signed with %q, %v", key, err)
	}
	wantRequests(t, front, "PUT /b/k")
}

// Without a credential anywhere nothing is sent, and the error says what to do.
func TestNoCredential(t *testing.T) {
	bareEnvironment(t)
	front := scripted(t, nil)
	bucket := open(t, "b", &s3.Options{Endpoint: front.URL})
	for name, err := range map[string]error{
		"put":  second(bucket.Put(t.Context(), "k", nil, objstore.Attrs{})),
		"stat": second(bucket.Stat(t.Context(), "k")),
		"read": bucket.ReadFull(t.Context(), thing, 0, make([]byte, 1)),
		"list": second(list(t, bucket, objstore.ListOptions{})),
	} {
		e, ok := errors.AsType[*objstore.Error](err)
		if !ok || e.Kind != objstore.ErrPermission || !strings.Contains(e.Hint, "AWS_ACCESS_KEY_ID") {
			t.Errorf("%s: %#v", name, err)
		}
	}
	wantRequests(t, front)
}

func second[T any](_ T, err error) error { return err }

// A public bucket needs no signature, whichever way that is said.
func TestAnonymous(t *testing.T) {
	for name, opts := range map[string]s3.Options{
		"credential": {Credential: &s3.Credential{Anonymous: true}},
		"AWS":        {AWS: &aws.Config{Region: "us-east-1", Credentials: aws.AnonymousCredentials{}, HTTPClient: s3.NewTestClient(t)}},
		"none":       {AWS: &aws.Config{Region: "us-east-1", HTTPClient: s3.NewTestClient(t)}},
	} {
		front := scripted(t, func(w http.ResponseWriter, r *http.Request, _ string) { put(w, r) })
		opts.Endpoint = front.URL
		if _, err := open(t, "b", &opts).Put(t.Context(), "k", nil, objstore.Attrs{}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantHeaders(t, front.Requests()[0], map[string]string{"Authorization": ""})
	}
}

// renewing gives out credentials that are good for no time at all, or none.
type renewing struct {
	given int
	fail  bool
}

func (r *renewing) Retrieve(context.Context) (aws.Credentials, error) {
	if r.fail {
		return aws.Credentials{}, errors.New("the token service is down")
	}
	r.given++
	return aws.Credentials{
		AccessKeyID: fmt.Sprintf("KEY%d", r.given), SecretAccessKey: "secret", CanExpire: true, Expires: time.Now().Add(-time.Second),
	}, nil
}

// A credential that runs out while a bucket is in use is renewed, and not to be able to
// is a failure of the moment.
func TestCredentialRenewed(t *testing.T) {
	var keys []string
	front := scripted(t, func(w http.ResponseWriter, r *http.Request, _ string) {
		keys = append(keys, keyOf(r))
		put(w, r)
	})
	source := &renewing{}
	bucket := open(t, "b", &s3.Options{Endpoint: front.URL, AWS: &aws.Config{
		Region: "us-east-1", Credentials: aws.NewCredentialsCache(source), HTTPClient: s3.NewTestClient(t),
	}})
	for range 3 {
		if _, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(keys, " "); got != "KEY1 KEY2 KEY3" {
		t.Errorf("signed with %s", got)
	}
	source.fail = true
	if _, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}

// A credential that one process sends opens the same bucket in another.
func TestCredentialSent(t *testing.T) {
	bareEnvironment(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "ENVKEY")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_SESSION_TOKEN", "token")
	front := scripted(t, func(w http.ResponseWriter, r *http.Request, _ string) { put(w, r) })
	t.Setenv("AWS_ENDPOINT_URL_S3", front.URL)
	t.Setenv("AWS_REGION", "eu-west-3")
	c, err := s3.CurrentCredential(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	bareEnvironment(t)
	bucket, err := s3.Opener(nil).Open(t.Context(), "s3://b", text)
	if err != nil {
		t.Fatal(err)
	}
	defer bucket.Close()
	if _, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{}); err != nil {
		t.Error(err)
	}
	r := front.Requests()[0]
	wantHeaders(t, r, map[string]string{"X-Amz-Security-Token": "token"})
	if got := r.Header.Get("Authorization"); !strings.Contains(got, "Credential=ENVKEY/") || !strings.Contains(got, "/eu-west-3/") {
		t.Errorf("signed: %s", got)
	}
}

// A credential that is none is refused without being shown.
func TestCredentialBroken(t *testing.T) {
	_, err := s3.Opener(nil).Open(t.Context(), "s3://b", []byte(`{"secret_access_key": "hush`))
	if !errors.Is(err, objstore.ErrInvalid) || strings.Contains(err.Error(), "hush") {
		t.Errorf("%v", err)
	}
}

// There is none to be sent.
func TestCurrentCredentialMissing(t *testing.T) {
	bareEnvironment(t)
	if _, err := s3.CurrentCredential(t.Context(), nil); !errors.Is(err, objstore.ErrPermission) {
		t.Errorf("%v", err)
	}
	if c, err := s3.CurrentCredential(t.Context(), &s3.Options{Credential: &s3.Credential{Anonymous: true}}); err != nil || !c.Anonymous {
		t.Errorf("%+v, %v", c, err)
	}
}
