package emulator_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
)

// Each server starts, answers as what it is, and ends with the test.
func TestServers(t *testing.T) {
	for name, c := range map[string]struct {
		start func(testing.TB) *emulator.Server
		path  string
		says  func(*http.Response) bool
	}{
		"versitygw": {func(t testing.TB) *emulator.Server { return emulator.Versitygw(t, nil) }, "/", func(r *http.Response) bool {
			return r.StatusCode == http.StatusForbidden
		}},
		"versitygw, versioned": {func(t testing.TB) *emulator.Server {
			return emulator.Versitygw(t, &emulator.VersitygwOptions{Region: "eu-west-1", Versioning: true})
		}, "/", func(r *http.Response) bool { return r.StatusCode == http.StatusForbidden }},
		"moto":            {emulator.Moto, "/moto-api/", func(r *http.Response) bool { return r.StatusCode == http.StatusOK }},
		"fake-gcs-server": {emulator.FakeGCS, "/storage/v1/b?project=x", func(r *http.Response) bool { return r.StatusCode == http.StatusOK }},
		"azurite": {emulator.Azurite, "/devstoreaccount1?comp=list", func(r *http.Response) bool {
			return strings.HasPrefix(r.Header.Get("Server"), "Azurite-Blob/")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.start(t)
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			answer, err := client.Get(s.URL + c.path)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if !c.says(answer) {
				t.Errorf("%s: %s, %v", s.URL, answer.Status, answer.Header)
			}
		})
	}
}
