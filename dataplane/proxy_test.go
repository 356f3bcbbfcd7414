package dataplane_test

import (
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/skyferry/skyferry/dataplane"
)

// action is what happens to a connection at a certain byte.
type action int

const (
	nothing action = iota
	cut            // both ends are closed
	flip           // the lowest bit of the byte is changed
	hole           // from here on nothing passes either way, and nothing is closed
	late           // what comes after passes later than any time of silence
)

// script is one action on one direction; at counts the bytes that pass before.
type script struct {
	at int64
	do action
}

// fault is what a proxy does to one connection: up is from the one who connects.
type fault struct {
	up, down script
	onHole   func()       // when the connection has become a hole; may be nil
	onUp     func([]byte) // sees what goes up; may be nil
	onDown   func([]byte) // sees what goes down; may be nil
}

// proxy stands between two gateways, or between the coordinator and a gateway.
type proxy struct {
	address  string
	listener net.Listener
	next     func(i int) fault // of the i-th connection, from 0

	mu    sync.Mutex
	count int
	conns []net.Conn
	ended chan struct{} // closed with the proxy
	group sync.WaitGroup
}

// newProxy forwards to target until the test ends.
func newProxy(t testing.TB, target string, next func(i int) fault) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{address: listener.Addr().String(), listener: listener, next: next, ended: make(chan struct{})}
	p.group.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.group.Go(func() { p.forward(conn, target) })
		}
	})
	t.Cleanup(p.close)
	return p
}

func (p *proxy) close() {
	_ = p.listener.Close()
	close(p.ended)
	p.mu.Lock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
	p.mu.Unlock()
	p.group.Wait()
}

// connections counts those that were made so far.
func (p *proxy) connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

// begin keeps a connection and gives out its fault.
func (p *proxy) begin(conns ...net.Conn) fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns = append(p.conns, conns...)
	p.count++
	return p.next(p.count - 1)
}

func (p *proxy) forward(from net.Conn, target string) {
	to, err := net.Dial("tcp", target)
	if err != nil {
		_ = from.Close()
		return
	}
	f := p.begin(from, to)
	l := &line{lost: make(chan struct{}), onHole: f.onHole, ended: p.ended}
	var both sync.WaitGroup
	both.Go(func() { l.pump(to, tapped{from, f.onUp}, f.up) })
	both.Go(func() { l.pump(from, tapped{to, f.onDown}, f.down) })
	both.Wait()
}

// tapped shows what is read.
type tapped struct {
	net.Conn
	show func([]byte)
}

func (c tapped) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.show != nil {
		c.show(p[:n])
	}
	return n, err
}

// line is both directions of one connection.
type line struct {
	once   sync.Once
	lost   chan struct{} // closed when the line is a hole
	onHole func()
	ended  <-chan struct{} // closed with the proxy
}

func (l *line) pump(to, from net.Conn, s script) {
	var passed int64
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		select {
		case <-l.lost:
			return // whoever closes the proxy closes both ends
		default:
		}
		p, ended := buffer[:n], false
		if s.do != nothing && s.at < passed+int64(n) {
			p, ended = l.act(p, s.at-passed, s.do)
			s.do = nothing
		}
		passed += int64(n)
		_, writeErr := to.Write(p)
		if ended {
			select {
			case <-l.lost:
			default:
				hangUp(to, from)
			}
			return
		}
		if errors.Is(err, io.EOF) && writeErr == nil {
			_ = to.(*net.TCPConn).CloseWrite()
			return
		}
		if err != nil || writeErr != nil {
			hangUp(to, from)
			return
		}
	}
}

// act does what a script says to what was read, of which the byte at i is meant.
func (l *line) act(p []byte, i int64, do action) (left []byte, ended bool) {
	switch do {
	case flip:
		p[i] ^= 1
		return p, false
	case late:
		select {
		case <-time.After(1200 * ms):
		case <-l.ended:
		}
		return p, false
	case hole:
		l.once.Do(func() { close(l.lost) })
		if l.onHole != nil {
			l.onHole()
		}
	}
	return p[:i], true
}

func hangUp(to, from net.Conn) {
	_ = to.Close()
	_ = from.Close()
}

// data is the address of a node's data listener.
func data(top dataplane.Topology, node string) string {
	for _, n := range top.Nodes {
		if n.Name == node {
			return n.Data
		}
	}
	return ""
}

// setData makes others reach a node's data listener by another address.
func setData(top dataplane.Topology, node, address string) {
	for i := range top.Nodes {
		if top.Nodes[i].Name == node {
			top.Nodes[i].Data = address
		}
	}
}

// impatient are options under which losses are noticed soon.
func impatient(opts dataplane.Options) dataplane.Options {
	opts.Heartbeat, opts.Silence, opts.Stall = 50*ms, 2000*ms, 5000*ms
	return opts
}
