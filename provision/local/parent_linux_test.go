package local_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
	"github.com/skyferry/skyferry/provision/provisiontest"
)

// parentName makes the test's binary a caller with one gateway, to be killed.
const parentName = "skyferry-test-parent"

// TestParentKilled kills a caller with SIGKILL. Its gateway ends, whether it watches its input or
// not.
func TestParentKilled(t *testing.T) {
	for name, script := range map[string]provisiontest.Script{
		"watches its input": {},
		"does not":          {Deaf: true},
	} {
		t.Run(name, func(t *testing.T) {
			parent, gateway := startParent(t, script)
			if err := parent.Process.Kill(); err != nil {
				t.Fatalf("kill the caller: %v", err)
			}
			awaitEnd(t, gateway)
			if err := parent.Wait(); err == nil {
				t.Errorf("the caller ended by itself")
			}
		})
	}
}

// awaitEnd waits until the process of a descriptor has ended, which makes that readable.
func awaitEnd(t *testing.T, process int) {
	t.Helper()
	const patience = 30_000 // milliseconds
	for {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(process), Events: unix.POLLIN}}, patience)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if n != 1 || err != nil {
			t.Fatalf("the process lives on: %d, %v", n, err)
		}
		return
	}
}

// watchProcess returns a descriptor of a process.
func watchProcess(t *testing.T, pid int) int {
	t.Helper()
	process, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatalf("open process %d: %v", pid, err)
	}
	t.Cleanup(func() {
		if err := unix.Close(process); err != nil {
			t.Errorf("close process %d: %v", pid, err)
		}
	})
	return process
}

// startParent starts a caller with a gateway, and returns it with a descriptor of the gateway's
// process.
func startParent(t *testing.T, script provisiontest.Script) (*exec.Cmd, int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self)
	parent.Args = []string{parentName, string(script.Bootstrap())}
	parent.Stderr = os.Stderr
	stdout, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatalf("start the caller: %v", err)
	}
	var pid int
	if _, err := fmt.Fscanln(bufio.NewReader(stdout), &pid); err != nil {
		t.Fatalf("the caller says no process id: %v", err)
	}
	return parent, watchProcess(t, pid)
}

// parentMain is the caller: it starts a gateway with the script in its argument, says its process
// id, and waits to be killed.
func parentMain() int {
	err := beParent(os.Args[1])
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func beParent(document string) error {
	var script provisiontest.Script
	if err := json.Unmarshal([]byte(document), &script); err != nil {
		return err
	}
	p, err := local.New(&processes)
	if err != nil {
		return err
	}
	instance, err := p.Start(context.Background(), provision.Spec{
		Transfer: "t1", Name: "node#0", Region: "local:here", Bootstrap: script.Bootstrap(), Log: os.Stderr,
	})
	if err != nil {
		return err
	}
	fmt.Println(instance.PID)
	never := make(chan os.Signal, 1)
	signal.Notify(never, syscall.SIGUSR1)
	<-never
	return nil
}
