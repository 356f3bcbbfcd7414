package emulator_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/internal/emulator"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo answers with what it was sent.
func echo(t *testing.T) *emulator.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		w.Header().Set("Location", "http://"+r.Context().Value(http.LocalAddrContextKey).(fmt.Stringer).String()+"/session")
		fmt.Fprintf(w, "%s %s %s %s", r.Method, r.RequestURI, r.Host, body)
	}))
	t.Cleanup(server.Close)
	return &emulator.Server{URL: server.URL}
}

// ask sends a request with the body "hello" and returns the status and body of the answer.
func ask(t *testing.T, url string) (int, string, error) {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: true}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, url, strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body), err
}

// A front passes a request on byte for byte, the host that was dialled included.
func TestFrontPasses(t *testing.T) {
	front := emulator.NewFront(t, echo(t))
	const path = "/b//a%2Fb/../%20+%C3%A9?x=%2F&y"
	_, body, err := ask(t, front.URL+path)
	want := "PUT " + path + " " + strings.TrimPrefix(front.URL, "http://") + " hello"
	if err != nil || body != want {
		t.Errorf("%q, %v; want %q", body, err, want)
	}
	got := front.Requests()
	if len(got) != 1 || got[0].Path != "/b//a%2Fb/../%20+%C3%A9" || got[0].Query.Get("x") != "/" || got[0].Length != 5 || got[0].Status != 200 {
		t.Errorf("noted %+v", got)
	}
	front.Forget()
	if got := front.Requests(); len(got) > 0 {
		t.Errorf("not forgotten: %+v", got)
	}
}

// An address that the server sends the client to leads through the front.
func TestFrontRelocates(t *testing.T) {
	front := emulator.NewFront(t, echo(t))
	answer, err := http.Get(front.URL)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if got := answer.Header.Get("Location"); got != front.URL+"/session" {
		t.Errorf("sent to %s", got)
	}
}

func TestFaults(t *testing.T) {
	whole := func(body string) bool { return strings.HasSuffix(body, " hello") }
	for name, c := range map[string]struct {
		fault  emulator.Fault
		status int // 0: an error
		body   func(string) bool
	}{
		"answer":          {emulator.Answer(418, http.Header{"X": {"y"}}, "no"), 418, func(s string) bool { return s == "no" }},
		"throttle":        {emulator.Throttle(503, 7, "slow"), 503, func(s string) bool { return s == "slow" }},
		"reset":           {emulator.Reset(2), 0, nil},
		"lose answer":     {emulator.LoseAnswer(), 0, nil},
		"cut answer":      {emulator.CutAnswer(3), 200, func(s string) bool { return s == "PUT" }},
		"corrupt request": {emulator.CorruptRequest(0), 200, func(s string) bool { return strings.HasSuffix(s, " iello") }},
		"corrupt answer":  {emulator.CorruptAnswer(0), 200, func(s string) bool { return strings.HasPrefix(s, "QUT ") }},
		"delay":           {emulator.Delay(1), 200, whole},
		"change answer": {emulator.ChangeAnswer(func(a *http.Response, body []byte) []byte {
			a.StatusCode = 404
			return body[:1]
		}), 404, func(s string) bool { return s == "P" }},
		"change request": {emulator.ChangeRequest(func(r *http.Request) { r.Method = "POST" }), 200, func(s string) bool {
			return strings.HasPrefix(s, "POST ") && whole(s)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			front := emulator.NewFront(t, echo(t), emulator.Rule{Fault: c.fault})
			status, body, err := ask(t, front.URL+"/x")
			if failed := err != nil; status != c.status || failed != (c.status == 0 || name == "cut answer") {
				t.Fatalf("status %d, %v", status, err)
			}
			if c.body != nil && !c.body(body) {
				t.Errorf("body %q", body)
			}
		})
	}
}

// A server that never answers lets the client go when it has had enough.
func TestHang(t *testing.T) {
	front := emulator.NewFront(t, echo(t), emulator.Rule{Fault: emulator.Hang()})
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, front.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1)
	go func() {
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			answer.Body.Close()
		}
		failed <- err
	}()
	for len(front.Requests()) == 0 {
		runtime.Gosched()
	}
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Which requests a rule treats.
func TestRules(t *testing.T) {
	no := emulator.Answer(500, nil, "")
	for _, c := range []struct {
		rule emulator.Rule
		want string // a digit a request: treated or not
	}{
		{emulator.Rule{}, "111111"},
		{emulator.Rule{Skip: 2}, "001111"},
		{emulator.Rule{Skip: 1, Times: 2}, "011000"},
		{emulator.Rule{Every: 3}, "100100"},
		{emulator.Rule{Every: 2, Skip: 1, Times: 2}, "010100"},
		{emulator.Rule{Match: emulator.Path("/4")}, "000010"},
		{emulator.Rule{Match: emulator.All(emulator.Method("PUT"), emulator.Not(emulator.Query("odd")))}, "101010"},
		{emulator.Rule{Match: emulator.Method("GET")}, "000000"},
	} {
		c.rule.Fault = no
		front := emulator.NewFront(t, echo(t), c.rule)
		var got strings.Builder
		for i := range 6 {
			url := fmt.Sprintf("%s/%d", front.URL, i)
			if i%2 == 1 {
				url += "?odd"
			}
			status, _, err := ask(t, url)
			if err != nil {
				t.Fatal(err)
			}
			got.WriteString(map[int]string{200: "0", 500: "1"}[status])
		}
		if got.String() != c.want {
			t.Errorf("%+v: %s, want %s", c.rule, got.String(), c.want)
		}
	}
}
