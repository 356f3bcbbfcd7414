package s3_test

import (
	"encoding/pem"
	"errors"
	"io"
	stdlog "log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// secure returns a server with a certificate that nobody trusts, and a file that holds it.
func secure(t *testing.T) (server *httptest.Server, bundle string) {
	server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { put(w, r) }))
	server.Config.ErrorLog = stdlog.New(io.Discard, "", 0) // a client that does not trust it is part of the test
	server.StartTLS()
	t.Cleanup(server.Close)
	bundle = filepath.Join(t.TempDir(), "bundle.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(bundle, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return server, bundle
}

func putTo(t *testing.T, opts s3.Options) error {
	t.Helper()
	opts.Credential = &s3.Credential{AccessKeyID: "AKID", SecretAccessKey: "secret"}
	bucket, err := s3.Open(t.Context(), "name", &opts)
	if err != nil {
		return err
	}
	defer bucket.Close()
	_, err = bucket.Put(t.Context(), "k", []byte(hello), objstore.Attrs{})
	return err
}

// AWS_CA_BUNDLE says whom the bucket's own client trusts.
func TestCABundle(t *testing.T) {
	server, bundle := secure(t)
	t.Setenv("AWS_CA_BUNDLE", bundle)
	if err := putTo(t, s3.Options{Endpoint: server.URL}); err != nil {
		t.Error(err)
	}
	t.Setenv("AWS_CA_BUNDLE", filepath.Join(t.TempDir(), "none"))
	err := putTo(t, s3.Options{Endpoint: server.URL})
	if e, ok := errors.AsType[*objstore.Error](err); !ok || e.Kind != objstore.ErrInvalid || !strings.Contains(e.Hint, "AWS_CA_BUNDLE") {
		t.Errorf("a file that is not there: %#v", err)
	}
}

// A certificate that is not trusted does not get so by trying again.
func TestUntrusted(t *testing.T) {
	server, _ := secure(t)
	t.Setenv("AWS_CA_BUNDLE", "")
	err := putTo(t, s3.Options{Endpoint: server.URL})
	if e, ok := errors.AsType[*objstore.Error](err); !ok || e.Kind != objstore.ErrInvalid || !strings.Contains(e.Hint, "not trusted") {
		t.Errorf("%#v", err)
	}
}

// A client of the caller's own works where AWS_CA_BUNDLE is set, and is the one that is used.
func TestClientOfCaller(t *testing.T) {
	server, bundle := secure(t)
	t.Setenv("AWS_CA_BUNDLE", bundle)
	client := server.Client()
	used := 0
	inner := client.Transport
	client.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		used++
		return inner.RoundTrip(r)
	})
	if err := putTo(t, s3.Options{Endpoint: server.URL, Client: client}); err != nil || used != 1 {
		t.Errorf("used %d times, %v", used, err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Where the bucket's name stands.
func TestAddressing(t *testing.T) {
	t.Setenv("AWS_REGION", "")
	for name, c := range map[string]struct {
		opts s3.Options
		want string
	}{
		"Amazon":            {s3.Options{Region: "eu-west-3"}, "https://name.s3.eu-west-3.amazonaws.com/k"},
		"Amazon, no region": {s3.Options{}, "https://name.s3.us-east-1.amazonaws.com/k"},
		"Amazon, path":      {s3.Options{Addressing: s3.AddressPath}, "https://s3.us-east-1.amazonaws.com/name/k"},
		"elsewhere":         {s3.Options{Endpoint: "https://example.net:9000"}, "https://example.net:9000/name/k"},
		"elsewhere, host":   {s3.Options{Endpoint: "https://example.net", Addressing: s3.AddressHost}, "https://name.example.net/k"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked string
			c.opts.Client = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				r.URL.RawQuery = ""
				asked = r.URL.String()
				return nil, errors.New("that is all")
			})}
			if err := putTo(t, c.opts); !errors.Is(err, objstore.ErrUnavailable) || asked != c.want {
				t.Errorf("asked %s, want %s; %v", asked, c.want, err)
			}
		})
	}
}

// A redirection is not followed by the client: its signature would not be valid.
func TestRedirection(t *testing.T) {
	client := s3.NewTestClient(t)
	bucket, front := openScripted(t, s3.Options{Client: client}, func(w http.ResponseWriter, r *http.Request, _ string) {
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	})
	if _, err := bucket.Stat(t.Context(), "k"); err == nil {
		t.Error("no error")
	}
	for _, r := range front.Requests() {
		if r.Path == "/elsewhere" {
			t.Error("it was followed")
		}
	}
}
