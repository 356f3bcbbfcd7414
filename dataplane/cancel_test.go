package dataplane_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
)

// phases are where a transfer is cancelled: each arranges that cancel is called there.
var phases = map[string]func(s *stores, f *fleet, job *dataplane.Job, cancel func()){
	"before it begins": func(_ *stores, _ *fleet, _ *dataplane.Job, cancel func()) { cancel() },
	"listing": func(_ *stores, _ *fleet, job *dataplane.Job, cancel func()) {
		items := job.Items
		job.Items = func(yield func(dataplane.Item, error) bool) {
			cancel()
			items(yield)
		}
	},
	"the first gateway is up": func(_ *stores, f *fleet, _ *dataplane.Job, cancel func()) {
		f.events.on = func(e dataplane.Event) {
			if _, ok := e.(dataplane.GatewayUp); ok {
				cancel()
			}
		}
	},
	"the first circuit is open": func(_ *stores, f *fleet, _ *dataplane.Job, cancel func()) {
		f.events.on = func(e dataplane.Event) {
			if _, ok := e.(dataplane.RouteChanged); ok {
				cancel()
			}
		}
	},
	"the first object is done": func(_ *stores, f *fleet, _ *dataplane.Job, cancel func()) {
		f.events.on = func(e dataplane.Event) {
			if _, ok := e.(dataplane.ObjectDone); ok {
				cancel()
			}
		}
	},
	"reading": func(s *stores, _ *fleet, _ *dataplane.Job, cancel func()) { s.source.before = at("read", 5, cancel) },
	"creating": func(s *stores, _ *fleet, _ *dataplane.Job, cancel func()) {
		s.destination.before = at("create", 1, cancel)
	},
	"creating another": func(s *stores, _ *fleet, _ *dataplane.Job, cancel func()) {
		s.destination.before = at("create", 2, cancel)
	},
	"writing a part": func(s *stores, _ *fleet, _ *dataplane.Job, cancel func()) {
		s.destination.before = at("part", 10, cancel)
	},
	"writing an object": func(s *stores, _ *fleet, _ *dataplane.Job, cancel func()) {
		s.destination.before = at("put", 10, cancel)
	},
	"completing": func(s *stores, _ *fleet, _ *dataplane.Job, cancel func()) {
		s.destination.before = at("complete", 1, cancel)
	},
	"writing for ever": func(s *stores, _ *fleet, _ *dataplane.Job, cancel func()) {
		s.destination.before = func(ctx context.Context, c call) error {
			if c.op != "part" && c.op != "put" {
				return nil
			}
			if c.n == 10 {
				cancel()
			}
			<-ctx.Done()
			return ctx.Err()
		}
	},
}

// at calls f in the nth call of an operation.
func at(op string, n int, f func()) func(context.Context, call) error {
	return func(_ context.Context, c call) error {
		if c.op == op && c.n == n {
			f()
		}
		return nil
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	for phase, arrange := range phases {
		t.Run(phase, func(t *testing.T) {
			t.Parallel()
			s := newStores(t)
			s.put("first", 16*partSize, objstore.Attrs{})
			s.put("second", 16*partSize, objstore.Attrs{})
			s.putMany("small ", 20, 1000)
			f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
			top := f.chain(2, "source", "relay", "destination")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			job := s.job()
			arrange(s, f, &job, sync.OnceFunc(cancel))
			report, err := f.transfer.Run(ctx, top, job)
			if err != context.Canceled || report == nil || report.Verified { //nolint:errorlint // as it is, not wrapped
				t.Fatalf("%v, %+v", err, report)
			}
			s.checkUploads()
			// The gateways are ready for the next job at once.
			s.destination.before, s.source.before, f.events.on = nil, nil, nil
			f.mustRun(top, s.job())
			s.check()
		})
	}
}

// A black hole in the middle of setting up a circuit does not hold a cancellation up.
func TestCancellationWhileWiring(t *testing.T) {
	t.Parallel()
	for _, at := range []int64{0, 1, 24, 25, 26, 27, 41} { // within challenge, verdict, random
		s := newStores(t)
		s.put("key", 10, objstore.Attrs{})
		f := newFleet(t, dataplane.Options{}, s.opener())
		f.serve = f.serve.WithSetUp(time.Hour)
		top := f.chain(1, "source", "destination")
		ctx, cancel := context.WithCancel(t.Context())
		swallowed := make(chan struct{})
		p := newProxy(t, data(top, "destination"), func(int) fault {
			return fault{down: script{at: at, do: hole}, onHole: sync.OnceFunc(func() { close(swallowed) })}
		})
		setData(top, "destination", p.address)
		go func() {
			<-swallowed
			cancel()
		}()
		if _, err := f.transfer.Run(ctx, top, s.job()); err != context.Canceled { //nolint:errorlint // as it is, not wrapped
			t.Errorf("%d: %v", at, err)
		}
		ended := make(chan struct{})
		go func() {
			f.stopAll()
			close(ended)
		}()
		select {
		case <-ended:
		case <-time.After(patience):
			t.Fatalf("%d: the gateways hang", at)
		}
	}
}

// Files that were begun do not stay.
func TestCancellationOverFiles(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 10, 30} {
		s := newStores(t)
		s.put("large", 30*partSize, objstore.Attrs{})
		s.put("larger", 40*partSize, objstore.Attrs{})
		s.putMany("small ", 20, 1000)
		to := t.TempDir()
		job := fileJob(t, t.TempDir(), to)
		job.Source, job.Items = s.job().Source, s.job().Items
		f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener(), file.Opener())
		ctx, cancel := context.WithCancel(t.Context())
		s.source.before = at("read", n, cancel)
		if _, err := f.transfer.Run(ctx, f.chain(2, "source", "destination"), job); err != context.Canceled { //nolint:errorlint // as it is, not wrapped
			t.Error(err)
		}
		checkWholeFiles(t, to, s.bodies)
	}
}

// checkWholeFiles allows objects to be missing, but nothing else to be there.
func checkWholeFiles(t *testing.T, dir string, bodies map[string][]byte) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	there := map[string][]byte{}
	for _, e := range entries {
		there[e.Name()] = bodies[e.Name()]
	}
	checkFiles(t, dir, there)
}

// When Run returns, no gateway writes any more.
func TestCancellationWaitsForWrites(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("large", 40*partSize, objstore.Attrs{})
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	top := f.chain(2, "source", "destination")
	ctx, cancel := context.WithCancel(t.Context())
	var writing atomic.Int64
	s.destination.before = func(ctx context.Context, c call) error {
		if c.op != "part" {
			return nil
		}
		writing.Add(1)
		defer writing.Add(-1)
		if c.n == 5 {
			cancel()
		}
		<-ctx.Done()
		time.Sleep(50 * ms) // a store takes its time to stop
		return ctx.Err()
	}
	_, err := f.transfer.Run(ctx, top, s.job())
	checkKind(t, err, context.Canceled)
	if n := writing.Load(); n != 0 {
		t.Errorf("%d parts are being written after the end", n)
	}
	s.checkUploads()
}
