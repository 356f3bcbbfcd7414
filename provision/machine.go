package provision

import (
	"sync"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// Machine is a started machine whose gateway listens. It is plain data: it can be written down, and
// given to a provider of the same account later.
type Machine struct {
	Name     string      `json:"name"`             // the node, as in its Spec
	ID       string      `json:"id"`               // the provider's own name for it
	Transfer string      `json:"transfer"`         // as in its Spec
	Region   grid.Region `json:"region"`           // as in its Spec
	Control  string      `json:"control"`          // host:port of the control channel
	Data     string      `json:"data"`             // host:port of circuits
	PID      int         `json:"pid,omitempty"`    // the gateway's process where it runs; 0 if it has none of its own
	Expires  time.Time   `json:"expires,omitzero"` // as in its Spec
}

// Instance is a machine that is watched: Done tells when its gateway has ended, Err why.
type Instance struct {
	Machine

	once sync.Once
	done chan struct{}
	err  error // written before done is closed, read after
}

// NewInstance is for providers: it returns the instance for its caller, and the function by which
// the provider says, once, that the gateway ended and why (nil: in order, as it was told). Later
// calls of it do nothing.
func NewInstance(m Machine) (instance *Instance, ended func(error)) {
	i := &Instance{Machine: m, done: make(chan struct{})}
	return i, func(err error) {
		i.once.Do(func() {
			i.err = err
			close(i.done)
		})
	}
}

// Done is closed when the gateway has ended.
func (i *Instance) Done() <-chan struct{} { return i.done }

// Err is nil while the gateway runs, and after it ended in order because it was stopped. Otherwise
// it is an [*Error] of the kind [ErrExited], or of the kind that made the provider give the machine
// up.
func (i *Instance) Err() error {
	select {
	case <-i.done:
		return i.err
	default:
		return nil
	}
}
