package dataplane

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/wire"
)

// relay joins a connection to the next gateway of its route until either side ends.
// It can neither read nor change what passes without the ends noticing.
func (a *attachment) relay(conn *net.TCPConn, join wire.Join, next *control.Hop) error {
	onward, err := dialHop(a.ctx, a.setUp, next, join)
	if err != nil {
		return errors.Join(err, sendVerdict(conn, a.setUp, err.Error()))
	}
	defer onward.Close() //nolint:errcheck // it is the end of the connection either way
	if err := sendVerdict(conn, a.setUp, ""); err != nil {
		return err
	}
	return splice(a.ctx, conn, onward, a.pacers.to(next.GetNode()))
}

// splice copies both ways between two connections. io.Copy between TCP connections
// is splice(2): the bytes never reach this process. When one direction ends in order,
// the other goes on; after an error both are closed.
func splice(ctx context.Context, from, to *net.TCPConn, pace *pacer) error {
	group, ctx := errgroup.WithContext(ctx)
	stop := context.AfterFunc(ctx, func() {
		_ = from.Close()
		_ = to.Close()
	})
	defer stop()
	group.Go(func() error { return forward(ctx, to, from, pace) })
	group.Go(func() error { return forward(ctx, from, to, nil) })
	return group.Wait()
}

func forward(ctx context.Context, to, from *net.TCPConn, pace *pacer) error {
	if err := copyPaced(ctx, to, from, pace); err != nil {
		return fmt.Errorf("relaying from %v to %v: %w", from.RemoteAddr(), to.RemoteAddr(), err)
	}
	return to.CloseWrite()
}

// copyPaced copies to the end of from. A paced copy goes in steps, each spliced too.
func copyPaced(ctx context.Context, to, from *net.TCPConn, pace *pacer) error {
	if pace == nil {
		_, err := io.Copy(to, from)
		return err
	}
	for {
		n, err := io.CopyN(to, from, pace.step)
		if n > 0 {
			// Paid for afterwards: what came is known only then, and a step is short.
			if err := pace.wait(ctx, n); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
