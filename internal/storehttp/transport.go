// Package storehttp has what the drivers of object stores share of HTTP: a transport with
// many connections to one host, none of which may go silent, and how to read failures.
package storehttp

import (
	"context"
	"net"
	"net/http"
	"time"
)

// NewTransport returns a transport as [Tune] makes it.
func NewTransport(timeout time.Duration) *http.Transport {
	t := &http.Transport{Proxy: http.ProxyFromEnvironment}
	Tune(t, timeout)
	return t
}

// Tune sets a transport up for the transfer of objects. A connection on which nothing
// moves in either direction for the timeout fails: a store that has gone silent shows no
// other sign.
func Tune(t *http.Transport, timeout time.Duration) {
	dialer := &net.Dialer{Timeout: min(timeout, 30*time.Second), KeepAlive: 15 * time.Second}
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
}

// silentConn is a connection that fails when nothing moves for a while.
type silentConn struct {
	net.Conn
	timeout time.Duration
}

// longestWrite bounds, in bytes, what must be through within one timeout.
const longestWrite = 256 << 10

// Read reads what comes within the timeout.
func (c *silentConn) Read(p []byte) (int, error) {
	if err := c.touch(); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// Write writes piece by piece, each within the timeout.
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
