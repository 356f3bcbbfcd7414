package endtoend

import (
	"net/http"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/internal/emulator/clouds"
	"github.com/skyferry/skyferry/objstore/all"
)

const slowDown = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>`

// TestThrottled: both stores refuse every third request of whatever kind and ask for a
// second's patience. All arrives, and nobody hammers.
func TestThrottled(t *testing.T) {
	t.Parallel()
	gcsServer, gcs := clouds.GCS(t)
	s3Server, s3 := clouds.S3(t)
	from, to := emulator.NewFront(t, gcsServer), emulator.NewFront(t, s3Server)
	gcs.Endpoint, s3.Endpoint = from.URL, to.URL
	stores := all.Openers(&all.Options{GCS: gcs, S3: s3})
	want := fill(t, open(t, stores, "gs://"+clouds.Bucket), "a", "b", "c/d", "e f")
	delete(want, "input")
	from.Forget()
	from.Add(emulator.Rule{Every: 3, Fault: emulator.Throttle(http.StatusTooManyRequests, 1, `{"error":{"code":429,"message":"slow down"}}`)})
	to.Add(emulator.Rule{Every: 3, Fault: emulator.Throttle(http.StatusServiceUnavailable, 1, slowDown)})
	report, err := skyferry.Copy(t.Context(), "gs://"+clouds.Bucket+"/in/", "s3://"+clouds.Bucket+"/out/", skyferry.Options{Stores: stores, Memory: memory})
	if err != nil || !report.Verified || int(report.Objects) != len(want) {
		t.Fatalf("%+v, %v", report, err)
	}
	for name, front := range map[string]*emulator.Front{"source": from, "destination": to} {
		refused, served := 0, 0
		for _, r := range front.Requests() {
			if r.Status == http.StatusTooManyRequests || r.Status == http.StatusServiceUnavailable {
				refused++
			} else {
				served++
			}
		}
		if refused == 0 || refused > served {
			t.Errorf("%s: %d requests were refused, %d served", name, refused, served)
		}
	}
	s3.Endpoint = s3Server.URL
	dst := open(t, all.Openers(&all.Options{S3: s3}), "s3://"+clouds.Bucket)
	for key, o := range want {
		compare(t, dst, "out/"+key[len("in/"):], body(key, o.Size), o.Attrs)
	}
}
