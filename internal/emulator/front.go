package emulator

import (
	"io"
	stdlog "log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// Front is a server that passes requests on to another one and takes note of them.
type Front struct {
	*Server // of the front: its URL, the credential of the server behind it

	target    *url.URL
	transport *http.Transport

	mu       sync.Mutex
	rules    []*activeRule
	requests []Request
}

// Rule says what becomes of the requests that it picks.
type Rule struct {
	Match func(*http.Request) bool // picks requests; nil picks all
	Skip  int                      // how many of those picked pass unharmed first
	Times int                      // how many of the next ones are treated; 0: all

	// Every: of those past Skip only one in so many is treated, the first of them
	// being the first; 0: all. Times counts only those treated.
	Every int

	Fault Fault
}

// activeRule is a rule and how far it has come.
type activeRule struct {
	Rule
	picked, treated int
}

// Request is what a front noted of one that it was sent.
type Request struct {
	Method string
	Path   string     // as it was sent, escaped
	Query  url.Values // decoded
	Header http.Header
	Length int64 // of the body in bytes, as announced; -1 if not
	Status int   // of the answer; 0 if there was none
}

// NewFront starts a front before target, which ends with the test. Of the rules the
// first that treats a request counts.
func NewFront(t testing.TB, target *Server, rules ...Rule) *Front {
	t.Helper()
	to, err := url.Parse(target.URL)
	if err != nil {
		t.Fatal(err)
	}
	f := &Front{target: to, transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64}}
	f.Add(rules...)
	proxy := &httputil.ReverseProxy{
		Transport:      f.transport,
		Rewrite:        func(r *httputil.ProxyRequest) { f.rewrite(r, target.ownHost) },
		ModifyResponse: f.relocate,
		ErrorHandler:   func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ErrorLog:       stdlog.New(io.Discard, "", 0), // a client that goes away is part of many tests
	}
	server := httptest.NewServer(f.handler(proxy))
	server.Config.ErrorLog = proxy.ErrorLog
	f.Server = &Server{URL: server.URL, Account: target.Account, Secret: target.Secret}
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		f.transport.CloseIdleConnections()
	})
	return f
}

// Add adds rules behind those that are there.
func (f *Front) Add(rules ...Rule) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range rules {
		f.rules = append(f.rules, &activeRule{Rule: r})
	}
}

// Requests returns what was asked so far, in the order in which it came.
func (f *Front) Requests() []Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]Request(nil), f.requests...)
}

// Forget empties the notes of requests.
func (f *Front) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = nil
}

func (f *Front) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := f.note(r)
		noting := &notingWriter{ResponseWriter: w, note: func(status int) { f.noteStatus(n, status) }}
		if fault := f.fault(r); fault != nil {
			fault(noting, r, next)
			return
		}
		next.ServeHTTP(noting, r)
	})
}

// note returns the request's place among those noted.
func (f *Front) note(r *http.Request) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, Request{
		Method: r.Method, Path: r.URL.EscapedPath(), Query: r.URL.Query(),
		Header: r.Header.Clone(), Length: r.ContentLength,
	})
	return len(f.requests) - 1
}

func (f *Front) noteStatus(n, status int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n < len(f.requests) { // else they were forgotten
		f.requests[n].Status = status
	}
}

// fault returns what the rules have for this request, or nil.
func (f *Front) fault(r *http.Request) Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, rule := range f.rules {
		if rule.treats(r) {
			return rule.Fault
		}
	}
	return nil
}

func (a *activeRule) treats(r *http.Request) bool {
	if a.Match != nil && !a.Match(r) {
		return false
	}
	a.picked++
	nth := a.picked - a.Skip - 1
	if nth < 0 || a.Times > 0 && a.treated == a.Times || a.Every > 0 && nth%a.Every != 0 {
		return false
	}
	a.treated++
	return true
}

func (f *Front) rewrite(r *httputil.ProxyRequest, ownHost bool) {
	r.Out.URL.Scheme, r.Out.URL.Host = f.target.Scheme, f.target.Host
	r.Out.Host = r.In.Host
	if ownHost {
		r.Out.Host = f.target.Host
	}
}

// relocate keeps clients from going past the front to where an answer sends them.
func (f *Front) relocate(answer *http.Response) error {
	const header = "Location"
	if rest, ok := strings.CutPrefix(answer.Header.Get(header), f.target.String()); ok {
		answer.Header.Set(header, f.URL+rest)
	}
	return nil
}
