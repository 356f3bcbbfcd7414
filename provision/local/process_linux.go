package local

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/skyferry/skyferry/provision"
)

// processAttributes puts the gateway into a process group of its own and ties its life to the
// thread that starts it.
func processAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

// collect waits until the process has ended, ends what is left of its group, and only then takes
// the exit status: until that is taken, the id of the process, which is the group's too, cannot be
// given to another.
func (c *child) collect() *provision.Exit {
	awaitExit(c.cmd.Process.Pid)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.killGroup()
	err := c.cmd.Wait()
	c.collected = true
	return exitOfProcess(c.cmd.ProcessState, err)
}

// awaitExit returns when the process has ended, and leaves it to be collected. An error but EINTR
// means that there is nothing to wait for.
func awaitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// kill sends SIGKILL to the process and all that it started, unless it has been collected.
func (c *child) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.collected {
		c.killGroup()
	}
}

// killGroup can only fail because nothing is left to be killed.
func (c *child) killGroup() { _ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL) }
