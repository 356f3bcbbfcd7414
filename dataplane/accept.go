package dataplane

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/skyferry/skyferry/internal/wire"
)

const (
	// setUpTimeout bounds each step of setting up a circuit.
	setUpTimeout = 10 * time.Second
	// maxStrangers bounds the connections that have not shown a token yet.
	maxStrangers = 512
)

// strangers are the connections that have not shown a token yet, oldest first. When
// there are too many the oldest has to go: who holds a key shows it in a round trip.
type strangers struct {
	most int

	mu      sync.Mutex
	waiting []net.Conn
}

func (s *strangers) admit(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, conn)
	if len(s.waiting) > s.most {
		_ = s.waiting[0].Close()
		s.waiting = slices.Delete(s.waiting, 0, 1)
	}
}

func (s *strangers) dismiss(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.waiting, conn); i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	}
}

// acceptAll serves every connection of the data listener and returns when the
// listener is closed and all connections have ended.
func (g *gateway) acceptAll(ctx context.Context, listener net.Listener) error {
	var connections sync.WaitGroup
	defer connections.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		conn, err := listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			g.log.Warn("accepting a connection", "problem", err)
			if !sleep(ctx, 50*time.Millisecond) { // out of descriptors: wait for some
				return nil
			}
			continue
		}
		g.strangers.admit(conn)
		connections.Go(func() { g.answer(ctx, conn.(*net.TCPConn)) })
	}
}

// answer lets a connection join a circuit, or closes it.
func (g *gateway) answer(ctx context.Context, conn *net.TCPConn) {
	defer conn.Close() //nolint:errcheck // it is the end of the connection either way
	join, a, err := g.challenge(ctx, conn)
	g.strangers.dismiss(conn)
	if err != nil {
		g.log.Debug("connection refused", "from", conn.RemoteAddr(), "problem", err)
		return
	}
	if err := a.join(conn, join); err != nil && ctx.Err() == nil {
		g.log.Debug("circuit ended", "route", join.Route, "circuit", join.Circuit, "problem", err)
	}
}

// challenge proves that the caller knows this gateway's key.
func (g *gateway) challenge(ctx context.Context, conn *net.TCPConn) (wire.Join, *attachment, error) {
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	a := g.attached()
	if a == nil {
		return wire.Join{}, nil, errors.New("no transfer is attached")
	}
	if err := conn.SetDeadline(time.Now().Add(g.setUp)); err != nil {
		return wire.Join{}, nil, err
	}
	join, err := receiveJoin(conn, a.hopKey)
	if err == nil && join.Transfer != a.transfer {
		err = wire.ErrToken
	}
	if err != nil {
		return wire.Join{}, nil, err
	}
	return join, a, conn.SetDeadline(time.Time{})
}

// sleep waits and tells whether ctx is still going.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
