package file_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
)

// A test process becomes a writer if this variable holds what it is to do.
const jobVariable = "SKYFERRY_FILE_TEST_JOB"

// job is what a writer does: with an upload, it puts the parts From to To; without
// one, it puts small objects for ever. It prints a line when it has put a part or its
// hundredth object.
type job struct {
	Dir      string
	Upload   *objstore.Upload
	From, To int
}

const (
	jobPart = 100_000
	jobBody = 5_000
)

// jobBytes are the bytes of a part or an object, by its number.
func jobBytes(number, n int) []byte { return bytes.Repeat([]byte{byte(number)}, n) }

func (j job) run(ctx context.Context) error {
	b, err := file.Open(j.Dir, nil)
	if err != nil {
		return err
	}
	if j.Upload == nil {
		return putForEver(ctx, b)
	}
	for number := j.From; number <= j.To; number++ {
		if _, err := b.PutPart(ctx, *j.Upload, number, jobBytes(number, jobPart)); err != nil {
			return err
		}
		fmt.Println("part", number)
	}
	_, err = os.Stdin.Read(make([]byte, 1)) // until the test ends it
	return err
}

func putForEver(ctx context.Context, b *objstore.Bucket) error {
	for i := 0; ; i++ {
		if _, err := b.Put(ctx, strconv.Itoa(i%200), jobBytes(i%200, jobBody), objstore.Attrs{}); err != nil {
			return err
		}
		if i == 100 {
			fmt.Println("going")
		}
	}
}

// startJob runs a job in another process, which is killed by the returned function,
// and waits for its nth line.
func startJob(t *testing.T, j job, lines int) (kill func()) {
	t.Helper()
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), jobVariable+"="+string(text))
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(out)
	for range lines {
		if !s.Scan() {
			t.Fatal("the other process ended early")
		}
	}
	kill = func() {
		cmd.Process.Kill() //nolint:errcheck // Wait tells
		cmd.Wait()         //nolint:errcheck // it was killed
	}
	t.Cleanup(kill)
	return kill
}

// Three processes put parts, overlapping, and are killed; what they put is there, and completes.
func TestPartsOfKilledProcesses(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir, nil)
	u, err := b.CreateUpload(t.Context(), "d/x", 6*jobPart, jobPart, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range []job{{From: 1, To: 3}, {From: 2, To: 4}, {From: 4, To: 5}} {
		j.Dir, j.Upload = dir, &u
		startJob(t, j, j.To-j.From+1)()
	}
	parts, err := b.ListParts(t.Context(), u)
	if err != nil || len(parts) != 5 {
		t.Fatalf("%d parts, %v", len(parts), err)
	}
	last, err := b.PutPart(t.Context(), u, 6, jobBytes(6, jobPart))
	if err != nil {
		t.Fatal(err)
	}
	o, err := b.Complete(t.Context(), u, append(parts, last))
	if err != nil {
		t.Fatal(err)
	}
	for number := 1; number <= 6; number++ {
		p := make([]byte, jobPart)
		if err := b.ReadFull(t.Context(), o, int64(number-1)*jobPart, p); err != nil || !bytes.Equal(p, jobBytes(number, jobPart)) {
			t.Errorf("part %d is not what was put: %v", number, err)
		}
	}
	wantNoTemporaries(t, dir)
}

// A process that is killed while it puts objects leaves whole ones. On Linux, where
// new files have no name, it leaves nothing else; only to replace an object needs a
// name for a moment.
func TestPutsOfKilledProcess(t *testing.T) {
	for range 5 {
		dir := t.TempDir()
		startJob(t, job{Dir: dir}, 1)()
		b := open(t, dir, nil)
		n := 0
		for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			number, err := strconv.Atoi(o.Key)
			if err != nil {
				t.Fatalf("listed: %q", o.Key)
			}
			p := make([]byte, o.Size)
			if err := b.ReadFull(t.Context(), o, 0, p); err != nil || !bytes.Equal(p, jobBytes(number, jobBody)) {
				t.Errorf("%q has %d bytes, not those that were put: %v", o.Key, o.Size, err)
			}
			n++
		}
		if n < 100 {
			t.Errorf("%d objects", n)
		}
		if runtime.GOOS == "linux" && n < 200 {
			wantNoTemporaries(t, dir)
		}
	}
}
