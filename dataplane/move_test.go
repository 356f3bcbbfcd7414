package dataplane_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
)

const partSize = 64 << 10

// sizes around the bounds of parts, in bytes.
var sizes = []int{0, 1, 2, 1000, partSize - 1, partSize, partSize + 1, 2*partSize - 1, 2 * partSize, 7 * partSize, 7*partSize + 1, 1 << 20}

func TestSizes(t *testing.T) {
	for _, bare := range []bool{false, true} {
		for _, noViews := range []bool{false, true} {
			t.Run(fmt.Sprintf("bare=%t/views=%t", bare, !noViews), func(t *testing.T) {
				t.Parallel()
				s := newStores(t)
				s.source.noViews = noViews
				for _, size := range sizes {
					s.put(fmt.Sprint("object of ", size), size, objstore.Attrs{})
				}
				f := newFleet(t, dataplane.Options{Bare: bare, PartSize: partSize}, s.opener())
				report := f.mustRun(f.chain(3, "source", "relay", "destination"), s.job())
				checkTotals(t, report, s)
				s.check()
			})
		}
	}
}

// checkTotals holds a report of a transfer without faults against what was there.
func checkTotals(t *testing.T, report *dataplane.Report, s *stores) {
	t.Helper()
	var bytes int64
	for _, body := range s.bodies {
		bytes += int64(len(body))
	}
	if report.Objects != int64(len(s.bodies)) || report.Bytes != bytes || report.Retransmitted != 0 || len(report.Errors) != 0 {
		t.Errorf("%+v, want %d objects of %d bytes", report, len(s.bodies), bytes)
	}
	for _, l := range report.Links {
		if l.Bytes > bytes || l.Connections < 1 {
			t.Errorf("link %+v", l)
		}
	}
}

func TestEveryObjectIsToldAndCompared(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	for _, size := range sizes {
		s.put(fmt.Sprint("object of ", size), size, objstore.Attrs{})
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	f.mustRun(f.chain(2, "source", "destination"), s.job())
	told := told[dataplane.ObjectDone](f)
	if len(told) != len(sizes) {
		t.Errorf("%d objects were told of, want %d", len(told), len(sizes))
	}
	for _, done := range told {
		o, err := s.destinationBucket().Stat(t.Context(), done.Key)
		if err != nil || o.CRC32C != done.CRC32C || o.Size != done.Size || done.Compared != dataplane.ComparedBoth {
			t.Errorf("%+v, the store has %+v, %v", done, o, err)
		}
	}
}

// What a store's checksum is compared with depends on who computes one.
func TestComparison(t *testing.T) {
	t.Parallel()
	for name, hidden := range map[string][2]bool{
		dataplane.ComparedBoth: {}, dataplane.ComparedSource: {1: true},
		dataplane.ComparedStore: {0: true}, dataplane.ComparedArrival: {true, true},
	} {
		s := newStores(t)
		s.put("whole", 1000, objstore.Attrs{})
		s.put("parts", 3*partSize, objstore.Attrs{})
		if hidden[1] {
			s.destination.spoil = func(_ call, o *objstore.Object) { o.CRC32C, o.HasCRC32C = 0, false }
		}
		job := s.job()
		if hidden[0] {
			job.Items = withoutSums(job)
		}
		f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
		f.mustRun(f.chain(2, "source", "destination"), job)
		s.check()
		for _, done := range told[dataplane.ObjectDone](f) {
			if done.Compared != name {
				t.Errorf("%q was compared with %q, want %q", done.Key, done.Compared, name)
			}
		}
	}
}

func withoutSums(job dataplane.Job) func(func(dataplane.Item, error) bool) {
	items := job.Items
	return func(yield func(dataplane.Item, error) bool) {
		for item, err := range items {
			item.Source.HasCRC32C = false
			if !yield(item, err) {
				return
			}
		}
	}
}

func TestOddKeys(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	for i, key := range []string{
		"a", "a/", "a/b", "a//b", "//lead", "/lead", ".", "..", "a/../b", "a/./b", "2026/1//x",
		"a+b", "a b", "a%2Bb", "x?*.wav", "'q'", "\u00a0", "\u00e9", "e\u0301", "file.", `a\b`, "C-L#1", "100%",
		"not UTF-8: \xff\xfe", "\x00", "line\nbreak", "\U0001F6A2",
	} {
		s.put(key, 100+i*5000, objstore.Attrs{})
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	f.mustRun(f.chain(2, "source", "destination"), s.job())
	s.check()
}

func TestAttributesMove(t *testing.T) {
	t.Parallel()
	attrs := objstore.Attrs{
		ContentType: "text/plain", CacheControl: "no-store", ContentEncoding: "gzip",
		ContentLanguage: "de", ContentDisposition: "attachment; filename=\xe4.txt",
		Metadata: map[string]string{"owner": "me", "": "empty name", "not UTF-8 \xff": "\xfe", "none": ""},
	}
	s := newStores(t)
	for _, size := range []int{0, 10_000, 5 * partSize} {
		s.put(fmt.Sprint(size), size, attrs)
		s.put(fmt.Sprint(size, " plain"), size, objstore.Attrs{})
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	f.mustRun(f.chain(2, "source", "relay", "destination"), s.job())
	s.check()
	for key, body := range s.bodies {
		o, err := s.mem.Bucket("destination").Stat(t.Context(), key)
		want := attrs
		if key != fmt.Sprint(len(body)) {
			want = objstore.Attrs{}
		}
		if err != nil || !reflect.DeepEqual(o.Attrs, want) {
			t.Errorf("%q arrived with %+v, %v", key, o.Attrs, err)
		}
	}
}

// Attributes that do not fit a frame or a control message fail their object only.
func TestAttributesThatCannotBeSent(t *testing.T) {
	t.Parallel()
	long := string(make([]byte, 70_000))
	s := newStores(t)
	s.putMany("fine ", 20, 1000)
	s.put("long", 10, objstore.Attrs{Metadata: map[string]string{"k": long}})
	s.put("long in parts", 3*partSize, objstore.Attrs{ContentType: long})
	s.put(long, 10, objstore.Attrs{})
	many := map[string]string{}
	for i := range 2000 {
		many[fmt.Sprint(i)] = "x"
	}
	s.put("many", 10, objstore.Attrs{Metadata: many})
	for i := range 300 { // together more than one control message takes
		s.put(fmt.Sprint("large ", i), 1, objstore.Attrs{Metadata: map[string]string{"k": long[:64000]}})
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	report, err := f.run(f.chain(2, "source", "destination"), s.job())
	if err != nil || report.Failed != 4 {
		t.Errorf("%+v, %v", report, err)
	}
	for _, failed := range report.Errors {
		if failed.Kind != string(objstore.ErrInvalid) {
			t.Errorf("%.80q: %v", failed.Key, failed)
		}
	}
	s.check("long", "long in parts", long, "many")
}

func TestManySmallObjects(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.putMany("small/", 3000, 1500)
	f := newFleet(t, dataplane.Options{}, s.opener())
	report := f.mustRun(f.chain(4, "source", "relay", "destination"), s.job())
	checkTotals(t, report, s)
	s.check()
}

func TestNothingToMove(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	f := newFleet(t, dataplane.Options{}, s.opener())
	if report := f.mustRun(f.chain(2, "source", "destination"), s.job()); report.Objects != 0 || report.Bytes != 0 {
		t.Errorf("%+v", report)
	}
}

// A transfer's gateways serve one job after the other.
func TestSeveralJobs(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	top := f.chain(2, "source", "relay", "destination")
	for i := range 3 {
		s.put(fmt.Sprint(i), i*partSize+5, objstore.Attrs{})
		f.mustRun(top, s.job())
		s.check()
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	s := newStores(t) // only for the bodies
	for i, size := range sizes {
		key := fmt.Sprintf("d%d/e%d/object of %d", i%2, i%3, size)
		s.put(key, size, objstore.Attrs{})
		name := filepath.Join(from, key)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, s.bodies[key], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, file.Opener())
	report := f.mustRun(f.chain(2, "source", "relay", "destination"), fileJob(t, from, to))
	checkTotals(t, report, s)
	checkFiles(t, to, s.bodies)
}

// fileJob moves everything in a directory to another.
func fileJob(t *testing.T, from, to string) dataplane.Job {
	t.Helper()
	var stores [2]dataplane.Store
	for i, dir := range []string{from, to} {
		bucket, err := file.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = bucket.Close() })
		stores[i] = dataplane.Store{Bucket: bucket}
	}
	return dataplane.Job{Source: stores[0], Destination: stores[1], Items: listed(context.WithoutCancel(t.Context()), stores[0].Bucket)}
}

// checkFiles compares a directory with what should be in it, to the byte.
func checkFiles(t *testing.T, dir string, want map[string][]byte) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		key, _ := filepath.Rel(dir, path)
		got, err := os.ReadFile(path)
		if body, ok := want[key]; !ok || string(got) != string(body) {
			t.Errorf("%q: %d bytes that are not the %d of the source, or should not be there", key, len(got), len(body))
		}
		found++
		return err
	})
	if err != nil || found != len(want) {
		t.Errorf("%d files, want %d; %v", found, len(want), err)
	}
}

// Keys that the destination cannot hold are refused before anything is sent.
func TestKeysThatTheDestinationRefuses(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	// a directory holds any key whose path is not too long, with its escapes
	bad := []string{strings.Repeat("deep/", 1000) + "x", "a" + strings.Repeat("/", 500), strings.Repeat("../", 500) + "x"}
	for _, key := range append(bad, "fine", "fine too/x") {
		s.put(key, 3*partSize, objstore.Attrs{})
	}
	s.source.before = func(_ context.Context, c call) error {
		if c.key != "fine" && c.key != "fine too/x" {
			t.Errorf("%q was read", c.key)
		}
		return nil
	}
	to := t.TempDir()
	job := fileJob(t, t.TempDir(), to)
	job.Source, job.Items = s.job().Source, s.job().Items
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener(), file.Opener())
	report, err := f.run(f.chain(2, "source", "destination"), job)
	refused := 0
	for _, failed := range report.Errors {
		if failed.Kind == string(objstore.ErrKey) {
			refused++
		}
	}
	if err != nil || report.Verified || refused != len(bad) || report.Objects+report.Failed != int64(len(s.bodies)) {
		t.Errorf("%+v, %v", report, err)
	}
	for _, failed := range report.Errors {
		delete(s.bodies, failed.Key)
	}
	checkFiles(t, to, s.bodies)
}

// A store of another process's memory cannot be reached; the gateway says so, and the
// transfer does not try for long.
func TestStoreThatGatewaysDoNotKnow(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("key", 10, objstore.Attrs{})
	f := newFleet(t, dataplane.Options{}) // no openers
	report, err := f.run(f.chain(2, "source", "destination"), s.job())
	if err == nil || report.Verified || report.Objects != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	checkKind(t, err, dataplane.ErrGatewaysLost)
	if lost := told[dataplane.GatewayLost](f); len(lost) == 0 || lost[0].Replaced {
		t.Errorf("%+v", lost)
	}
}
