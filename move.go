package skyferry

import (
	"context"
	"errors"
	"log/slog"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/provision"
)

// Event is something that happened in a transfer, as dataplane.Progress.
type Event = dataplane.Event

// move starts the fleet, runs a job over the topology, and ends the fleet, whatever
// happened. The report is nil if nothing could be moved at all.
func (f *fleet) move(ctx context.Context, top dataplane.Topology, job dataplane.Job) (report *dataplane.Report, err error) {
	nodes, err := f.start(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.stop(ctx)) }()
	top.Nodes = nodes
	return f.transfer.Run(ctx, top, job)
}

// providerOr returns the caller's provider, which stays his, or gateways in this
// process, and how to give it up, also when the context has ended.
func providerOr(given provision.Provider, stores objstore.Openers, log *slog.Logger) (provision.Provider, func(context.Context) error, error) {
	if given != nil {
		return given, func(context.Context) error { return nil }, nil
	}
	own, err := inProcess(stores, log)
	if err != nil {
		return nil, nil, err
	}
	return own, func(ctx context.Context) error { return own.Close(context.WithoutCancel(ctx)) }, nil
}
