package local

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/skyferry/skyferry/provision"
)

// errClosed is the cause of failures after, or because of, Close.
var errClosed = errors.New("the provider is closed")

// Start starts a gateway and waits for its ready line: see [provision.Provider]. Here ErrInvalid
// also means that the program is none, ErrPermission that it may not be executed, and ErrNoCapacity
// that this machine has no room for another process.
func (p *Provider) Start(ctx context.Context, spec provision.Spec) (*provision.Instance, error) {
	if err := ctx.Err(); err != nil {
		return nil, interrupted(spec, err)
	}
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	if err := p.reserve(spec); err != nil {
		return nil, err
	}
	defer p.release(spec)
	g, err := p.start(ctx, spec)
	if err != nil {
		return nil, err
	}
	return g.instance, nil
}

// reserve takes the node's name until release, and a place among the calls that Close waits for.
func (p *Provider) reserve(spec provision.Spec) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return failed(spec, provision.ErrInvalid, errClosed)
	}
	key := nameOf(spec)
	_, taken := p.pending[key]
	if taken || slices.ContainsFunc(p.living(), func(g *gateway) bool { return nameOf(g.spec) == key }) {
		return failed(spec, provision.ErrInvalid, errors.New("a gateway of this transfer has that name and lives"))
	}
	p.pending[key] = struct{}{}
	p.starting.Add(1)
	return nil
}

func (p *Provider) release(spec provision.Spec) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.pending, nameOf(spec))
	p.starting.Done()
}

// start launches the gateway and, when it is ready, leaves it to a goroutine that waits for its
// end.
func (p *Provider) start(ctx context.Context, spec provision.Spec) (*gateway, error) {
	l, err := p.launch(ctx, spec)
	if err != nil {
		return nil, at(spec, err)
	}
	g := supervise(l, spec, newPrefixed(spec.Log, &p.logLock, spec.Name))
	ready, err := p.awaitReady(ctx, g)
	if err != nil {
		return nil, p.giveUp(g, err)
	}
	p.admit(g, ready)
	go func() {
		<-g.gone
		g.finish(g.reason())
	}()
	return g, nil
}

// giveUp ends a gateway that did not get ready because of err, and adds to err what it last wrote.
func (p *Provider) giveUp(g *gateway, err error) error {
	gone := g.abort(p.options.StopGrace)
	if e, ok := errors.AsType[*provision.Error](err); ok {
		e.Stderr = g.said.get()
	}
	if !gone {
		return errors.Join(err, g.stayed("start", p.options.StopGrace))
	}
	return err
}

// awaitReady returns when the gateway has answered, or will not.
func (p *Provider) awaitReady(ctx context.Context, g *gateway) (provision.Ready, error) {
	timer := time.NewTimer(p.options.StartTimeout)
	defer timer.Stop()
	select {
	case a := <-g.answered:
		return a.ready, at(g.spec, a.err)
	case <-g.gone:
		return g.lastAnswer()
	case <-timer.C:
		return provision.Ready{}, failed(g.spec, provision.ErrTimeout,
			fmt.Errorf("no ready line within %v", p.options.StartTimeout))
	case <-p.closing:
		return provision.Ready{}, failed(g.spec, provision.ErrInvalid, errClosed)
	case <-ctx.Done():
		return provision.Ready{}, interrupted(g.spec, ctx.Err())
	}
}

// lastAnswer is for a gateway that is gone: what it answered before, if anything, comes first. One
// that was ready is handed out, and its instance is done at once.
func (g *gateway) lastAnswer() (provision.Ready, error) {
	select {
	case a := <-g.answered:
		return a.ready, at(g.spec, a.err)
	default:
		return provision.Ready{}, failed(g.spec, provision.ErrExited, g.exit)
	}
}

// admit gives the gateway its instance and its place in the provider's list.
func (p *Provider) admit(g *gateway, ready provision.Ready) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.serial++
	g.instance, g.finish = provision.NewInstance(provision.Machine{
		Name: g.spec.Name, ID: fmt.Sprintf("local-%d", p.serial), Transfer: g.spec.Transfer, Region: g.spec.Region,
		Control: ready.Control, Data: ready.Data, PID: g.pidOf(ready), Expires: g.spec.Expires,
	})
	p.gateways[g.instance.ID] = g
}

// pidOf is the process to be shown: the gateway's own word where a wrapper started it, and none for
// a goroutine, whose process is the caller's.
func (g *gateway) pidOf(ready provision.Ready) int {
	if g.pid == 0 || ready.PID == 0 {
		return g.pid
	}
	return ready.PID
}

func failed(spec provision.Spec, kind provision.Kind, err error) error {
	return at(spec, &provision.Error{Kind: kind, Err: err})
}

// at adds to an error, which may be nil, what was being done to which node.
func at(spec provision.Spec, err error) error {
	if e, ok := errors.AsType[*provision.Error](err); ok {
		e.Op, e.Node, e.Region = "start", spec.Name, spec.Region
	}
	return err
}

// interrupted is the error of a Start whose context ended: the context's own, with what was being
// done.
func interrupted(spec provision.Spec, err error) error {
	return fmt.Errorf("start %s in %s: %w", spec.Name, spec.Region, err)
}
