package dataplane_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// places are byte numbers of a connection between two gateways: those that set it up, by
// direction, then frames. The sweeps change something in each message, and at each seam.
type places struct{ setUpUp, setUpDown, framesUp, framesDown []int64 }

var (
	everywhere = places{
		setUpUp:    []int64{0, 1, 4, 7, 8, 23, 24, 27, 28, 35, 36, 67, 68, 69, 83},
		setUpDown:  []int64{0, 3, 4, 5, 8, 23, 24, 25, 26, 27, 41},
		framesUp:   []int64{84, 85, 87, 88, 95, 100, 104, 111, 115, 116, 120, 130, 160, 200, 300, 1000, 10_000, partSize, 2 * partSize, 5 * partSize},
		framesDown: []int64{42, 43, 46, 50, 60, 70, 73, 74, 75, 90, 120, 150, 200},
	}
	here = places{
		setUpUp:    []int64{8, 36, 70},
		setUpDown:  []int64{8, 24, 30},
		framesUp:   []int64{84, 104, 116, 130, 10_000, 3 * partSize},
		framesDown: []int64{42, 50, 74, 120},
	}
)

// interleave lets faults of the set-up, after which a circuit pauses longer and longer,
// alternate with those of circuits that were up.
func interleave(do action, p places) (faults []fault) {
	var setUp, frames []fault
	for _, at := range p.setUpUp {
		setUp = append(setUp, fault{up: script{at: at, do: do}})
	}
	for _, at := range p.setUpDown {
		setUp = append(setUp, fault{down: script{at: at, do: do}})
	}
	for _, at := range p.framesUp {
		frames = append(frames, fault{up: script{at: at, do: do}})
	}
	for _, at := range p.framesDown {
		frames = append(frames, fault{down: script{at: at, do: do}})
	}
	for i := range max(len(setUp), len(frames)) {
		faults = append(faults, setUp[min(i, len(setUp)):min(i+1, len(setUp))]...)
		faults = append(faults, frames[min(i, len(frames)):min(i+1, len(frames))]...)
	}
	return faults
}

// inRandoms tells whether a fault is in the randoms of the ends: of those nothing depends
// in a bare circuit.
func inRandoms(f fault) bool {
	return (f.up.do != nothing && f.up.at >= 68 && f.up.at < 84) || (f.down.do != nothing && f.down.at >= 26 && f.down.at < 42)
}

// sweep moves objects through a topology in which the connections to one node have one
// fault each, until all faults were there. Everything must arrive all the same.
func sweep(t *testing.T, opts dataplane.Options, faulty string, faults []fault) {
	s := newStores(t)
	s.put("large", 40*partSize+1, objstore.Attrs{ContentType: "text/plain"})
	s.put("empty", 0, objstore.Attrs{})
	s.putMany("small ", 100, 500)
	opts.PartSize = partSize
	opts = impatient(opts)
	opts.Silence, opts.Stall = 500*ms, patience
	f := newFleet(t, opts, s.opener())
	f.serve = f.serve.WithSetUp(300 * ms)
	top := f.chain(16, "source", "relay", "destination")
	all := make(chan struct{})
	setData(top, faulty, newProxy(t, data(top, faulty), sequence(faults, all)).address)
	f.mustRun(top, untilAll(f, s.job(), all))
	s.check()
}

func TestConnectionSweep(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]action{"cut": cut, "flip": flip, "hole": hole, "late": late} {
		for _, bare := range []bool{false, true} {
			for _, node := range []string{"relay", "destination"} {
				t.Run(fmt.Sprintf("%s/bare=%t/to %s", name, bare, node), func(t *testing.T) {
					t.Parallel()
					where := here
					if !bare && node == "destination" && do != hole && do != late { // each of those costs a time-out
						where = everywhere
					}
					faults := interleave(do, where)
					if bare && do == flip {
						faults = slices.DeleteFunc(faults, inRandoms)
					}
					sweep(t, dataplane.Options{Bare: bare}, node, faults)
				})
			}
		}
	}
}

// The control streams break too, again and again.
func TestControlSweep(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]action{"cut": cut, "flip": flip, "hole": hole} {
		for _, node := range []string{"source", "relay", "destination"} {
			t.Run(name+"/to "+node, func(t *testing.T) {
				t.Parallel()
				var faults []fault
				for _, at := range []int64{0, 100, 700, 1100, 1500} {
					faults = append(faults, fault{up: script{at: at, do: do}})
					if do != hole {
						faults = append(faults, fault{down: script{at: at, do: do}})
					}
				}
				controlSweep(t, node, faults)
			})
		}
	}
}

// controlSweep is sweep with faults between the coordinator and a gateway.
func controlSweep(t *testing.T, faulty string, faults []fault) {
	s := newStores(t)
	s.put("large", 20*partSize+1, objstore.Attrs{})
	s.putMany("small ", 50, 500)
	opts := impatient(dataplane.Options{PartSize: partSize})
	opts.Silence, opts.Stall = 500*ms, patience
	f := newFleet(t, opts, s.opener())
	top := f.chain(2, "source", "relay", "destination")
	all := make(chan struct{})
	for i := range top.Nodes {
		if top.Nodes[i].Name == faulty {
			top.Nodes[i].Control = newProxy(t, top.Nodes[i].Control, sequence(faults, all)).address
		}
	}
	f.mustRun(top, untilAll(f, s.job(), all))
	s.check()
}

// sequence gives each connection the next fault, and closes all when there are no more.
func sequence(faults []fault, all chan<- struct{}) func(int) fault {
	return func(i int) fault {
		if i == len(faults) {
			close(all)
		}
		if i < len(faults) {
			return faults[i]
		}
		return fault{}
	}
}

// untilAll lets a job go on until all is closed.
func untilAll(f *fleet, job dataplane.Job, all <-chan struct{}) dataplane.Job {
	items := job.Items
	job.Items = func(yield func(dataplane.Item, error) bool) {
		items(yield)
		select {
		case <-all:
		case <-f.over:
		}
	}
	return job
}
