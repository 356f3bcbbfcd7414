package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
)

func TestGatewayWithoutDocument(t *testing.T) {
	if o := call(t, "gateway").want(t, statusNotDone).wantErr(t, "bootstrap document"); o.stdout != "" {
		t.Errorf("standard output: %s", o.stdout)
	}
}

// startGateway starts a command that brings a gateway up, with a document on its standard
// input unless the command has one itself. What it returns is that input, the process
// that the gateway says it is, and what waits for the end of the command and returns all
// that was said after the first line.
func startGateway(t *testing.T, cmd *exec.Cmd, document ...byte) (stdin io.Closer, pid int, wait func() (said string, err error)) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write(document); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	return in, readReady(t, lines), func() (string, error) {
		rest, _ := io.ReadAll(lines) // what there is counts
		err := cmd.Wait()
		return string(rest) + stderr.String(), err
	}
}

// bootstrap is the document of a gateway.
func bootstrap(t *testing.T) []byte {
	t.Helper()
	transfer, err := dataplane.New(dataplane.Options{})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := transfer.Bootstrap("azure:eastus#0")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// readReady reads a gateway's first line and returns its process.
func readReady(t *testing.T, lines *bufio.Reader) (pid int) {
	t.Helper()
	line, err := lines.ReadString('\n')
	var ready struct {
		Control, Data string
		PID           int
	}
	if err != nil || json.Unmarshal([]byte(line), &ready) != nil || ready.Control == "" || ready.Data == "" || ready.PID == 0 {
		t.Fatalf("%q, %v", line, err)
	}
	return ready.PID
}

// TestGatewayEndsWithInput: closing its input is the order to end; it says nothing.
func TestGatewayEndsWithInput(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), newTool(t).path, "gateway")
	stdin, pid, wait := startGateway(t, cmd, bootstrap(t)...)
	if pid != cmd.Process.Pid {
		t.Errorf("it says that it is process %d, and is %d", pid, cmd.Process.Pid)
	}
	wantEnd(t, stdin, wait)
}

// TestGatewayExample: the example of the help runs a gateway until its input ends.
func TestGatewayExample(t *testing.T) {
	x := newTool(t)
	write(t, filepath.Join(x.dir, "bootstrap.json"), string(bootstrap(t)))
	cmd := exec.CommandContext(t.Context(), "sh", "-c", newGateway(streams{}).Example)
	cmd.Dir = x.dir
	cmd.Env = append(os.Environ(), "PATH="+x.dir+":"+os.Getenv("PATH"))
	stdin, pid, wait := startGateway(t, cmd)
	if running := x.processes(); !slices.Contains(running, pid) {
		t.Errorf("running: %v, not %d", running, pid)
	}
	wantEnd(t, stdin, wait)
}

func wantEnd(t *testing.T, stdin io.Closer, wait func() (string, error)) {
	t.Helper()
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if said, err := wait(); err != nil || said != "" {
		t.Errorf("%v, %q", err, said)
	}
}

// TestGatewayTerminated: a gateway in the foreground ends by a signal, too.
func TestGatewayTerminated(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), newTool(t).path, "gateway")
	_, _, wait := startGateway(t, cmd, bootstrap(t)...)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	said, err := wait()
	if failed, ok := errors.AsType[*exec.ExitError](err); !ok || failed.ExitCode() != statusNotDone || !strings.Contains(said, "interrupted") {
		t.Errorf("%v, %q", err, said)
	}
}
