package provision

import "context"

// Provider starts and ends machines in one place or account. Its methods may be called at the same
// time.
//
// Callers pass on what they have; a provider checks it. Whatever fails is an [*Error] of one of the
// kinds named with each method, except where the context ended: then errors.Is finds the context's
// error.
type Provider interface {
	// Start brings up one machine, gives its gateway the bootstrap document, and returns when the
	// gateway has printed a valid ready line. An error means that nothing of the machine is left,
	// or, where even that could not be had, that it is found by List and by its tags. A context
	// that has ended starts nothing; the context's end after Start has returned does not concern
	// the machine.
	//
	// ErrInvalid: the spec, the provider's options, a name in use, or the provider was closed.
	// ErrNoCapacity, ErrQuota, ErrPermission, ErrUnavailable: no machine was to be had. ErrExited
	// (with the [*Exit] as cause), ErrProtocol, ErrTimeout: there was one, but no gateway;
	// Error.Stderr says what it last wrote.
	Start(ctx context.Context, spec Spec) (*Instance, error)

	// Stop ends the machine: in order if the gateway obeys in time, by force if it does not or if
	// the context ends, also if it had ended before the call. When Stop returns nil the machine is
	// gone, and its Instance is done. A machine that has ended is not an error, however often it is
	// stopped.
	//
	// ErrNotFound: the provider never had this machine. ErrUnavailable: it may still be there.
	Stop(ctx context.Context, m Machine) error

	// List returns the machines of the transfer whose gateways have not ended, in the order of
	// their names; with "" those of all transfers.
	//
	// ErrPermission, ErrUnavailable.
	List(ctx context.Context, transfer string) ([]Machine, error)

	// Close stops what was started here and still runs, makes a Start that is under way fail and
	// waits for it, and gives up what the provider holds. It may be called again.
	//
	// ErrUnavailable: not all machines could be ended; the error joins one for each.
	Close(ctx context.Context) error
}
