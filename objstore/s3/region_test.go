package s3_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// inRegion reports for which region a request was signed.
func signedFor(r *http.Request, region string) bool {
	return strings.Contains(r.Header.Get("Authorization"), "/"+region+"/s3/")
}

// elsewhere answers as a bucket in eu-west-3 does to those who look for it in another
// region, with or without saying where it is.
func elsewhere(status int, code string, says bool) func(http.ResponseWriter, *http.Request, string) {
	return func(w http.ResponseWriter, r *http.Request, _ string) {
		if says || r.Header.Get("Authorization") == "" {
			w.Header().Set("X-Amz-Bucket-Region", "eu-west-3")
		}
		if signedFor(r, "eu-west-3") {
			put(w, r)
			return
		}
		fail(w, status, code)
	}
}

// A bucket is followed to its region, which is remembered.
func TestRegionFollowed(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		code   string
		says   bool
		asked  []string
	}{
		"redirect":              {301, "PermanentRedirect", true, []string{"PUT /b/k", "PUT /b/k", "PUT /b/k"}},
		"malformed":             {400, "AuthorizationHeaderMalformed", true, []string{"PUT /b/k", "PUT /b/k", "PUT /b/k"}},
		"malformed, not saying": {400, "AuthorizationHeaderMalformed", false, []string{"PUT /b/k", "HEAD /b", "PUT /b/k", "PUT /b/k"}},
	} {
		t.Run(name, func(t *testing.T) {
			front := scripted(t, elsewhere(c.status, c.code, c.says))
			bucket := open(t, "b", &s3.Options{Endpoint: front.URL, AWS: &aws.Config{
				Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("AKID", "secret", ""), HTTPClient: s3.NewTestClient(t),
			}})
			for range 2 {
				if o, err := bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{}); err != nil || !o.HasCRC32C {
					t.Fatalf("%+v, %v", o, err)
				}
			}
			wantRequests(t, front, c.asked...)
		})
	}
}

// A HEAD's answer has no code, only the header.
func TestRegionFollowedByStat(t *testing.T) {
	front := scripted(t, elsewhere(400, "AuthorizationHeaderMalformed", true))
	bucket := open(t, "b", options(front.Server, s3.Options{}))
	if o, err := bucket.Stat(t.Context(), "k"); err != nil || o.Version != "e" {
		t.Errorf("%+v, %v", o, err)
	}
	wantRequests(t, front, "HEAD /b/k", "HEAD /b/k")
}

// Nor a header, from some servers: what else is found out, then the HEAD is made again.
func TestRegionFollowedBySilentStat(t *testing.T) {
	front := scripted(t, elsewhere(400, "AuthorizationHeaderMalformed", false))
	bucket := open(t, "b", options(front.Server, s3.Options{}))
	if o, err := bucket.Stat(t.Context(), "k"); err != nil || o.Version != "e" {
		t.Errorf("%+v, %v", o, err)
	}
	wantRequests(t, front, "HEAD /b/k", "GET /b/k", "HEAD /b", "GET /b/k", "HEAD /b/k")
}

// A region that was given is not left, but the right one is named.
func TestRegionGiven(t *testing.T) {
	front := scripted(t, elsewhere(301, "PermanentRedirect", true))
	bucket := open(t, "b", options(front.Server, s3.Options{Region: "us-west-2"}))
	_, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{})
	if e, ok := errors.AsType[*objstore.Error](err); !ok || e.Kind != objstore.ErrInvalid || e.Hint != "the bucket is in the region eu-west-3" {
		t.Errorf("%#v", err)
	}
	wantRequests(t, front, "PUT /b/k")
}

// A place that sends requests back and forth is not followed for ever.
func TestRegionNowhere(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
		w.Header().Set("X-Amz-Bucket-Region", "eu-west-3")
		if signedFor(r, "eu-west-3") {
			w.Header().Set("X-Amz-Bucket-Region", "eu-west-2")
		}
		fail(w, 301, "PermanentRedirect")
	})
	if _, err := bucket.Put(t.Context(), "k", nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("%v", err)
	}
	wantRequests(t, front, "PUT /b/k", "PUT /b/k")
}
