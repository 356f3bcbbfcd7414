package skyferry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/provision"
)

// BenchOptions of a measurement without stores; the zero value is usable.
type BenchOptions struct {
	// Size is how much data is moved in bytes. Default 4 GB.
	Size int64
	// Relays is the number of gateways between source and destination. Default 0.
	Relays int
	// Circuits is the number of parallel chains of connections. Default 8.
	Circuits int
	// Bare leaves the data unsealed. Default false.
	Bare bool
	// Memory is what each gateway may hold in bytes. Default as dataplane.Options.Memory.
	Memory int64
	// PartSize is the size of a chunk in bytes. Default as dataplane.Options.PartSize.
	PartSize int64
	// Fleet starts the gateways. Default: goroutines of this process, whose CPU time
	// cannot be told apart.
	Fleet provision.Provider
	// OnEvent is told what happens, from one goroutine at a time. Default nil.
	OnEvent func(Event)
	// GatewayLog receives what gateways write to their standard error. Default nil.
	GatewayLog io.Writer
	// Log receives what is of interest to a developer. Default: nothing is logged.
	Log *slog.Logger
}

func (o BenchOptions) withDefaults() (BenchOptions, error) {
	if o.Size == 0 {
		o.Size = 4e9
	}
	if o.Circuits == 0 {
		o.Circuits = 8
	}
	if o.Size < 0 || o.Relays < 0 || o.Relays > maxRelays || o.Circuits < 0 {
		return o, fmt.Errorf("%w: a measurement with %d bytes, %d relays (at most %d) and %d circuits", ErrInvalid, o.Size, o.Relays, maxRelays, o.Circuits)
	}
	return o, nil
}

// maxRelays bounds the length of a measured chain.
const maxRelays = 3

// BenchReport is what a measurement found.
type BenchReport struct {
	Gbps               float64            `json:"gbps"` // goodput, 10^9 bit/s
	Verified           bool               `json:"verified"`
	CPUSecondsPerGB    map[string]float64 `json:"cpu_seconds_per_gb"`      // by role, per 10^9 bytes
	UserSecondsPerGB   map[string]float64 `json:"user_cpu_seconds_per_gb"` // the same without the kernel's
	PeakRSSMB          map[string]float64 `json:"peak_rss_mb"`             // by role, 10^6 bytes
	RetransmittedBytes int64              `json:"retransmitted_bytes"`
	Seconds            float64            `json:"seconds"`
	Bytes              int64              `json:"bytes"`
}

// Bench moves generated data from one gateway to another, through relays if wanted,
// and checks it at the destination: the network and the data plane without any store.
func Bench(ctx context.Context, opts BenchOptions) (_ *BenchReport, err error) {
	defer func() { err = asInvalid(err) }()
	opts, err = opts.withDefaults()
	if err != nil {
		return nil, err
	}
	provider, closeProvider, err := providerOr(opts.Fleet, nil, opts.Log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeProvider(ctx)) }()
	job, err := dataplane.GeneratedJob(ctx, 1, opts.Size)
	if err != nil {
		return nil, err
	}
	regions, top := chain(opts.Relays, opts.Circuits)
	f, err := newFleet(provider, regions, opts.GatewayLog, func(f *fleet) dataplane.Options {
		return dataplane.Options{
			Bare: opts.Bare, Memory: opts.Memory, PartSize: opts.PartSize, Replace: f.replace, OnEvent: opts.OnEvent, Log: opts.Log,
		}
	})
	if err != nil {
		return nil, err
	}
	report, err := f.move(ctx, top, job)
	if report == nil {
		return nil, err
	}
	return benchReport(report), err
}

// chain is one route through that many relays, with the direct one in reserve.
func chain(relays, circuits int) (map[string]grid.Region, dataplane.Topology) {
	names := []string{string(dataplane.RoleSource)}
	for i := range relays {
		names = append(names, fmt.Sprintf("%s%d", dataplane.RoleRelay, i+1))
	}
	names = append(names, string(dataplane.RoleDestination))
	regions := make(map[string]grid.Region, len(names))
	for _, name := range names {
		regions[name] = grid.Region("local:" + name)
	}
	top := dataplane.Topology{Routes: []dataplane.Route{{Nodes: names, Circuits: circuits}}}
	if relays > 0 {
		ends := []string{names[0], names[len(names)-1]}
		top.Routes = append(top.Routes, dataplane.Route{Nodes: ends, Circuits: circuits, Standby: true})
	}
	return regions, top
}

func benchReport(r *dataplane.Report) *BenchReport {
	b := &BenchReport{
		Gbps: r.Gbps(), Verified: r.Verified, RetransmittedBytes: r.Retransmitted,
		Seconds: r.Elapsed.Seconds(), Bytes: r.Bytes,
		CPUSecondsPerGB: map[string]float64{}, UserSecondsPerGB: map[string]float64{}, PeakRSSMB: map[string]float64{},
	}
	gb := max(float64(r.Bytes)/1e9, 1e-9)
	for _, g := range r.Gateways {
		role := string(g.Role)
		b.CPUSecondsPerGB[role] += (g.UserSeconds + g.SystemSeconds) / gb
		b.UserSecondsPerGB[role] += g.UserSeconds / gb
		b.PeakRSSMB[role] = max(b.PeakRSSMB[role], float64(g.PeakRSS)/1e6)
	}
	return b
}
