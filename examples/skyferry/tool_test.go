package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tool is the built binary under a name of the test's own, by which its processes are
// known.
type tool struct {
	path, dir string
	env       []string // nil: that of the test
}

// newTool makes the test fail if a process of the tool is left at its end.
func newTool(t *testing.T) *tool {
	t.Helper()
	dir := t.TempDir()
	x := &tool{path: filepath.Join(dir, "skyferry"), dir: dir}
	if err := os.Link(binary, x.path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.wantNoProcess(t) })
	return x
}

// out is the URL of a folder that is not there yet, for what is copied.
func (x *tool) out() string { return "file://" + filepath.Join(x.dir, "out") }

// events is the name of the test's events file.
func (x *tool) events() string { return filepath.Join(x.dir, "events.json") }

// start begins a command line and returns what waits for its end.
func (x *tool) start(t *testing.T, args ...string) (process *os.Process, wait func() outcome) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), x.path, args...)
	cmd.Stdout, cmd.Stderr, cmd.Env = &stdout, &stderr, x.env
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process, func() outcome {
		var failed *exec.ExitError
		if err := cmd.Wait(); err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	}
}

// call runs a command line to its end.
func (x *tool) call(t *testing.T, args ...string) outcome {
	t.Helper()
	_, wait := x.start(t, args...)
	return wait()
}

// processes are those that run the tool. One that has ended runs nothing, even if its
// parent has not collected it.
func (x *tool) processes() (pids []int) {
	programs, _ := filepath.Glob("/proc/[0-9]*/exe") // the pattern is right
	for _, program := range programs {
		if runs, err := os.Readlink(program); err == nil && runs == x.path {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(program)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// wantNoProcess waits a little for the kernel to be done with those that were killed.
func (x *tool) wantNoProcess(t *testing.T) {
	t.Helper()
	if !eventually(func() bool { return len(x.processes()) == 0 }) {
		t.Errorf("still running: %v", x.processes())
	}
}

// eventually asks a condition on other processes again and again, for up to 20 s.
func eventually(condition func() bool) bool {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if condition() {
			return true
		}
	}
	return condition()
}

// event is any event in a file of them.
type event struct {
	Type  string
	Time  time.Time
	Event struct {
		Node, Role, Key, Problem string
		PID                      int
		Bytes, Total             int64
	}
}

// readEvents returns the whole lines of the events file that are there so far.
func (x *tool) readEvents(t *testing.T) (events []event) {
	t.Helper()
	content, err := os.ReadFile(x.events())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if !strings.HasSuffix(line, "\n") {
			break
		}
		var e event
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Type == "" || e.Time.IsZero() {
			t.Fatalf("no event: %s: %v", line, err)
		}
		events = append(events, e)
	}
	return events
}

// waitForBytes returns when more than so many have arrived.
func (x *tool) waitForBytes(t *testing.T, count int64) {
	t.Helper()
	if !eventually(func() bool {
		for _, e := range x.readEvents(t) {
			if e.Type == "progress" && e.Event.Bytes > count {
				return true
			}
		}
		return false
	}) {
		t.Fatal("nothing moves")
	}
}
