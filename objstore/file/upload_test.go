package file

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// started is an upload of three parts of which all were put.
type started struct {
	dir    string
	driver *bucket
	bucket *objstore.Bucket
	upload objstore.Upload
	parts  []objstore.Part
	body   []byte
}

func startUpload(t *testing.T) *started {
	t.Helper()
	s := &started{dir: t.TempDir(), body: bytes.Repeat([]byte("0123456789"), 25)}
	s.driver = newBucket(s.dir, (*Options)(nil).withDefaults())
	s.bucket = objstore.NewBucket(s.driver)
	t.Cleanup(func() { s.bucket.Close() })
	var err error
	if s.upload, err = s.bucket.CreateUpload(t.Context(), "d/x", 250, 100, objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	for number := 1; number <= 3; number++ {
		s.parts = append(s.parts, s.put(t, number))
	}
	return s
}

func (s *started) put(t *testing.T, number int) objstore.Part {
	t.Helper()
	off, n := s.upload.PartRange(number)
	p, err := s.bucket.PutPart(t.Context(), s.upload, number, s.body[off:off+n])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// temporaries returns the names of temporary files below a directory.
func temporaries(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		if err == nil && IsTemporary(e.Name()) {
			names = append(names, e.Name())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// The disk gives back other bytes than were written: nothing becomes visible, and the
// part that is wrong is known.
func TestDiskForgets(t *testing.T) {
	s := startUpload(t)
	f, err := os.OpenFile(filepath.Join(s.dir, "d", dataName(s.upload)), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("?"), 150); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := s.bucket.Complete(t.Context(), s.upload, s.parts); !errors.Is(err, objstore.ErrChecksum) {
		t.Errorf("complete: %v", err)
	}
	if _, err := s.bucket.Stat(t.Context(), "d/x"); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("visible: %v", err)
	}
	left, err := s.bucket.ListParts(t.Context(), s.upload)
	if err != nil || len(left) != 2 || left[0].Number != 1 || left[1].Number != 3 {
		t.Errorf("parts %+v, %v", left, err)
	}
	s.put(t, 2)
	if _, err := s.bucket.Complete(t.Context(), s.upload, s.parts); err != nil {
		t.Errorf("mended: %v", err)
	}
	if names := temporaries(t, s.dir); len(names) > 0 {
		t.Errorf("left: %q", names)
	}
}

// A writer that opened the upload before it was completed, and comes to write only
// then, finds it gone.
func TestWriterTooLate(t *testing.T) {
	s := startUpload(t)
	d, err := os.OpenRoot(filepath.Join(s.dir, "d"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	records, err := d.OpenFile(partsName(s.upload), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	late := &uploadFiles{dir: d, records: records}
	defer late.close() //nolint:errcheck // nothing was written
	if _, err := s.bucket.Complete(t.Context(), s.upload, s.parts); err != nil {
		t.Fatal(err)
	}
	if err := late.lock(t.Context(), s.upload, shared); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

// whileWaiting is a context that runs a function when it is first waited for.
type whileWaiting struct {
	context.Context
	once sync.Once
	run  func()
}

func (w *whileWaiting) Done() <-chan struct{} {
	w.once.Do(w.run)
	return w.Context.Done()
}

// held returns an open file that holds an upload's lock as a writer does.
func (s *started) held(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join(s.dir, "d", partsName(s.upload)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if err := lock(t.Context(), f, shared); err != nil {
		t.Fatal(err)
	}
	return f
}

// wrong returns the parts with a checksum that Complete notices as soon as it has the lock.
func (s *started) wrong() []objstore.Part {
	parts := slices.Clone(s.parts)
	parts[1].CRC32C++
	return parts
}

// Complete waits for writers until its context is finished.
func TestLockCancelled(t *testing.T) {
	s := startUpload(t)
	s.held(t)
	s.put(t, 1) // writers do not wait for one another
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	waiting := &whileWaiting{Context: ctx, run: cancel}
	_, err := s.bucket.Complete(waiting, s.upload, s.wrong())
	if err != context.Canceled { //nolint:errorlint // it must not be wrapped
		t.Errorf("%v", err)
	}
}

// Complete goes on when the last writer is done.
func TestLockReleased(t *testing.T) {
	s := startUpload(t)
	writer := s.held(t)
	waited := false
	waiting := &whileWaiting{Context: t.Context(), run: func() {
		waited = true
		writer.Close()
	}}
	if _, err := s.bucket.Complete(waiting, s.upload, s.wrong()); !errors.Is(err, objstore.ErrChecksum) || !waited {
		t.Errorf("waited %t: %v", waited, err)
	}
	if _, err := s.bucket.Complete(t.Context(), s.upload, s.parts); err != nil {
		t.Error(err)
	}
}

// errAfter is a context that is finished when its error was asked for n times.
type errAfter struct {
	context.Context
	n atomic.Int64
}

func (c *errAfter) Err() error {
	if c.n.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// The context ends at any point of a write: there is the object, or nothing.
func TestCancelledAnywhere(t *testing.T) {
	for name, driver := range map[string]*bucket{
		"nameless": newBucket(t.TempDir(), (*Options)(nil).withDefaults()),
		"named":    newBucket(t.TempDir(), (*Options)(nil).withDefaults()),
	} {
		driver.named.Store(name == "named")
		b, n := objstore.NewBucket(driver), int64(0)
		defer b.Close()
		for ; ; n++ {
			ctx := &errAfter{Context: t.Context()}
			ctx.n.Store(n)
			_, err := b.Put(ctx, "x", make([]byte, 3*block), objstore.Attrs{})
			if left := temporaries(t, driver.dir); len(left) > 0 {
				t.Errorf("%s: ended at %d: left %q", name, n, left)
			}
			if err == nil {
				break
			}
			if _, gone := b.Stat(t.Context(), "x"); !errors.Is(err, context.Canceled) || !errors.Is(gone, objstore.ErrNotFound) {
				t.Errorf("%s: ended at %d: %v, then %v", name, n, err, gone)
			}
		}
		if n < 3 {
			t.Errorf("%s: the context was asked %d times only", name, n)
		}
	}
}

// Complete was cut off after the object got its name: to complete again removes the rest.
func TestCompleteCutOff(t *testing.T) {
	s := startUpload(t)
	d := filepath.Join(s.dir, "d")
	if err := os.Rename(filepath.Join(d, dataName(s.upload)), filepath.Join(d, "x")); err != nil {
		t.Fatal(err)
	}
	o, err := s.bucket.Complete(t.Context(), s.upload, s.parts)
	if err != nil || o.Size != 250 || !o.HasCRC32C {
		t.Errorf("%+v, %v", o, err)
	}
	if err := s.bucket.Abort(t.Context(), s.upload); err != nil {
		t.Error(err)
	}
	if names := temporaries(t, s.dir); len(names) > 0 {
		t.Errorf("left: %q", names)
	}
}

// Sizes that are not those of the upload are found out before anything is written.
func TestUploadOfOtherSize(t *testing.T) {
	s := startUpload(t)
	other := s.upload
	other.Size, other.PartSize = 300, 150
	if _, err := s.bucket.PutPart(t.Context(), other, 1, make([]byte, 150)); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("%v", err)
	}
	if err := s.bucket.Abort(t.Context(), s.upload); err != nil {
		t.Fatal(err)
	}
	if names := temporaries(t, s.dir); len(names) > 0 {
		t.Errorf("left: %q", names)
	}
}

// A part that could not be written again is not there any more, since some of its
// bytes may be the new ones.
func TestPartBroken(t *testing.T) {
	s := startUpload(t)
	d, err := os.OpenRoot(filepath.Join(s.dir, "d"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f, err := openUpload(t.Context(), d, s.upload, shared)
	if err != nil {
		t.Fatal(err)
	}
	f.data.Close() // so that writing fails
	if _, err := f.putPart(s.upload, 2, s.body[100:200]); err == nil {
		t.Error("a closed file was written")
	}
	f.records.Close()
	left, err := s.bucket.ListParts(t.Context(), s.upload)
	if err != nil || len(left) != 2 || left[0].Number != 1 || left[1].Number != 3 {
		t.Errorf("parts %+v, %v", left, err)
	}
}

// An upload takes the place of empty directories when it is complete, not before.
func TestDirectoryKeptUntilComplete(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "k", "a"), 0o700); err != nil {
		t.Fatal(err)
	}
	b, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	u, err := b.CreateUpload(t.Context(), "k", 3, 3, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "k", "a")); err != nil {
		t.Error(err)
	}
	part, err := b.PutPart(t.Context(), u, 1, []byte("new"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Complete(t.Context(), u, []objstore.Part{part}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "k")); string(got) != "new" {
		t.Errorf("%q, %v", got, err)
	}
}
