package dataplane

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/wire"
	"github.com/skyferry/skyferry/objstore"
)

// attachment is a gateway's side of one transfer, from the first configuration to
// the end of the control stream.
type attachment struct {
	node     string
	transfer [16]byte
	hopKey   []byte
	secret   []byte // nil on a relay
	sealed   bool
	limits   limits
	setUp    time.Duration // bounds each step of setting up a circuit
	log      *slog.Logger
	before   unix.Rusage // what the process had used when it was attached

	ctx    context.Context //nolint:containedctx // the attachment's own lifetime, which its connections share
	cancel context.CancelCauseFunc
	events *outbox
	pacers *pacers

	source      *source      // nil unless this is the origin of a route
	destination *destination // nil unless this is the end of a route

	mu     sync.Mutex
	routes map[uint32]*control.Route
	conns  sync.WaitGroup // joined connections
	ended  bool           // no connection may join any more
}

// limits as configured.
type limits struct {
	memory             int64
	heartbeat, silence time.Duration
	store              time.Duration
	readers, writers   int
}

func limitsFrom(l *control.Limits) (limits, error) {
	parsed := limits{
		memory:    l.GetMemory(),
		heartbeat: time.Duration(l.GetHeartbeatMs()) * time.Millisecond,
		silence:   time.Duration(l.GetSilenceMs()) * time.Millisecond,
		store:     time.Duration(l.GetStoreMs()) * time.Millisecond,
		readers:   int(l.GetReaders()),
		writers:   int(l.GetWriters()),
	}
	if parsed.memory <= 0 || parsed.heartbeat <= 0 || parsed.silence <= 0 || parsed.store <= 0 || parsed.readers <= 0 || parsed.writers <= 0 {
		return limits{}, status.Errorf(codes.InvalidArgument, "limits %+v: all must be positive", parsed)
	}
	return parsed, nil
}

// newAttachment opens what the configuration asks for.
func newAttachment(ctx context.Context, g *gateway, c *control.Configure) (*attachment, error) {
	limits, err := limitsFrom(c.GetLimits())
	if err != nil {
		return nil, err
	}
	if len(c.GetTransfer()) != 16 || len(c.GetHopKey()) != wire.KeySize {
		return nil, status.Error(codes.InvalidArgument, "transfer or hop key of a wrong length")
	}
	a := &attachment{
		node:     c.GetNode(),
		transfer: [16]byte(c.GetTransfer()),
		hopKey:   c.GetHopKey(),
		secret:   c.GetSecret(),
		sealed:   c.GetSealed(),
		limits:   limits,
		setUp:    g.setUp,
		before:   rusage(),
		log:      g.log.With("node", c.GetNode()),
		events:   newOutbox(),
		pacers:   newPacers(c.GetRates()),
		routes:   make(map[uint32]*control.Route),
	}
	a.ctx, a.cancel = context.WithCancelCause(ctx)
	if err := a.openStores(g.openers, c); err != nil {
		a.cancel(err)
		return nil, refusal(err)
	}
	a.setRoutes(c.GetRoutes())
	return a, nil
}

// refusal is what the coordinator is told when a store cannot be opened: whether another
// try can help.
func refusal(err error) error {
	code := codes.FailedPrecondition
	if kind := objstore.KindOf(err); kind == "" || kind.Retryable() {
		code = codes.Unavailable
	}
	return status.Error(code, strings.ToValidUTF8(err.Error(), "\uFFFD"))
}

// openStores makes the gateway a source, a destination or neither.
func (a *attachment) openStores(openers objstore.Openers, c *control.Configure) error {
	if c.GetSource() != nil {
		bucket, err := openers.Open(a.ctx, string(c.GetSource().GetUrl()), c.GetSource().GetCredential())
		if err != nil {
			return fmt.Errorf("opening the source store on gateway %s: %w", a.node, err)
		}
		a.source = newSource(a, bucket)
	}
	if c.GetDestination() != nil {
		bucket, err := openers.Open(a.ctx, string(c.GetDestination().GetUrl()), c.GetDestination().GetCredential())
		if err != nil {
			return fmt.Errorf("opening the destination store on gateway %s: %w", a.node, err)
		}
		a.destination = newDestination(a, bucket)
	}
	return nil
}

// setRoutes replaces the routes; connections of routes that stay are not disturbed.
func (a *attachment) setRoutes(routes []*control.Route) {
	a.mu.Lock()
	a.routes = make(map[uint32]*control.Route, len(routes))
	for _, r := range routes {
		a.routes[r.GetId()] = r
	}
	a.mu.Unlock()
	if a.source != nil {
		a.source.setRoutes(routes)
	}
}

func (a *attachment) route(id uint32) (*control.Route, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r, ok := a.routes[id]
	return r, ok
}

// serve works until the coordinator says finish or its stream ends.
func (a *attachment) serve(stream grpc.BidiStreamingServer[control.Command, control.Event]) error {
	defer a.close()
	group, ctx := errgroup.WithContext(a.ctx)
	stop := context.AfterFunc(ctx, func() { a.cancel(context.Cause(ctx)) })
	defer stop()
	if a.source != nil {
		group.Go(func() error { return a.source.run(ctx) })
	}
	group.Go(func() error { return a.reportUsage(ctx) })
	group.Go(func() error { return a.events.drain(ctx, stream.Send) })
	received := make(chan error, 1)
	go func() { received <- a.receive(stream) }() // ends with the stream, at the latest when serve returns
	select {
	case err := <-received:
		a.cancel(err)
	case <-ctx.Done():
	}
	err := group.Wait()
	if errors.Is(context.Cause(a.ctx), errFinished) {
		return stream.Send(usageEvent(a, true))
	}
	return err
}

// errFinished is the cause of an attachment's orderly end.
var errFinished = errors.New("transfer finished")

func (a *attachment) receive(stream grpc.BidiStreamingServer[control.Command, control.Event]) error {
	for {
		command, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return errors.New("the coordinator has closed its stream")
		}
		if err != nil {
			return err
		}
		switch kind := command.GetKind().(type) {
		case *control.Command_Configure:
			a.reconfigure(kind.Configure)
		case *control.Command_Orders:
			if a.source != nil {
				a.source.orders.push(kind.Orders.GetOrders()...)
			}
		case *control.Command_Finish:
			return errFinished
		}
	}
}

func (a *attachment) reconfigure(c *control.Configure) {
	a.setRoutes(c.GetRoutes())
	a.confirm(c.GetRevision())
}

// confirm tells the coordinator that a configuration is in force.
func (a *attachment) confirm(revision uint64) {
	a.events.put(&control.Event{Kind: &control.Event_Configured{
		Configured: &control.Configured{Revision: revision},
	}})
}

// close ends every joined connection, then the stores.
func (a *attachment) close() {
	a.cancel(errors.New("attachment closed"))
	a.mu.Lock()
	a.ended = true
	a.mu.Unlock()
	a.conns.Wait()
	if a.source != nil {
		a.logClose(a.source.bucket.Close())
	}
	if a.destination != nil {
		a.logClose(a.destination.bucket.Close())
	}
}

func (a *attachment) logClose(err error) {
	if err != nil {
		a.log.Warn("closing a store", "problem", err)
	}
}

// join makes a connection part of a circuit until either ends.
func (a *attachment) join(conn *net.TCPConn, join wire.Join) error {
	if !a.enter() {
		return errors.New("the transfer has ended")
	}
	defer a.conns.Done()
	stop := context.AfterFunc(a.ctx, func() { _ = conn.Close() })
	defer stop()
	route, ok := a.route(join.Route)
	switch {
	case !ok || route.GetOrigin():
		return errors.Join(fmt.Errorf("no route %d passes here", join.Route), sendVerdict(conn, a.setUp, "no such route"))
	case route.GetNext() != nil:
		return a.relay(conn, join, route.GetNext())
	case a.destination == nil:
		return sendVerdict(conn, a.setUp, "no destination here")
	}
	return a.destination.serve(conn, join)
}

func (a *attachment) enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.ended {
		a.conns.Add(1)
	}
	return !a.ended
}
