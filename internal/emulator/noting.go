package emulator

import "net/http"

// notingWriter tells the status of an answer when it is sent.
type notingWriter struct {
	http.ResponseWriter
	note func(status int)
	sent bool
}

func (w *notingWriter) WriteHeader(status int) {
	if status >= 200 && !w.sent {
		w.sent = true
		w.note(status)
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *notingWriter) Write(p []byte) (int, error) {
	if !w.sent {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *notingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
