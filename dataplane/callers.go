package dataplane

import (
	"net"
	"sync"
)

// callers is the control listener and the connections that came to it. A gRPC server
// that is stopped waits for those in the middle of their handshake, which a stranger
// never ends: they are closed before.
type callers struct {
	net.Listener

	mu    sync.Mutex
	conns map[net.Conn]struct{}
	ended bool
}

// Accept waits for the next connection.
func (c *callers) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		_ = conn.Close()
	} else {
		c.conns[conn] = struct{}{}
	}
	return &caller{conn, c}, nil
}

// hangUp closes every connection, and from now on new ones too.
func (c *callers) hangUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	for conn := range c.conns {
		_ = conn.Close()
	}
	clear(c.conns)
}

// caller is one connection.
type caller struct {
	net.Conn
	callers *callers
}

// Close forgets the connection and closes it.
func (c *caller) Close() error {
	c.callers.mu.Lock()
	delete(c.callers.conns, c.Conn)
	c.callers.mu.Unlock()
	return c.Conn.Close()
}
