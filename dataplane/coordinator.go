package dataplane

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/internal/control"
)

// coordinator runs one job.
type coordinator struct {
	t      *Transfer
	opts   Options
	job    Job
	top    Topology
	roles  map[string]Role
	sizing sizing
	board  *board

	objects uint64 // numbers given out; feed's own

	finished     chan struct{}  // closed when every object is done
	sourcesEnded chan struct{}  // closed when every source gateway has ended
	relaysWired  sync.WaitGroup // gateways other than sources that are not up yet for the first time
	started      time.Time
	ended        time.Time

	mu       sync.Mutex
	revision uint64
	nodes    map[string]*member
	routes   map[uint32]*control.RouteState // as reported last
	errors   []ObjectError
	// attrsLost counts the objects that lost attributes, losses names those of the first.
	attrsLost int64
	losses    []AttrsLoss

	eventMu sync.Mutex // OnEvent is called by one goroutine at a time
}

// member is a gateway in the coordinator's books.
type member struct {
	node   Node
	gone   bool             // for good
	usages []*control.Usage // the last of each control stream
	remote *remote          // nil while there is no control stream
	// arrived is what each route had carried when the gateway was attached last, in bytes.
	arrived map[uint32]int64
	up      bool      // it has taken its configuration
	open    time.Time // when one of its circuits was seen last, or it came up
}

func newCoordinator(t *Transfer, top Topology, job Job) (*coordinator, error) {
	sizing, err := newSizing(top, t.opts, job.Destination.Bucket.Limits())
	if err != nil {
		return nil, err
	}
	c := &coordinator{
		t: t, opts: t.opts, job: job, top: top,
		roles: top.roles(), sizing: sizing,
		board:        newBoard(t.opts.Attempts, t.opts.Memory, sizing.floors(top)),
		finished:     make(chan struct{}),
		sourcesEnded: make(chan struct{}),
		nodes:        make(map[string]*member),
		routes:       make(map[uint32]*control.RouteState),
	}
	for _, n := range top.Nodes {
		c.nodes[n.Name] = &member{node: n}
		if c.roles[n.Name] != RoleSource {
			c.relaysWired.Add(1)
		}
	}
	return c, nil
}

// run works until every object is done, or the transfer fails as a whole; what it
// started has ended then, and no upload is left open.
func (c *coordinator) run(ctx context.Context) error {
	c.started = time.Now()
	outer := ctx
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return c.feed(ctx) })
	group.Go(func() error { return c.completeObjects(ctx) })
	group.Go(func() error { return c.watch(ctx) })
	group.Go(func() error { return c.keepAll(ctx) })
	err := group.Wait()
	c.abortUnfinished(outer)
	if outer.Err() != nil {
		return outer.Err()
	}
	return err
}

// completeObjects ends when every object is done, and thereby the transfer.
func (c *coordinator) completeObjects(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for range completers {
		group.Go(func() error { return c.completeAll(ctx) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	c.ended = time.Now()
	close(c.finished)
	return nil
}

// keepAll keeps every gateway at work. Sources end first: then no circuit is in use
// any more when relays and destinations end.
func (c *coordinator) keepAll(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	sources, ctxSources := errgroup.WithContext(ctx)
	for name, role := range c.roles {
		if role == RoleSource {
			sources.Go(func() error { return c.keep(ctxSources, name) })
		} else {
			group.Go(func() error { return c.keep(ctx, name) })
		}
	}
	group.Go(func() error {
		err := sources.Wait()
		if err == nil {
			close(c.sourcesEnded)
		}
		return err
	})
	return group.Wait()
}

// emit tells the caller what happened.
func (c *coordinator) emit(e Event) {
	c.eventMu.Lock()
	defer c.eventMu.Unlock()
	c.opts.OnEvent(e)
}

// record books an object's end.
func (c *coordinator) record(done ObjectDone) {
	c.mu.Lock()
	if done.Err != nil && len(c.errors) < MaxErrors {
		c.errors = append(c.errors, ObjectError{Key: done.Key, Kind: kindOf(done.Err), Err: done.Err})
	}
	if len(done.AttrsLost) > 0 {
		c.attrsLost++
		if len(c.losses) < MaxErrors {
			c.losses = append(c.losses, AttrsLoss{Key: done.Key, Names: done.AttrsLost})
		}
	}
	c.mu.Unlock()
	c.emit(done)
}

// progressInterval is how often progress is told and stalls are looked for.
const progressInterval = 200 * time.Millisecond

// watch tells the progress and fails a transfer that has stalled.
func (c *coordinator) watch(ctx context.Context) error {
	stall := stallClock{moved: c.started, open: c.started}
	ticker := time.NewTicker(progressInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.finished:
			c.emitProgress()
			return nil
		case <-ticker.C:
			c.emitProgress()
			c.recallStuck(time.Now())
			if err := stall.check(c, time.Now()); err != nil {
				return err
			}
		}
	}
}

func (c *coordinator) emitProgress() {
	p := c.board.progress()
	c.emit(Progress{Bytes: p.bytes, Total: c.job.TotalBytes, Objects: p.objects, Elapsed: time.Since(c.started)})
}

// lose takes a gateway that is not coming back off the books and says whether the
// transfer can go on without it.
func (c *coordinator) lose(name string, cause error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[name].gone = true
	c.board.leave(name)
	role := c.roles[name]
	for other, m := range c.nodes {
		if c.roles[other] == role && !m.gone {
			return nil
		}
	}
	if role == RoleRelay {
		return nil // the direct route is left
	}
	return errors.Join(fmt.Errorf("%w: no %s gateway is left", ErrGatewaysLost, role), cause)
}
