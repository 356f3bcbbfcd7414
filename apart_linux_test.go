package skyferry_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// apartVariable tells a test that it runs apart, and whether the network is its own too.
const apartVariable = "SKYFERRY_TEST_APART"

// runApart runs a test in a process without the race detector, which takes memory of its
// own, and if that may be had in a network of its own, where sockets are as large as the
// test wants. It is false when that process is this one.
func runApart(t *testing.T) bool {
	t.Helper()
	switch os.Getenv(apartVariable) {
	case "":
	case "network":
		setUpNetwork(t)
		return false
	default:
		return false
	}
	program := plainProgram(t)
	out, err := runTest(t, program, "network", &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	})
	if _, ran := errors.AsType[*exec.ExitError](err); err != nil && !ran {
		unlessRequired(t, t.Logf)("a network of the test's own is not to be had (%v): sockets are as large as this system makes them", err)
		out, err = runTest(t, program, "process", &syscall.SysProcAttr{})
	}
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
	return true
}

func runTest(t *testing.T, program, apart string, attr *syscall.SysProcAttr) ([]byte, error) {
	runtime.LockOSThread() // whose end would end the process
	defer runtime.UnlockOSThread()
	attr.Pdeathsig = syscall.SIGKILL
	cmd := exec.CommandContext(t.Context(), program, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), apartVariable+"="+apart)
	cmd.SysProcAttr = attr
	return cmd.CombinedOutput()
}

// plainProgram is this test binary, or one made without the race detector.
func plainProgram(t *testing.T) string {
	t.Helper()
	if !raceEnabled {
		program, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		return program
	}
	program := filepath.Join(t.TempDir(), "plain.test")
	if out, err := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", program, ".").CombinedOutput(); err != nil {
		unlessRequired(t, t.Skipf)("a program without the race detector cannot be built: %v\n%s", err, out)
	}
	return program
}

// setUpNetwork turns the loopback interface on, and lets every socket take as much as those
// of a long fat network do after a while.
func setUpNetwork(t *testing.T) {
	t.Helper()
	if err := turnOn("lo"); err != nil {
		t.Fatal(err)
	}
	const size = 32 << 20
	for _, name := range []string{"tcp_rmem", "tcp_wmem"} {
		value := fmt.Sprintf("4096 %d %d", size, size)
		if err := os.WriteFile("/proc/sys/net/ipv4/"+name, []byte(value), 0); err != nil {
			t.Fatal(err)
		}
	}
}

func turnOn(network string) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq(network)
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request)
}
