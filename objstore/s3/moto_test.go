package s3_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
)

// moto starts moto behind a front that mends what it does wrong on the way:
//
//   - its handlers race with each other, so they run one at a time;
//   - where an upload does not exist, some fail with a page of HTML and the status 500
//     in place of S3's NoSuchUpload.
func moto(t testing.TB) *emulator.Server {
	var one sync.Mutex
	mend := emulator.ChangeAnswer(func(answer *http.Response, body []byte) []byte {
		if answer.StatusCode != http.StatusInternalServerError || !answer.Request.URL.Query().Has("uploadId") {
			return body
		}
		answer.StatusCode = http.StatusNotFound
		answer.Header.Set("Content-Type", "application/xml")
		return []byte("<Error><Code>NoSuchUpload</Code><Message>The specified upload does not exist.</Message></Error>")
	})
	return emulator.NewFront(t, emulator.Moto(t), emulator.Rule{Fault: func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		mend(w, r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			one.Lock()
			defer one.Unlock()
			next.ServeHTTP(w, r)
		}))
	}}).Server
}
