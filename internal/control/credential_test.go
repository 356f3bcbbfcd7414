package control

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func privateKey(t *testing.T, pair tls.Certificate) *ecdsa.PrivateKey {
	t.Helper()
	key, ok := pair.PrivateKey.(*ecdsa.PrivateKey)
	if !ok {
		t.Fatalf("a key of type %T", pair.PrivateKey)
	}
	return key
}

func TestCredentialTravelsAsJSON(t *testing.T) {
	want := must[Credential](t)(newAuthority(t).Gateway(node))
	var got Credential
	if err := json.Unmarshal(must[[]byte](t)(json.Marshal(want)), &got); err != nil || got != want {
		t.Errorf("the credential came back otherwise, %v", err)
	}
}

func TestCredentialIsNotPrinted(t *testing.T) {
	c := must[Credential](t)(newAuthority(t).Gateway(node))
	doc := struct{ Credential Credential }{c}
	var logged bytes.Buffer
	slog.New(slog.NewTextHandler(&logged, nil)).Info("text", "credential", c, "doc", doc)
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("json", "credential", c)
	key := strings.Split(c.Key, "\n")[1]
	for _, printed := range []string{fmt.Sprint(c), fmt.Sprintf("%v %+v %#v %s %q", c, doc, doc, doc, &c), logged.String()} {
		if strings.Contains(printed, key) || !strings.Contains(printed, "withheld") {
			t.Errorf("printed: %s", printed)
		}
	}
}

func TestBrokenCredentials(t *testing.T) {
	good := must[Credential](t)(newAuthority(t).Gateway(node))
	other := must[Credential](t)(newAuthority(t).Gateway(node))
	for name, c := range map[string]Credential{
		"empty":              {},
		"no authority":       {Certificate: good.Certificate, Key: good.Key},
		"authority not PEM":  {CA: "CA", Certificate: good.Certificate, Key: good.Key},
		"no certificate":     {CA: good.CA, Key: good.Key},
		"no key":             {CA: good.CA, Certificate: good.Certificate},
		"certificate as key": {CA: good.CA, Certificate: good.Certificate, Key: good.Certificate},
		"another's key":      {CA: good.CA, Certificate: good.Certificate, Key: other.Key},
	} {
		if _, err := c.ServerTLS(); err == nil || strings.Contains(err.Error(), "PRIVATE") {
			t.Errorf("%s: ServerTLS: %v, want an error", name, err)
		}
		if _, err := c.ClientTLS(node); err == nil {
			t.Errorf("%s: ClientTLS: no error", name)
		}
	}
}
