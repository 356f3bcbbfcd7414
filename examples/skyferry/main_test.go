package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/dataplane"
)

// scratch is a folder for what several tests use; binary is the tool, built in it.
var scratch, binary string

// TestMain is also the gateway of the copies that tests make in this process.
func TestMain(m *testing.M) {
	dataplane.Main(stores("")...)
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(status int) {
		_ = os.RemoveAll(scratch) // in the system's folder for what may be lost
		os.Exit(status)
	}))
}

func build() (err error) {
	if scratch, err = os.MkdirTemp("", "skyferry-test-"); err != nil {
		return err
	}
	binary = filepath.Join(scratch, "skyferry")
	if output, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("building the tool: %w\n%s", err, output)
	}
	return nil
}

// outcome is what a command line left behind.
type outcome struct {
	status         int
	stdout, stderr string
}

// call runs a command line in this process.
func call(t *testing.T, args ...string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(t.Context(), args, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	return outcome{status, stdout.String(), stderr.String()}
}

// want fails the test unless the status is the one wanted.
func (o outcome) want(t *testing.T, status int) outcome {
	t.Helper()
	if o.status != status {
		t.Fatalf("exit status %d, want %d\nstdout: %s\nstderr: %s", o.status, status, o.stdout, o.stderr)
	}
	return o
}

// wantErr fails the test unless all of the words are on standard error.
func (o outcome) wantErr(t *testing.T, words ...string) outcome {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(o.stderr, word) {
			t.Errorf("standard error lacks %q: %s", word, o.stderr)
		}
	}
	return o
}

// wantOut fails the test unless all of the words are on standard output.
func (o outcome) wantOut(t *testing.T, words ...string) outcome {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(o.stdout, word) {
			t.Errorf("standard output lacks %q:\n%s", word, o.stdout)
		}
	}
	return o
}
