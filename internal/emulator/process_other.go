//go:build !linux

package emulator

import "os/exec"

func endWithParent(*exec.Cmd) {}

func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended by itself
}
