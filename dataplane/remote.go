package dataplane

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	grpcbackoff "google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"

	"github.com/skyferry/skyferry/internal/control"
)

const (
	// finishTimeout bounds the time from the order to finish to the end of the stream.
	// Every object is done by then: what is still to come is what the gateway has used.
	finishTimeout = 2 * time.Second
	// cancelTimeout is the same for a transfer that ends before its time: somebody waits.
	cancelTimeout = 5 * time.Second
	// wiringTimeout is how long sources wait for the other gateways to come up: circuits
	// that are tried earlier would look lost, and are tried again.
	wiringTimeout = 5 * time.Second
)

// remote is the control stream to one gateway.
type remote struct {
	c      *coordinator
	name   string
	role   Role
	stream grpc.BidiStreamingClient[control.Command, control.Event]
	cancel context.CancelCauseFunc // ends the stream
	up     chan struct{}           // closed when the gateway has taken its configuration

	sendMu   sync.Mutex
	revision uint64 // sent last
}

// keep holds on to a gateway until the transfer is finished: it attaches, attaches
// again, replaces the gateway, and gives it up at last.
func (c *coordinator) keep(ctx context.Context, name string) error {
	wired := sync.OnceFunc(func() {
		if c.roles[name] != RoleSource {
			c.relaysWired.Done()
		}
	})
	defer wired()
	if c.roles[name] == RoleSource {
		waitFor(ctx, &c.relaysWired, wiringTimeout)
	}
	for restarts := 0; ; {
		err := c.attachPatiently(ctx, name, wired)
		if err == nil || ctx.Err() != nil || c.done() {
			return ctx.Err() // once every object is done nobody needs the gateway
		}
		if err := c.bringBack(ctx, name, &restarts, err); err != nil {
			return c.lose(name, err)
		}
	}
}

// bringBack replaces a lost gateway as long as that may be tried; the error says why
// the gateway is lost for good.
func (c *coordinator) bringBack(ctx context.Context, name string, restarts *int, cause error) error {
	for c.opts.Replace != nil && !hopeless(cause) && *restarts < c.opts.Restarts && ctx.Err() == nil {
		c.emitLost(name, cause, true)
		*restarts++
		cause = c.replace(ctx, name)
		if cause == nil || !sleep(ctx, retryPause(*restarts)) {
			return cause
		}
	}
	c.emitLost(name, cause, false)
	return cause
}

// hopeless tells whether a gateway refuses its configuration for good: it cannot open
// the store, say, and its replacement could not either.
func hopeless(err error) bool {
	code := status.Code(err)
	return code == codes.FailedPrecondition || code == codes.InvalidArgument
}

// attachPatiently attaches again after a broken stream. A gateway that can be replaced
// gets one more chance: it is dead, most likely.
func (c *coordinator) attachPatiently(ctx context.Context, name string, wired func()) error {
	pause := pauses(100*time.Millisecond, 2*time.Second)
	lost := time.Now()
	for tries := 1; ; tries++ {
		up, err := c.attach(ctx, name, wired)
		if err == nil || ctx.Err() != nil {
			return err
		}
		c.board.giveBack(name)
		c.opts.Log.Debug("control stream lost", "node", name, "problem", err)
		if up {
			lost, tries = time.Now(), 1
			pause.Reset()
		}
		impatient := (c.opts.Replace != nil && tries > 1) || hopeless(err) || c.done()
		if impatient || time.Since(lost) > c.opts.Stall || !sleep(ctx, pause.NextBackOff()) {
			return fmt.Errorf("%w: %s: %w", ErrUnavailable, name, err)
		}
	}
}

// replace starts a gateway in place of a lost one and tells the others its address.
func (c *coordinator) replace(ctx context.Context, name string) error {
	limited, cancel := context.WithTimeout(ctx, c.opts.Stall)
	defer cancel()
	node, err := c.opts.Replace(limited, name)
	if err != nil {
		return fmt.Errorf("replacing gateway %s: %w", name, err)
	}
	node.Name = name
	c.mu.Lock()
	m := c.nodes[name]
	node.Region = m.node.Region
	m.node = node
	c.revision++
	var others []*remote
	for _, m := range c.nodes {
		if m.remote != nil {
			others = append(others, m.remote)
		}
	}
	c.mu.Unlock()
	for _, r := range others {
		if err := r.configure(); err != nil {
			c.opts.Log.Debug("telling a gateway of another's new address", "node", r.name, "problem", err)
		}
	}
	return nil
}

// attach serves one control stream until the transfer is finished (nil) or the stream
// breaks; up tells whether the gateway took its configuration.
func (c *coordinator) attach(ctx context.Context, name string, wired func()) (up bool, err error) {
	conn, err := c.dial(name)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	// The stream outlives ctx: a gateway that is told to finish has ended all its work
	// when it answers. Until the stream is there, ctx ends it.
	streaming, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cancel(nil)
	stop := context.AfterFunc(ctx, func() { cancel(ctx.Err()) })
	defer stop()
	stream, err := control.NewGatewayClient(conn).Attach(streaming)
	if err != nil {
		return false, err
	}
	r := &remote{c: c, name: name, role: c.roles[name], stream: stream, cancel: cancel, up: make(chan struct{})}
	c.setRemote(name, r)
	defer c.setRemote(name, nil)
	if err := r.configure(); err != nil || !stop() {
		return false, errors.Join(err, ctx.Err())
	}
	err = r.serve(ctx, wired)
	select {
	case <-r.up:
		up = true
	default:
	}
	if cause := context.Cause(streaming); err != nil && cause != nil {
		err = cause
	}
	return up, err
}

// waitFor waits until the group has ended, ctx has, or the time is over.
func waitFor(ctx context.Context, group *sync.WaitGroup, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	go func() { // ends when every keep has, at the latest
		group.Wait()
		cancel()
	}()
	<-ctx.Done()
}

func (c *coordinator) dial(name string) (*grpc.ClientConn, error) {
	config, err := c.t.credential.ClientTLS(name)
	if err != nil {
		return nil, err
	}
	conn, err := grpc.NewClient("passthrough:///"+c.node(name).Control, grpc.WithTransportCredentials(credentials.NewTLS(config)),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxControlMessage)), grpc.WithNoProxy(),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: grpcbackoff.DefaultConfig, MinConnectTimeout: c.opts.dialTimeout()}))
	if err != nil {
		return nil, fmt.Errorf("connecting to gateway %s: %w", name, err)
	}
	return conn, nil
}

func (c *coordinator) node(name string) Node {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nodes[name].node
}

// nodeUp books that a node has taken its configuration.
func (c *coordinator) nodeUp(name string) Node {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.nodes[name]
	m.up, m.open = true, time.Now()
	return m.node
}

func (c *coordinator) setRemote(name string, r *remote) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[name].remote, c.nodes[name].up = r, false
	if r == nil {
		for id, route := range c.top.Routes {
			if route.Nodes[0] == name {
				delete(c.routes, uint32(id))
			}
		}
	} else {
		c.nodes[name].arrived = c.board.arrivals()
		c.nodes[name].usages = append(c.nodes[name].usages, nil)
	}
}

// configure sends the current configuration; a newer one is never followed by an
// older one.
func (r *remote) configure() error {
	r.sendMu.Lock()
	defer r.sendMu.Unlock()
	configuration := r.c.configuration(r.name)
	if configuration.GetRevision() < r.revision {
		return nil
	}
	r.revision = configuration.GetRevision()
	return r.stream.Send(&control.Command{Kind: &control.Command_Configure{Configure: configuration}})
}

func (r *remote) send(command *control.Command) error {
	r.sendMu.Lock()
	defer r.sendMu.Unlock()
	return r.stream.Send(command)
}

// serve handles the stream: one goroutine receives, one gives orders to a source, one
// ends it.
func (r *remote) serve(ctx context.Context, wired func()) error {
	group, ctx := errgroup.WithContext(ctx)
	received := make(chan struct{})
	group.Go(func() error {
		defer close(received)
		return r.receive(wired)
	})
	if r.role == RoleSource {
		group.Go(func() error { return r.giveOrders(ctx, received) })
	}
	group.Go(func() error { return r.finish(ctx, received) })
	return group.Wait()
}

// receive handles events until the gateway ends the stream after Finish.
func (r *remote) receive(wired func()) error {
	watchdog := time.AfterFunc(r.c.opts.attachTimeout(), func() {
		r.cancel(fmt.Errorf("%w: %s has said nothing for too long", ErrUnavailable, r.name))
	})
	defer watchdog.Stop()
	last := false
	for {
		event, err := r.stream.Recv()
		if errors.Is(err, io.EOF) && last {
			return nil
		}
		if err != nil {
			return fmt.Errorf("control stream of %s: %w", r.name, noEOF(err))
		}
		watchdog.Reset(r.c.opts.controlSilence())
		last = r.handle(event, wired) || last
	}
}

// handle books an event; it is true for the last one of a finished transfer.
func (r *remote) handle(event *control.Event, wired func()) (last bool) {
	switch kind := event.GetKind().(type) {
	case *control.Event_Configured:
		r.configured(wired)
	case *control.Event_Results:
		for _, result := range kind.Results.GetResults() {
			r.c.board.result(r.name, result)
		}
	case *control.Event_Route:
		r.c.routeChanged(kind.Route)
	case *control.Event_Usage:
		r.c.setUsage(r.name, kind.Usage)
		return kind.Usage.GetLast()
	}
	return false
}

func (r *remote) configured(wired func()) {
	select {
	case <-r.up:
		return
	default:
	}
	close(r.up)
	node := r.c.nodeUp(r.name)
	r.c.emit(GatewayUp{Node: r.name, Region: node.Region, Role: r.role, PID: node.PID})
	wired()
}

// giveOrders sends orders as long as the gateway has room for them.
func (r *remote) giveOrders(ctx context.Context, received <-chan struct{}) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // ends with the stream
		select {
		case <-received:
		case <-r.c.finished:
		case <-ctx.Done():
		}
		cancel()
	}()
	for {
		orders, err := r.c.board.take(ctx, r.name)
		if err != nil {
			return nil //nolint:nilerr // receive knows why the stream has ended
		}
		if err := r.send(&control.Command{Kind: &control.Command_Orders{Orders: &control.Orders{Orders: orders}}}); err != nil {
			return nil //nolint:nilerr // receive gets the cause
		}
	}
}

// finish sends the order to finish when every object is done, sources first, or when ctx
// ends before that, and does not wait for ever for the end of the stream.
func (r *remote) finish(ctx context.Context, received <-chan struct{}) error {
	done := r.c.finished
	if r.role != RoleSource {
		done = r.c.sourcesEnded
	}
	most := finishTimeout
	select {
	case <-done:
	case <-received:
		return nil
	case <-ctx.Done():
		most = cancelTimeout
	}
	if err := r.send(&control.Command{Kind: &control.Command_Finish{Finish: &control.Finish{}}}); err != nil {
		return nil //nolint:nilerr // receive gets the cause
	}
	timer := time.AfterFunc(most, func() { r.cancel(fmt.Errorf("%w: %s does not finish", ErrUnavailable, r.name)) })
	defer timer.Stop()
	<-received
	return nil
}
