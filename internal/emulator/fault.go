package emulator

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"
)

// Fault treats a request in place of the server behind a front, which is next.
type Fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

// Answer answers by itself, when the request's body has arrived. The header may be nil.
func Answer(status int, header http.Header, body string) Fault {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		_, _ = io.Copy(io.Discard, r.Body) // a client that fails to send hears nothing anyway
		for name, values := range header {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			_, _ = io.WriteString(w, body)
		}
	}
}

// Throttle asks for another try after so many seconds; the body is the service's own.
func Throttle(status, seconds int, body string) Fault {
	return Answer(status, http.Header{"Retry-After": {strconv.Itoa(seconds)}}, body)
}

// Reset resets the connection when n bytes of the request's body have arrived, and
// nothing reaches the server.
func Reset(n int64) Fault {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		_, _ = io.CopyN(io.Discard, r.Body, n)
		reset(w)
	}
}

// LoseAnswer lets the server do what it was asked for, and resets the connection
// instead of answering.
func LoseAnswer() Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(httptest.NewRecorder(), r)
		reset(w)
	}
}

// Hang never answers: it waits until the client gives up.
func Hang() Fault {
	return func(_ http.ResponseWriter, r *http.Request, _ http.Handler) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
}

// Delay passes the request on after a while, unless the client gives up first.
func Delay(d time.Duration) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		select {
		case <-time.After(d):
			next.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}
}

// CutAnswer resets the connection when n bytes of the answer's body have been sent, of
// which its header announces all.
func CutAnswer(n int) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		body := answer.Body.Bytes()
		answer.Header().Set("Content-Length", strconv.Itoa(len(body)))
		send(w, answer.Code, answer.Header(), body[:min(n, len(body))])
		_ = http.NewResponseController(w).Flush()
		reset(w)
	}
}

// CorruptRequest flips a bit of the request's body, at this offset, on its way to the server.
func CorruptRequest(offset int) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		flip(body, offset)
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	}
}

// CorruptAnswer flips a bit of the answer's body, at this offset.
func CorruptAnswer(offset int) Fault {
	return ChangeAnswer(func(_ *http.Response, body []byte) []byte {
		flip(body, offset)
		return body
	})
}

// ChangeAnswer sends what change makes of the server's answer: it may change the status
// and the header, and returns the body. Its Body is not to be read.
func ChangeAnswer(change func(answer *http.Response, body []byte) []byte) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		recorder := httptest.NewRecorder()
		next.ServeHTTP(recorder, r)
		answer := &http.Response{StatusCode: recorder.Code, Header: recorder.Header(), Request: r}
		body := change(answer, recorder.Body.Bytes())
		if r.Method != http.MethodHead {
			answer.Header.Set("Content-Length", strconv.Itoa(len(body)))
		}
		send(w, answer.StatusCode, answer.Header, body)
	}
}

// ChangeRequest changes a request before it is passed on.
func ChangeRequest(change func(*http.Request)) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		change(r)
		next.ServeHTTP(w, r)
	}
}

func send(w http.ResponseWriter, status int, header http.Header, body []byte) {
	for name, values := range header {
		w.Header()[name] = values
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client may be gone
}

func flip(body []byte, offset int) {
	if offset < len(body) {
		body[offset] ^= 1
	}
}

// reset ends the connection so that the other side sees an error, not an end.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // else it ends in order, which clients take for an error, too
	}
	conn.Close()
}
