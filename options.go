package skyferry

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"reflect"
	"time"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision"
)

// Options of a copy. Stores is required, and both regions unless the copy is to be made
// without a plan.
type Options struct {
	// Stores opens the buckets of the URLs that are copied between, on this machine and
	// on gateways that run in this process. Gateways elsewhere have stores of their own,
	// which must have the same options.
	Stores objstore.Openers

	// SrcCredential and DstCredential are what the two buckets are opened with, here and
	// on the gateways, as the package of the store defines it: s3.Credential, for one, as
	// JSON. Default: here the store's own default; the gateways of a Fleet are sent what
	// that gives (objstore.Opener.Credential).
	SrcCredential, DstCredential []byte

	// Fleet starts the gateways and stays the caller's. Default: goroutines of this
	// process.
	Fleet provision.Provider

	// SrcRegion and DstRegion are where the data is and where it goes. Without both of
	// them nothing is planned: one gateway at each end, joined directly.
	SrcRegion, DstRegion grid.Region

	// Grid of throughput and prices. Default: grid.Builtin().
	Grid *grid.Grid

	// Goal and Algorithm of the plan, and the machines allowed in each region. Defaults
	// as in plan.Request.
	Goal      plan.Goal
	Algorithm plan.Algorithm
	MaxVMs    int

	// Limits narrow what the plan may use: quotas, the regions and clouds that data may
	// pass through, the rates of the stores. They need a plan. RemoteSrc and RemoteDst are
	// refused, since every transfer has gateways at both ends. Default: none.
	Limits plan.Limits

	// BootMinutes are minutes that each machine is paid for beside those in which it
	// moves data; the plan counts their price. Default: 0.
	BootMinutes float64

	// PlanTimeLimit ends the search for a better plan early, see plan.Request.TimeLimit.
	// Default: none.
	PlanTimeLimit time.Duration

	// Shape holds each link to its rate in the grid times this factor, and each gateway
	// to its machine's cap, so that a plan can be watched on a fleet that stands in one
	// place. Default 0: nothing is held.
	Shape float64

	// Recursive moves everything below the source's key, also where its URL does not end
	// in a slash. Default false.
	Recursive bool

	// MaxCircuits bounds the chains of connections that pass one gateway. Default 256.
	MaxCircuits int

	// Bare leaves the data unsealed. Default false: sealed from end to end.
	Bare bool

	// StoreTimeout bounds one operation of a store; completing a large object is given
	// more, by its size. Default as dataplane.Options.StoreTimeout.
	StoreTimeout time.Duration

	// Memory is what each gateway may hold of the data, in bytes. Default as
	// dataplane.Options.Memory.
	Memory int64

	// OnEvent is told what happens, from one goroutine at a time. It returns soon: the
	// transfer waits for it. Default nil.
	OnEvent func(Event)

	// GatewayLog receives what gateways write to their standard error. Default nil.
	GatewayLog io.Writer

	// Log receives what is of interest to a developer. Default: nothing is logged.
	Log *slog.Logger
}

// defaultCircuits is the number of circuits where nothing was planned.
const defaultCircuits = 8

func (o Options) withDefaults() (Options, error) {
	if o.Grid == nil {
		o.Grid = grid.Builtin()
	}
	if o.MaxCircuits == 0 {
		o.MaxCircuits = 256
	}
	if o.OnEvent == nil {
		o.OnEvent = func(Event) {}
	}
	if err := o.checkLimits(); err != nil {
		return o, err
	}
	switch {
	case len(o.Stores) == 0:
		return o, fmt.Errorf("%w: Options.Stores is empty; hand over the stores to copy between, as file.Opener()", ErrInvalid)
	case (o.SrcRegion == "") != (o.DstRegion == ""):
		return o, fmt.Errorf("%w: source region %q and destination region %q: give both, or neither to copy without a plan", ErrInvalid, o.SrcRegion, o.DstRegion)
	case o.Shape < 0 || math.IsInf(o.Shape, 0) || math.IsNaN(o.Shape) || o.MaxCircuits < 0:
		return o, fmt.Errorf("%w: shape %g, at most %d circuits", ErrInvalid, o.Shape, o.MaxCircuits)
	case o.Shape > 0 && o.SrcRegion == "":
		return o, fmt.Errorf("%w: links can be shaped only with a plan; give both regions", ErrInvalid)
	}
	return o, nil
}

// checkLimits refuses limits that nothing would keep to.
func (o Options) checkLimits() error {
	switch {
	case o.Limits.RemoteSrc || o.Limits.RemoteDst:
		return fmt.Errorf("%w: a plan without machines at the source or at the destination (RemoteSrc, RemoteDst) cannot be carried out: a transfer has gateways at both ends, which read and write the stores", ErrInvalid)
	case !o.planned() && !reflect.ValueOf(o.Limits).IsZero():
		return fmt.Errorf("%w: limits are kept to by a plan, and nothing is planned; give both regions", ErrInvalid)
	}
	return nil
}

// planned tells whether the copy goes by a plan.
func (o Options) planned() bool { return o.SrcRegion != "" }

// dataplaneOptions are those of a transfer of this copy.
func (o Options) dataplaneOptions(f *fleet, part int64) dataplane.Options {
	return dataplane.Options{
		Bare: o.Bare, Memory: o.Memory, PartSize: part, StoreTimeout: o.StoreTimeout, Replace: f.replace, OnEvent: o.OnEvent, Log: o.Log,
	}
}
