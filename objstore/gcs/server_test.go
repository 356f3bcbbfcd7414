package gcs_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
)

// composeRequest is what a compose request says.
type composeRequest struct {
	DeleteSourceObjects bool `json:"deleteSourceObjects"`
	SourceObjects       []struct {
		Name       string `json:"name"`
		Generation string `json:"generation"`
	} `json:"sourceObjects"`
	Destination map[string]any `json:"destination"`
}

func isCompose(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/compose")
}

// asService treats compose requests as the service does where fake-gcs-server does not:
// sources are of the generation that is asked for, the destination has nothing of what it
// was, and the sources go when it is there.
func asService() emulator.Rule {
	return emulator.Rule{Match: isCompose, Fault: func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		body, err := io.ReadAll(r.Body)
		var c composeRequest
		if err != nil || json.Unmarshal(body, &c) != nil {
			panic(http.ErrAbortHandler)
		}
		objects, _, _ := strings.Cut(r.URL.EscapedPath(), "/o/")
		for _, s := range c.SourceObjects {
			if code := ask(next, r, http.MethodGet, objects+"/o/"+url.PathEscape(s.Name)+"?generation="+s.Generation); code != http.StatusOK {
				emulator.Answer(code, nil, `{"error":{"code":404,"message":"No such object"}}`)(w, r, next)
				return
			}
		}
		ask(next, r, http.MethodDelete, strings.TrimSuffix(r.URL.EscapedPath(), "/compose"))
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		if answer.Code == http.StatusOK && c.DeleteSourceObjects {
			for _, s := range c.SourceObjects {
				ask(next, r, http.MethodDelete, objects+"/o/"+url.PathEscape(s.Name)+"?generation="+s.Generation)
			}
		}
		emulator.Answer(answer.Code, answer.Header(), answer.Body.String())(w, r, next)
	}}
}

// ask makes another request of the server behind a front.
func ask(next http.Handler, r *http.Request, method, target string) int {
	other := httptest.NewRequestWithContext(r.Context(), method, target, nil)
	other.Host = r.Host
	answer := httptest.NewRecorder()
	next.ServeHTTP(answer, other)
	return answer.Code
}

// spy notes the bodies of requests.
type spy struct {
	mu     sync.Mutex
	bodies []string
}

func (s *spy) rule(match func(*http.Request) bool) emulator.Rule {
	return emulator.Rule{Match: match, Fault: func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		s.mu.Lock()
		s.bodies = append(s.bodies, string(body))
		s.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	}}
}

// composed returns the compose requests that were made.
func (s *spy) composed(t *testing.T) []composeRequest {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	requests := make([]composeRequest, len(s.bodies))
	for i, body := range s.bodies {
		if err := json.Unmarshal([]byte(body), &requests[i]); err != nil {
			t.Fatal(err)
		}
	}
	return requests
}

// service starts fake-gcs-server with a bucket named "bucket" behind a front.
func service(t *testing.T, rules ...emulator.Rule) *emulator.Front {
	t.Helper()
	s := emulator.FakeGCS(t)
	makeBucket(t, s)
	return emulator.NewFront(t, s, rules...)
}
