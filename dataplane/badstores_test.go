package dataplane_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// mixed is a transfer of whole objects and of objects in parts.
func mixed(t *testing.T, opts dataplane.Options) (*stores, *fleet) {
	s := newStores(t)
	for _, key := range []string{"large a", "large b", "large c"} {
		s.put(key, 10*partSize+1, objstore.Attrs{})
	}
	s.putMany("small ", 30, 1000)
	opts.PartSize = partSize
	return s, newFleet(t, opts, s.opener())
}

// on returns a hook that fails some calls of an operation.
func on(op string, fails func(n int) bool, err error) func(context.Context, call) error {
	return func(_ context.Context, c call) error {
		if c.op == op && fails(c.n) {
			return err
		}
		return nil
	}
}

// Every call of every operation fails once, or several in a row; trying again helps.
func TestStoresThatFailForAWhile(t *testing.T) {
	t.Parallel()
	for _, kind := range []error{objstore.ErrUnavailable, objstore.ErrThrottled, errors.New("a driver's own")} {
		for _, op := range []string{"read", "put", "part", "complete", "create"} {
			t.Run(fmt.Sprint(op, "/", kind), func(t *testing.T) {
				t.Parallel()
				s, f := mixed(t, dataplane.Options{})
				s.source.noViews = errors.Is(kind, objstore.ErrThrottled)
				fails := func(n int) bool { return n%2 == 1 && n < 40 }
				s.source.before, s.destination.before = on(op, fails, kind), on(op, fails, kind)
				f.mustRun(f.chain(2, "source", "destination"), s.job())
				s.check()
			})
		}
	}
}

// One call fails for good: its object fails with that kind, and no other.
func TestStoresThatRefuse(t *testing.T) {
	t.Parallel()
	kinds := []objstore.Kind{
		objstore.ErrPermission, objstore.ErrNotFound, objstore.ErrChanged, objstore.ErrNoSpace,
		objstore.ErrInvalid, objstore.ErrUnsupported, objstore.ErrChecksum, objstore.ErrExists, objstore.ErrKey,
	}
	for _, op := range []string{"read", "put", "part", "complete", "create"} {
		for i, kind := range kinds {
			if op != "part" && i > 2 {
				continue
			}
			t.Run(fmt.Sprint(op, "/", kind), func(t *testing.T) {
				t.Parallel()
				s, f := mixed(t, dataplane.Options{})
				var mu sync.Mutex
				var key string
				hook := func(_ context.Context, c call) error {
					mu.Lock()
					defer mu.Unlock()
					if c.op != op || (key == "" && c.n != 1+i%3) || (key != "" && key != c.key) {
						return nil
					}
					key = c.key
					return kind
				}
				s.source.before, s.destination.before = hook, hook
				report, err := f.run(f.chain(2, "source", "destination"), s.job())
				if err != nil {
					t.Fatal(err)
				}
				wantFailed(t, report, key, kind)
				s.check(key)
			})
		}
	}
}

// wantFailed makes sure that one object failed, and why.
func wantFailed(t *testing.T, report *dataplane.Report, key string, kind objstore.Kind) {
	t.Helper()
	if report.Failed != 1 || len(report.Errors) != 1 || report.Verified {
		t.Errorf("%+v", report)
		return
	}
	failed := report.Errors[0]
	if failed.Key != key || failed.Kind != string(kind) || !errors.Is(failed, kind) || failed.Error() == "" {
		t.Errorf("%q failed with kind %q: %v; want %q with %q", failed.Key, failed.Kind, failed, key, kind)
	}
}

// What never works is given up at last.
func TestStoresThatNeverRecover(t *testing.T) {
	t.Parallel()
	for _, op := range []string{"read", "put", "part", "complete", "create"} {
		t.Run(op, func(t *testing.T) {
			t.Parallel()
			s, f := mixed(t, dataplane.Options{Attempts: 3})
			bad := "large b"
			if op == "put" {
				bad = "small aab"
			}
			tries := 0
			var mu sync.Mutex
			hook := func(_ context.Context, c call) error {
				mu.Lock()
				defer mu.Unlock()
				if c.op != op || c.key != bad || (c.op == "part" && c.part != 3) {
					return nil
				}
				tries++
				return objstore.ErrUnavailable
			}
			s.source.before, s.destination.before = hook, hook
			report, err := f.run(f.chain(2, "source", "destination"), s.job())
			if err != nil {
				t.Fatal(err)
			}
			wantFailed(t, report, bad, objstore.ErrUnavailable)
			if op != "read" && tries != 3 {
				t.Errorf("%d tries, want 3", tries)
			}
			s.check(bad)
		})
	}
}

// Objects that change or vanish after the listing fail alone, and are never mixed.
func TestSourceChanges(t *testing.T) {
	t.Parallel()
	s, f := mixed(t, dataplane.Options{})
	source := s.mem.Bucket("source")
	ctx := context.WithoutCancel(t.Context())
	changed, deleted := sync.OnceValue(func() error {
		_, err := source.Put(ctx, "large b", bodyOf("another", 10*partSize+1), objstore.Attrs{})
		return err
	}), sync.OnceValue(func() error { return source.Delete(ctx, "large c", "small aaa") })
	s.source.noViews = true
	done := make(chan struct{})
	s.source.before = func(_ context.Context, c call) error {
		if c.n < 5 {
			return nil
		}
		err := errors.Join(changed(), deleted())
		if c.n == 5 {
			close(done)
		}
		return err
	}
	job := s.job()
	job.Items = holdBack(job, "small aaa", done)
	report, err := f.run(f.chain(1, "source", "destination"), job)
	if err != nil || report.Failed != 3 {
		t.Fatalf("%+v, %v", report, err)
	}
	for _, failed := range report.Errors {
		want := objstore.ErrNotFound
		if failed.Key == "large b" {
			want = objstore.ErrChanged
		}
		if failed.Kind != string(want) {
			t.Errorf("%q: %v", failed.Key, failed)
		}
	}
	s.check("large b", "large c", "small aaa")
}

// holdBack holds the item of a key and those after it back until ready is closed.
func holdBack(job dataplane.Job, key string, ready <-chan struct{}) func(func(dataplane.Item, error) bool) {
	items := job.Items
	return func(yield func(dataplane.Item, error) bool) {
		for item, err := range items {
			if item.Key == key {
				<-ready
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

// A store whose checksum is not that of the bytes that were sent is not believed.
func TestStoresThatLie(t *testing.T) {
	t.Parallel()
	lie := func(o *objstore.Object) { o.CRC32C ^= 1 }
	for name, arrange := range map[string]func(s *stores) string{
		"put": func(s *stores) string {
			s.destination.spoil = func(c call, o *objstore.Object) {
				if c.key == "small aac" {
					lie(o)
				}
			}
			return "small aac"
		},
		"complete": func(s *stores) string {
			s.destination.spoil = func(c call, o *objstore.Object) {
				if c.key == "large b" {
					lie(o)
				}
			}
			return "large b"
		},
		"part": func(s *stores) string {
			s.destination.spoilPut = func(c call, p *objstore.Part) {
				if c.key == "large b" && c.part == 4 {
					p.CRC32C ^= 1
				}
			}
			return "large b"
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, f := mixed(t, dataplane.Options{})
			bad := arrange(s)
			report, err := f.run(f.chain(2, "source", "destination"), s.job())
			if err != nil {
				t.Fatal(err)
			}
			wantFailed(t, report, bad, objstore.ErrChecksum)
			s.checkUploads()
		})
	}
}

// The listing's checksum is compared before an object is completed.
func TestSourceThatLies(t *testing.T) {
	t.Parallel()
	s, f := mixed(t, dataplane.Options{})
	job := s.job()
	items := job.Items
	job.Items = func(yield func(dataplane.Item, error) bool) {
		for item, err := range items {
			if item.Key == "large a" {
				item.Source.CRC32C++
			}
			if !yield(item, err) {
				return
			}
		}
	}
	report, err := f.run(f.chain(2, "source", "destination"), job)
	if err != nil {
		t.Fatal(err)
	}
	wantFailed(t, report, "large a", objstore.ErrChecksum)
	s.check("large a")
}

// The store takes what it is given and does not answer: a time-out, another try, and
// at last an error for that object.
func TestStoresThatDoNotAnswer(t *testing.T) {
	t.Parallel()
	for _, op := range []string{"read", "put", "part", "complete", "create"} {
		for _, silences := range []int{1, 1000} {
			t.Run(fmt.Sprint(op, "/", silences), func(t *testing.T) {
				t.Parallel()
				s, f := mixed(t, dataplane.Options{StoreTimeout: 200 * ms, Attempts: 3})
				bad := "large b"
				if op == "put" {
					bad = "small aab"
				}
				var mu sync.Mutex
				left := silences
				hook := func(ctx context.Context, c call) error {
					mu.Lock()
					silent := c.op == op && c.key == bad && left > 0
					if silent {
						left--
					}
					mu.Unlock()
					if silent {
						<-ctx.Done()
						return ctx.Err()
					}
					return nil
				}
				s.source.before, s.destination.before = hook, hook
				report, err := f.run(f.chain(2, "source", "destination"), s.job())
				if err != nil {
					t.Fatal(err)
				}
				if silences == 1 {
					s.check()
					return
				}
				wantFailed(t, report, bad, objstore.ErrUnavailable)
				if message := report.Errors[0].Error(); !strings.Contains(message, bad) || !strings.Contains(message, "not answered within") {
					t.Errorf("the message %q does not say which object, and how long was waited", message)
				}
				s.check(bad)
			})
		}
	}
}

// A listing that fails ends the transfer with that error; nothing is left behind.
func TestListingFails(t *testing.T) {
	t.Parallel()
	for _, after := range []int{0, 1, 2, 20} {
		s, f := mixed(t, dataplane.Options{})
		cause := objstore.Errorf(objstore.ErrPermission, "page %d", after)
		job := s.job()
		items := job.Items
		job.Items = func(yield func(dataplane.Item, error) bool) {
			n := 0
			for item, err := range items {
				if n++; n > after {
					yield(dataplane.Item{}, cause)
					return
				}
				if !yield(item, err) {
					return
				}
			}
		}
		report, err := f.run(f.chain(2, "source", "destination"), job)
		checkKind(t, err, cause)
		checkKind(t, err, objstore.ErrPermission)
		if report.Verified {
			t.Errorf("%+v", report)
		}
		s.checkUploads()
	}
}

// What hinders one key of a listing is reported for it.
func TestListingOfOneKeyFails(t *testing.T) {
	t.Parallel()
	s, f := mixed(t, dataplane.Options{})
	job := s.job()
	items := job.Items
	job.Items = func(yield func(dataplane.Item, error) bool) {
		problem := &objstore.Error{Op: "list", Key: "a link", Kind: objstore.ErrUnsupported}
		if !yield(dataplane.Item{Source: objstore.Object{Key: "a link"}}, problem) {
			t.Error("the listing was stopped")
		}
		items(yield)
	}
	report, err := f.run(f.chain(2, "source", "destination"), job)
	if err != nil {
		t.Fatal(err)
	}
	wantFailed(t, report, "a link", objstore.ErrUnsupported)
	s.check()
}

// Errors beyond the most that a report lists are counted all the same.
func TestManyFailures(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.putMany("small ", dataplane.MaxErrors+50, 10)
	s.destination.before = on("put", func(int) bool { return true }, objstore.ErrPermission)
	f := newFleet(t, dataplane.Options{}, s.opener())
	report, err := f.run(f.chain(2, "source", "destination"), s.job())
	if err != nil || report.Failed != dataplane.MaxErrors+50 || len(report.Errors) != dataplane.MaxErrors || report.Bytes != 0 {
		t.Errorf("%d failed, %d listed, %d bytes, %v", report.Failed, len(report.Errors), report.Bytes, err)
	}
	if slices.ContainsFunc(report.Errors, func(e dataplane.ObjectError) bool { return e.Kind != string(objstore.ErrPermission) }) {
		t.Errorf("%v", report.Errors[0])
	}
}

// An upload that cannot be dropped at once is dropped later.
func TestAbortFails(t *testing.T) {
	t.Parallel()
	s, f := mixed(t, dataplane.Options{})
	s.destination.before = func(_ context.Context, c call) error {
		switch {
		case c.op == "abort" && c.n < 3:
			return objstore.ErrThrottled
		case c.op == "part" && c.key == "large a" && c.part == 5:
			return objstore.ErrPermission
		}
		return nil
	}
	report, err := f.run(f.chain(2, "source", "destination"), s.job())
	if err != nil {
		t.Fatal(err)
	}
	wantFailed(t, report, "large a", objstore.ErrPermission)
	s.check("large a")
}

// Nothing is written to an upload once it was dropped: some stores would keep it.
func TestNoPartAfterAbort(t *testing.T) {
	t.Parallel()
	s, f := mixed(t, dataplane.Options{})
	var mu sync.Mutex
	writing, late := 0, false
	s.destination.before = func(_ context.Context, c call) error {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case c.key != "large b":
		case c.op == "abort":
			late = late || writing > 0
		case c.op == "part" && c.part == 2:
			return objstore.ErrPermission
		case c.op == "part":
			writing++
		}
		return nil
	}
	s.destination.spoilPut = func(c call, _ *objstore.Part) {
		for range 100 {
			wait()
		}
		mu.Lock()
		defer mu.Unlock()
		if c.key == "large b" {
			writing--
		}
	}
	report, err := f.run(f.chain(2, "source", "destination"), s.job())
	if err != nil || late {
		t.Errorf("an upload was dropped while parts of it were written, %v", err)
	}
	wantFailed(t, report, "large b", objstore.ErrPermission)
	s.check("large b")
}
