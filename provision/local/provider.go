package local

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/skyferry/skyferry/provision"
)

// Provider starts gateways on this machine. It is a [provision.Provider].
type Provider struct {
	options Options
	logLock sync.Mutex // no two gateways write to a log at a time

	mu       sync.Mutex
	closed   bool
	closing  chan struct{}       // closed with closed set
	starting sync.WaitGroup      // calls of Start under way; none is added once closed is set
	pending  map[name]struct{}   // the nodes that these calls start
	gateways map[string]*gateway // by Machine.ID, all that ever were ready
	serial   int                 // of the last ID
}

var _ provision.Provider = (*Provider)(nil)

// name is what must be unique among the living.
type name struct{ transfer, node string }

func nameOf(spec provision.Spec) name { return name{spec.Transfer, spec.Name} }

// New returns a provider. Options that contradict each other are an error of the kind
// [provision.ErrInvalid]; whether the program can be started shows when it is.
func New(options *Options) (*Provider, error) {
	filled, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Provider{
		options: filled,
		closing: make(chan struct{}), pending: map[name]struct{}{}, gateways: map[string]*gateway{},
	}, nil
}

// Stop ends a gateway: see [provision.Provider]. A context that has ended leaves out the grace
// time. The error can only be ErrNotFound or, for a function that does not return, ErrUnavailable.
func (p *Provider) Stop(ctx context.Context, m provision.Machine) error {
	g, err := p.find("stop", m)
	if err != nil {
		return err
	}
	return p.stop(ctx, g)
}

func (p *Provider) stop(ctx context.Context, g *gateway) error {
	if !g.stop(ctx.Done(), p.options.StopGrace) {
		return g.stayed("stop", p.options.StopGrace)
	}
	<-g.instance.Done()
	return nil
}

// Kill ends a gateway as an accident would: at once, and so that its instance tells of a failure.
// It is there to show and to test that a transfer outlives that. A gateway that has ended is not an
// error; one that was never here is ErrNotFound.
func (p *Provider) Kill(m provision.Machine) error {
	g, err := p.find("kill", m)
	if err != nil {
		return err
	}
	g.kill()
	return nil
}

func (p *Provider) find(op string, m provision.Machine) (*gateway, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if g, ok := p.gateways[m.ID]; ok {
		return g, nil
	}
	return nil, &provision.Error{
		Op: op, Node: m.Name, Region: m.Region, Kind: provision.ErrNotFound,
		Err: fmt.Errorf("no gateway has the id %q here", m.ID),
	}
}

// List returns the gateways that live. It needs no one's answer: the error is always nil but for a
// context that has ended.
func (p *Provider) List(ctx context.Context, transfer string) ([]provision.Machine, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("list gateways: %w", err)
	}
	var machines []provision.Machine
	p.mu.Lock()
	living := p.living()
	p.mu.Unlock()
	for _, g := range living {
		if transfer == "" || g.spec.Transfer == transfer {
			machines = append(machines, g.instance.Machine)
		}
	}
	slices.SortFunc(machines, func(a, b provision.Machine) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Transfer, b.Transfer))
	})
	return machines, nil
}

// living returns the gateways that were ready and have not ended. The caller holds mu.
func (p *Provider) living() []*gateway {
	var living []*gateway
	for _, g := range p.gateways {
		select {
		case <-g.instance.Done():
		default:
			living = append(living, g)
		}
	}
	return living
}

// Close stops all gateways at the same time: see [provision.Provider]. A context that has ended
// leaves out the grace time.
func (p *Provider) Close(ctx context.Context) error {
	living := p.shut()
	errs := make([]error, len(living))
	var stopping sync.WaitGroup
	for i, g := range living {
		stopping.Go(func() { errs[i] = p.stop(ctx, g) })
	}
	stopping.Wait()
	return errors.Join(errs...)
}

// shut lets no more gateways in, and returns those that live when the last Start has returned.
func (p *Provider) shut() []*gateway {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.closing)
	}
	p.mu.Unlock()
	p.starting.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.living()
}
