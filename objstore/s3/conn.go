package s3

import (
	"net/http"
	"time"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"

	"github.com/skyferry/skyferry/internal/storehttp"
)

// newClient returns a client for many connections to one host that gives up on silent
// ones. It is of a kind that the SDK can teach the certificates of AWS_CA_BUNDLE.
func newClient(timeout time.Duration) *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) {
		storehttp.Tune(t, timeout)
		// Large bodies are announced, so that a refusal is read, not lost to a reset in
		// the middle of them; a server that does not answer that gets them after this.
		t.ExpectContinueTimeout = time.Second
	})
}
