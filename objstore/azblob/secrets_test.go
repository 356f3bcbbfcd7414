package azblob_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// No error quotes a shared access signature, which is in every URL: neither one of the
// network nor one of an answer.
func TestErrorsKeepSecrets(t *testing.T) {
	const sas = "sv=2026-01-01&sp=rwdl&sig=open%2Fsesame"
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	reset := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer reset.Close()
	refuse := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fail(w, 403, "AuthenticationFailed") }))
	defer refuse.Close()
	garbage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<what") }))
	defer garbage.Close()
	for name, url := range map[string]string{
		"unreachable": "http://" + closed.Addr().String(), "reset": reset.URL, "refused": refuse.URL, "garbage": garbage.URL,
	} {
		server := &emulator.Server{URL: url, Account: "account"}
		b := open(t, server, "box", azblob.Options{Credential: &azblob.Credential{SAS: sas}})
		for what, err := range everything(t, b) {
			if err != nil && strings.Contains(err.Error(), "sesame") {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}
