package azblob

import (
	"context"
	"net"
	"net/http"
	"time"
)

// newTransport returns a transport for many connections to one host that gives up on
// silent ones.
func newTransport(timeout time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: min(timeout, 30*time.Second), KeepAlive: 15 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &silentConn{Conn: conn, timeout: timeout}, nil
		},
		MaxIdleConnsPerHost:   512,
		IdleConnTimeout:       min(timeout, 30*time.Second),
		TLSHandshakeTimeout:   min(timeout, 15*time.Second),
		ResponseHeaderTimeout: timeout,
		DisableCompression:    true,     // objects move as they are stored
		WriteBufferSize:       64 << 10, // bytes
		ReadBufferSize:        64 << 10, // bytes
	}
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
