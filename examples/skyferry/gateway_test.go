package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
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

// startGateway starts a gateway with a document. What it returns is its process, its
// standard input, and what waits for its end and returns all that it said after its
// first line.
func startGateway(t *testing.T, x *tool) (process *os.Process, stdin io.Closer, wait func() (said string, err error)) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), x.path, "gateway")
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
	if _, err := in.Write(bootstrap(t)); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	wantReady(t, lines, cmd.Process.Pid)
	return cmd.Process, in, func() (string, error) {
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

func wantReady(t *testing.T, lines *bufio.Reader, pid int) {
	t.Helper()
	line, err := lines.ReadString('\n')
	var ready struct {
		Control, Data string
		PID           int
	}
	if err != nil || json.Unmarshal([]byte(line), &ready) != nil || ready.Control == "" || ready.Data == "" || ready.PID != pid {
		t.Fatalf("%q, %v", line, err)
	}
}

// TestGatewayEndsWithInput: closing its input is the order to end; it says nothing.
func TestGatewayEndsWithInput(t *testing.T) {
	_, stdin, wait := startGateway(t, newTool(t))
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if said, err := wait(); err != nil || said != "" {
		t.Errorf("%v, %q", err, said)
	}
}

// TestGatewayTerminated: a gateway in the foreground ends by a signal, too.
func TestGatewayTerminated(t *testing.T) {
	process, _, wait := startGateway(t, newTool(t))
	if err := process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	said, err := wait()
	if failed, ok := errors.AsType[*exec.ExitError](err); !ok || failed.ExitCode() != statusNotDone || !strings.Contains(said, "interrupted") {
		t.Errorf("%v, %q", err, said)
	}
}
