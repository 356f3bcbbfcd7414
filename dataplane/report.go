package dataplane

import "time"

// Report says what a transfer did.
type Report struct {
	Objects  int64 // moved and verified
	Failed   int64
	Bytes    int64 // of the objects that were moved
	Verified bool  // every object that was moved had its checksum compared

	Elapsed       time.Duration // from the first order to the last completion
	Retransmitted int64         // bytes that were sent more than once

	// AttrsLost counts the objects that moved without some of their attributes, as their
	// content type, since the destination store cannot hold them. Losses names them, of
	// at most MaxErrors objects.
	AttrsLost int64
	Losses    []AttrsLoss

	Links    []LinkReport
	Gateways []GatewayReport
	Waiting  Waiting

	// Errors holds the failures of single objects, at most MaxErrors of them.
	Errors []ObjectError
}

// MaxErrors bounds the failures that a report lists, and the losses; Report.Failed and
// Report.AttrsLost count all.
const MaxErrors = 1000

// AttrsLoss says what of an object's attributes was lost.
type AttrsLoss struct {
	Key   string // at the destination
	Names []string
}

// ObjectError is the failure of one object.
type ObjectError struct {
	Key  string
	Kind string // the objstore.Kind, "" if none
	Err  error
}

// Error says which object failed and why.
func (e ObjectError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e ObjectError) Unwrap() error { return e.Err }

// LinkReport says what went from one node to another.
type LinkReport struct {
	From, To    string
	Bytes       int64 // payload
	Connections int   // most that were open at once
}

// GatewayReport says what a gateway used, as it reported last.
type GatewayReport struct {
	Node, Region  string
	Role          Role
	UserSeconds   float64 // CPU
	SystemSeconds float64 // CPU
	PeakRSS       int64   // bytes
}

// Waiting divides the time of the circuits by what held them up, averaged over the
// circuits.
type Waiting struct {
	SourceStore      time.Duration // nothing to send
	Network          time.Duration // sending, or waiting for acknowledgements to cross the network
	DestinationStore time.Duration // waiting for the store to accept
}

// Gbps returns the goodput in Gbit/s.
func (r *Report) Gbps() float64 {
	if r.Elapsed <= 0 {
		return 0
	}
	return float64(r.Bytes) * 8 / 1e9 / r.Elapsed.Seconds()
}
