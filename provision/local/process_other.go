//go:build !linux

package local

import (
	"syscall"

	"github.com/skyferry/skyferry/provision"
)

// processAttributes is empty where groups and death signals are not to be had in the same way: a
// gateway's life then depends on its watching its input, as it must anyway.
func processAttributes() *syscall.SysProcAttr { return nil }

// collect waits for the process.
func (c *child) collect() *provision.Exit {
	err := c.cmd.Wait()
	return exitOfProcess(c.cmd.ProcessState, err)
}

// kill ends the process. It can only fail because it has ended.
func (c *child) kill() { _ = c.cmd.Process.Kill() }
