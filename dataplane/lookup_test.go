package dataplane_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// bare makes a job of a source whose listing tells neither attributes nor checksums.
func (s *stores) bare() dataplane.Job {
	job := s.job()
	items := job.Items
	job.LookUp = true
	job.Items = func(yield func(dataplane.Item, error) bool) {
		for item, err := range items {
			item.Source.Attrs, item.Source.CRC32C, item.Source.HasCRC32C = objstore.Attrs{}, 0, false
			if !yield(item, err) {
				return
			}
		}
	}
	return job
}

// What the listing leaves out is looked up: the attributes arrive, and the source's
// checksum is compared.
func TestLookUp(t *testing.T) {
	t.Parallel()
	attrs := objstore.Attrs{
		ContentType: "text/plain", Metadata: map[string]string{"k": "v"}, StorageClass: "COLD", Tags: map[string]string{"a": "b"},
	}
	s := newStores(t)
	for i, size := range []int{0, 10_000, 5 * partSize} {
		for n := range 30 {
			s.put(fmt.Sprint("key ", i, " ", n), size, attrs)
		}
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	f.mustRun(f.chain(2, "source", "destination"), s.bare())
	s.check()
	for _, done := range told[dataplane.ObjectDone](f) {
		o, err := s.mem.Bucket("destination").Stat(t.Context(), done.Key)
		if err != nil || !reflect.DeepEqual(o.Attrs, attrs) || done.Compared != dataplane.ComparedBoth || len(done.AttrsLost) > 0 {
			t.Errorf("%+v: arrived as %+v, %v", done, o, err)
		}
	}
}

// Objects that were replaced, removed or hidden since the listing fail alone; a busy
// store is asked again; 32 are looked up at once, and no more.
func TestLookUpFails(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.putMany("fine ", 200, 100)
	for _, key := range []string{"changed", "gone", "hidden"} {
		s.put(key, 100, objstore.Attrs{})
	}
	var open atomic.Int64
	all := make(chan struct{}) // closed when 32 are open
	s.source.before = func(ctx context.Context, c call) error {
		if c.op != "stat" {
			return nil
		}
		if n := open.Add(1); n > 32 {
			t.Errorf("%d objects are looked up at once", n)
		}
		defer open.Add(-1)
		if c.n == 32 {
			close(all)
		}
		<-all
		return s.disturb(ctx, c)
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	report, err := f.run(f.chain(2, "source", "destination"), s.bare())
	if err != nil || report.Failed != 3 || report.Objects != 200 {
		t.Errorf("%+v, %v", report, err)
	}
	kinds := map[string]error{"changed": objstore.ErrChanged, "gone": objstore.ErrNotFound, "hidden": objstore.ErrPermission}
	for _, failed := range report.Errors {
		if !errors.Is(failed, kinds[failed.Key]) || failed.Kind != kinds[failed.Key].Error() {
			t.Errorf("%q: %v", failed.Key, failed)
		}
	}
	s.check("changed", "gone", "hidden")
}

// disturb is what becomes of objects when they are looked up.
func (s *stores) disturb(ctx context.Context, c call) error {
	switch c.key {
	case "changed":
		_, err := s.mem.Bucket("source").Put(ctx, c.key, make([]byte, 100), objstore.Attrs{})
		return err
	case "gone":
		return s.mem.Bucket("source").Delete(ctx, c.key)
	case "hidden":
		return objstore.ErrPermission
	}
	if c.n%10 == 3 {
		return objstore.ErrThrottled
	}
	return nil
}

// A transfer that ends while objects are being looked up leaves none of that running:
// TestMain would find it.
func TestLookUpCancelled(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.putMany("key ", 300, 10)
	ctx, cancel := context.WithCancel(t.Context())
	s.source.before = func(ctx context.Context, c call) error {
		if c.op == "stat" && c.n == 40 {
			cancel()
		}
		if c.op == "stat" && c.n >= 40 {
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	}
	f := newFleet(t, dataplane.Options{}, s.opener())
	if _, err := f.transfer.Run(ctx, f.chain(2, "source", "destination"), s.bare()); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// What a destination cannot hold is left out, and named.
func TestAttributesLost(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.destination.limits = func(l *objstore.Limits) { l.MaxMetadataBytes = 10 }
	want := map[string][]string{}
	for _, size := range []int{10, 3 * partSize} {
		for name, attrs := range map[string]objstore.Attrs{
			"none":     {},
			"kept":     {ContentType: "text/plain", Metadata: map[string]string{"12345": "67890"}},
			"too much": {ContentType: "text/plain", Metadata: map[string]string{"12345": "678901"}},
		} {
			key := fmt.Sprint(name, " ", size)
			s.put(key, size, attrs)
			if name == "too much" {
				want[key] = []string{"metadata, 11 bytes of at most 10"}
			}
		}
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	report := f.mustRun(f.chain(2, "source", "destination"), s.job())
	if report.AttrsLost != 2 || len(report.Losses) != 2 {
		t.Errorf("%d objects have lost attributes: %+v", report.AttrsLost, report.Losses)
	}
	for _, loss := range report.Losses {
		if !slices.Equal(loss.Names, want[loss.Key]) {
			t.Errorf("%+v", loss)
		}
	}
	for _, done := range told[dataplane.ObjectDone](f) {
		o, err := s.mem.Bucket("destination").Stat(t.Context(), done.Key)
		lost := want[done.Key]
		if err != nil || !slices.Equal(done.AttrsLost, lost) || lost != nil && (o.Attrs.ContentType != "text/plain" || o.Attrs.Metadata != nil) {
			t.Errorf("%+v: arrived with %+v, %v", done, o.Attrs, err)
		}
	}
}

// A gateway whose store holds less than the coordinator's says so: nothing is lost in
// silence.
func TestGatewayStoreHoldsLess(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("plain", 10, objstore.Attrs{})
	s.put("typed", 10, objstore.Attrs{ContentType: "text/plain"})
	poor := s.opener()
	poor.Open = func(_ context.Context, url string, _ []byte) (*objstore.Bucket, error) {
		if url == "mem://source" {
			return s.sourceBucket(), nil
		}
		return s.wrap("destination", &hook{limits: func(l *objstore.Limits) { l.NoAttrs = true }}), nil
	}
	f := newFleet(t, dataplane.Options{}, poor)
	report, err := f.run(f.chain(1, "source", "destination"), s.job())
	if err != nil || report.Failed != 1 || report.Errors[0].Key != "typed" || !errors.Is(report.Errors[0], objstore.ErrInvalid) {
		t.Errorf("%+v, %v", report, err)
	}
	s.check("typed")
}

// Credentials reach the gateways' stores, each its own, and no relay.
func TestStoreCredentials(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("key", 10, objstore.Attrs{})
	opener, given := s.opener(), make(chan string, 8)
	open := opener.Open
	opener.Open = func(ctx context.Context, url string, credential []byte) (*objstore.Bucket, error) {
		given <- url + " " + string(credential)
		return open(ctx, url, credential)
	}
	f := newFleet(t, dataplane.Options{}, opener)
	job := s.job()
	job.Source.Credential, job.Destination.Credential = []byte("of the source"), []byte("of the destination")
	f.mustRun(f.chain(1, "source", "relay", "destination"), job)
	close(given)
	var all []string
	for g := range given {
		all = append(all, g)
	}
	slices.Sort(all)
	if want := []string{"mem://destination of the destination", "mem://source of the source"}; !slices.Equal(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
}
