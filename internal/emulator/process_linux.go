package emulator

import (
	"os/exec"
	"syscall"
)

// endWithParent lets the process end when this one does, even if that is killed, and
// gives it a group of its own, so that nothing it starts stays behind.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended by itself
}
