package dataplane

import "errors"

// Kinds of failures of a transfer as a whole; those of one object are errors of
// package objstore and stand in the report.
var (
	// ErrInvalid: an argument is wrong.
	ErrInvalid = errors.New("invalid argument")
	// ErrGatewaysLost: no gateway is left at the source or at the destination.
	ErrGatewaysLost = errors.New("gateways lost")
	// ErrStalled: nothing has moved for longer than the time-out allows.
	ErrStalled = errors.New("transfer stalled")
	// ErrUnavailable: a gateway could not be reached or does not answer.
	ErrUnavailable = errors.New("gateway unavailable")
)
