package azblob_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// Every kind of credential opens the container in another process, sent as JSON, and so
// does what the environment says.
func TestCredentials(t *testing.T) {
	server := emulator.Azurite(t)
	newContainer(t, server, "box")
	for name, c := range map[string]azblob.Credential{
		"key": {AccountKey: server.Secret}, "signature": {SAS: "?" + signature(t, server, time.Hour, "rwdlct")},
	} {
		sent, err := azblob.CurrentCredential(t.Context(), server.Account, options(server, azblob.Options{Credential: &c}))
		if err != nil || sent.Endpoint != server.URL+"/"+server.Account {
			t.Fatalf("%s: %+v, %v", name, sent, err)
		}
		text, err := json.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		b, err := azblob.Opener(nil).Open(t.Context(), "az://devstoreaccount1/box", text)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		useAll(t, b)
	}
	t.Setenv("AZURE_STORAGE_SERVICE_ENDPOINT", server.URL)
	t.Setenv("AZURE_STORAGE_ACCOUNT", server.Account)
	t.Setenv("AZURE_STORAGE_KEY", server.Secret)
	b, err := azblob.Open(t.Context(), server.Account, "box", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	useAll(t, b)
}

// useAll does with a bucket what needs one permission or another.
func useAll(t *testing.T, b *objstore.Bucket) {
	t.Helper()
	u := create(t, b, "u", 2, 1)
	if _, err := b.Complete(t.Context(), u, putParts(t, b, u, []byte("ab"))); err != nil {
		t.Fatal(err)
	}
	o, err := b.Put(t.Context(), "k", []byte("x"), allAttrs)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.CopyFrom(t.Context(), b, o, "c", objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	holds(t, b, "c", "x")
	if got := list(t, b, objstore.ListOptions{StartAfter: "c"}); strings.Join(got, " ") != "k u" {
		t.Errorf("listed %q", got)
	}
	if err := b.Delete(t.Context(), "k", "u", "c", "none"); err != nil {
		t.Fatal(err)
	}
}

// tokens gives out tokens that have expired by the next request, and fails from the nth on.
type tokens struct {
	n     int
	fails int
}

func (s *tokens) GetToken(context.Context, policy.TokenRequestOptions) (azcore.AccessToken, error) {
	s.n++
	if s.n >= s.fails {
		return azcore.AccessToken{}, errors.New("no token to be had")
	}
	return azcore.AccessToken{Token: "t" + string(rune('0'+s.n)), ExpiresOn: time.Now()}, nil
}

// tlsServer returns a server that notes what authorizes requests, and a client that
// trusts it. Azurite knows no tokens.
func tlsServer(t *testing.T) (url string, client *http.Client, seen *[]string) {
	t.Helper()
	seen = new([]string)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*seen = append(*seen, r.Header.Get("Authorization"))
		created(w, r, "")
	}))
	t.Cleanup(server.Close)
	return server.URL, server.Client(), seen
}

// A token is renewed when it has expired. Where none is to be had that is an error of
// the credential, or, if there was one before, one that may pass.
func TestToken(t *testing.T) {
	url, client, seen := tlsServer(t)
	for fails, kind := range map[int]objstore.Kind{1: objstore.ErrPermission, 3: objstore.ErrUnavailable} {
		*seen = nil
		b, err := azblob.Open(t.Context(), "account", "box", &azblob.Options{Endpoint: url, Client: client, Token: &tokens{fails: fails}})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		for range fails - 1 {
			if _, err := b.Put(t.Context(), "k", nil, objstore.Attrs{}); err != nil {
				t.Fatal(err)
			}
		}
		_, err = b.Put(t.Context(), "k", nil, objstore.Attrs{})
		if e := details(t, err, kind); e.Hint == "" {
			t.Errorf("%v", err)
		}
		if got := strings.Join(*seen, " "); fails == 3 && got != "Bearer t1 Bearer t2" {
			t.Errorf("authorized by %q", got)
		}
	}
}

// Where nothing gives a credential, that is said, with what would.
func TestNoCredential(t *testing.T) {
	for _, name := range []string{
		"AZURE_STORAGE_KEY", "AZURE_STORAGE_SAS_TOKEN", "AZURE_STORAGE_SERVICE_ENDPOINT", "AZURE_TENANT_ID", "AZURE_CLIENT_ID",
	} {
		t.Setenv(name, "")
	}
	t.Setenv("AZURE_TOKEN_CREDENTIALS", "EnvironmentCredential") // the others ask around
	b, err := azblob.Open(t.Context(), "account", "box", &azblob.Options{Endpoint: "https://127.0.0.1:1"})
	if err == nil {
		defer b.Close()
		_, err = b.Stat(t.Context(), "k")
	}
	if e := details(t, err, objstore.ErrPermission); !strings.Contains(e.Hint, "AZURE_STORAGE_KEY") {
		t.Errorf("%v", err)
	}
}

// A token that another process sent is used as it is; it does not go over http://.
func TestSentToken(t *testing.T) {
	url, client, seen := tlsServer(t)
	c, err := azblob.CurrentCredential(t.Context(), "account", &azblob.Options{Endpoint: url, Token: &tokens{fails: 9}})
	if err != nil || c.Token != "t1" || c.Expires.IsZero() {
		t.Fatalf("%+v, %v", c, err)
	}
	c.Expires = time.Time{}
	b, err := azblob.Open(t.Context(), "account", "box", &azblob.Options{Endpoint: url, Client: client, Credential: &c})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err = b.Put(t.Context(), "k", nil, objstore.Attrs{}); err != nil {
		t.Error(err)
	}
	_, err = azblob.Open(t.Context(), "account", "box", &azblob.Options{Endpoint: "http://127.0.0.1:1", Credential: &c})
	wantKind(t, err, objstore.ErrInvalid)
	if strings.Join(*seen, " ") != "Bearer t1" {
		t.Errorf("authorized by %q", *seen)
	}
}
