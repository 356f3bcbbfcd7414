package main

import (
	"bufio"
	"encoding/json"
	"io"
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

// startGateway starts a gateway with a document and returns it with its standard input
// and what it has printed when it ends.
func startGateway(t *testing.T, x *tool) (cmd *exec.Cmd, stdin io.Closer, output func() string) {
	t.Helper()
	transfer, err := dataplane.New(dataplane.Options{})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := transfer.Bootstrap("azure:eastus#0")
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.CommandContext(t.Context(), x.path, "gateway")
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
	if _, err := in.Write(doc); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	wantReady(t, lines, cmd.Process.Pid)
	return cmd, in, func() string {
		rest, _ := io.ReadAll(lines) // what there is counts
		return string(rest) + stderr.String()
	}
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
	cmd, stdin, output := startGateway(t, newTool(t))
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	said := output()
	if err := cmd.Wait(); err != nil || said != "" {
		t.Errorf("%v, %q", err, said)
	}
}

// TestGatewayTerminated: a gateway in the foreground ends by a signal, too.
func TestGatewayTerminated(t *testing.T) {
	cmd, _, output := startGateway(t, newTool(t))
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = output()
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != statusNotDone {
		t.Errorf("%v", err)
	}
}
