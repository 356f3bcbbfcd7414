package skyferry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
)

// fleet is the machines of one transfer, from their start to their end.
type fleet struct {
	provider provision.Provider
	transfer *dataplane.Transfer
	log      io.Writer
	regions  map[string]grid.Region // by node

	mu       sync.Mutex
	machines map[string]*provision.Instance
}

// startsAtOnce bounds the machines that are being started at the same time.
const startsAtOnce = 16

// stopTime is how long ending the machines may take once the transfer is over.
const stopTime = 30 * time.Second

// newFleet makes a fleet of nodes that are to be started, and the transfer that they
// serve, with options that may refer to the fleet.
func newFleet(provider provision.Provider, regions map[string]grid.Region, log io.Writer, opts func(*fleet) dataplane.Options) (*fleet, error) {
	f := &fleet{provider: provider, regions: regions, log: log, machines: make(map[string]*provision.Instance)}
	transfer, err := dataplane.New(opts(f))
	f.transfer = transfer
	return f, err
}

// inProcess runs gateways as goroutines of the caller's process, where stores that live
// in it can be reached.
func inProcess(stores objstore.Openers, log *slog.Logger) (provision.Provider, error) {
	return local.New(&local.Options{
		Run: func(ctx context.Context, stdin io.Reader, stdout, _ io.Writer) error {
			return dataplane.Serve(ctx, stdin, stdout, dataplane.ServeOptions{Openers: stores, Log: log})
		},
	})
}

// start brings up all nodes at once; if one fails, the others are ended again.
func (f *fleet) start(ctx context.Context) ([]dataplane.Node, error) {
	group, starting := errgroup.WithContext(ctx)
	group.SetLimit(startsAtOnce)
	for name := range f.regions {
		group.Go(func() error {
			_, err := f.startOne(starting, name)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, errors.Join(fmt.Errorf("starting the gateways: %w", err), f.stop(ctx))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var nodes []dataplane.Node
	for name := range f.regions {
		nodes = append(nodes, node(f.machines[name]))
	}
	return nodes, nil
}

func (f *fleet) startOne(ctx context.Context, name string) (*provision.Instance, error) {
	doc, err := f.transfer.Bootstrap(name)
	if err != nil {
		return nil, err
	}
	machine, err := f.provider.Start(ctx, provision.Spec{
		Transfer: f.transfer.ID(), Name: name, Region: f.regions[name], Bootstrap: doc, Log: f.log,
	})
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.machines[name] = machine
	return machine, nil
}

func node(m *provision.Instance) dataplane.Node {
	return dataplane.Node{Name: m.Name, Region: string(m.Region), Control: m.Control, Data: m.Data, PID: m.PID}
}

// replace ends what is left of a lost gateway and starts another under its name.
func (f *fleet) replace(ctx context.Context, name string) (dataplane.Node, error) {
	f.mu.Lock()
	old := f.machines[name]
	f.mu.Unlock()
	if err := f.provider.Stop(ctx, old.Machine); err != nil && !errors.Is(err, provision.ErrNotFound) {
		return dataplane.Node{}, fmt.Errorf("ending the lost gateway %s: %w", name, err)
	}
	machine, err := f.startOne(ctx, name)
	if err != nil {
		return dataplane.Node{}, err
	}
	return node(machine), nil
}

// stop ends every machine, also when ctx has ended.
func (f *fleet) stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	f.mu.Lock()
	defer f.mu.Unlock()
	var wait sync.WaitGroup
	failed := make(chan error, len(f.machines))
	for name, machine := range f.machines {
		delete(f.machines, name)
		wait.Go(func() {
			if err := f.provider.Stop(ctx, machine.Machine); err != nil && !errors.Is(err, provision.ErrNotFound) {
				failed <- fmt.Errorf("ending gateway %s: %w", machine.Name, err)
			}
		})
	}
	wait.Wait()
	close(failed)
	var errs []error
	for err := range failed {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
