package s3

import (
	"context"
	"net"
	"net/http"
	"time"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
)

// newClient returns a client for many connections to one host that gives up on silent
// ones. It is of a kind that the SDK can teach the certificates of AWS_CA_BUNDLE.
func newClient(timeout time.Duration) *awshttp.BuildableClient {
	dialer := &net.Dialer{Timeout: min(timeout, 30*time.Second), KeepAlive: 15 * time.Second}
	return awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) {
		t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &silentConn{Conn: conn, timeout: timeout}, nil
		}
		t.MaxIdleConns = 0
		t.MaxIdleConnsPerHost = 512
		t.MaxConnsPerHost = 0
		t.IdleConnTimeout = min(timeout, 30*time.Second)
		t.TLSHandshakeTimeout = min(timeout, 15*time.Second)
		t.ResponseHeaderTimeout = timeout
		t.DisableCompression = true  // objects move as they are stored
		t.ForceAttemptHTTP2 = false  // one connection for all would be one window for all
		t.WriteBufferSize = 64 << 10 // bytes
		t.ReadBufferSize = 64 << 10  // bytes
		// Large bodies are announced, so that a refusal is read, not lost to a reset in
		// the middle of them; a server that does not answer that gets them after this.
		t.ExpectContinueTimeout = time.Second
	})
}

// silentConn is a connection that fails when nothing moves for a while, in either
// direction: a store that has gone silent shows no other sign.
type silentConn struct {
	net.Conn
	timeout time.Duration
}

// longestWrite bounds, in bytes, what must be through within one timeout.
const longestWrite = 256 << 10

func (c *silentConn) Read(p []byte) (int, error) {
	if err := c.touch(); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

func (c *silentConn) Write(p []byte) (int, error) {
	written := 0
	for {
		if err := c.touch(); err != nil {
			return written, err
		}
		n, err := c.Conn.Write(p[written:min(len(p), written+longestWrite)])
		written += n
		if err != nil || written == len(p) {
			return written, err
		}
	}
}

// touch moves both deadlines, for a reader waits while a long body is written.
func (c *silentConn) touch() error { return c.SetDeadline(time.Now().Add(c.timeout)) }
