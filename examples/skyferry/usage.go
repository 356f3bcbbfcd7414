package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// usageError says that the command line itself is wrong.
type usageError struct {
	command string
	err     error
}

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// errReported says that the failure was told already, as part of the output.
var errReported = errors.New("not everything was done")

// usage marks an error as wrong use of a command.
func usage(c *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	return usageError{command: c.Name(), err: err}
}

// markUsage makes wrong flags and a wrong number of arguments count as wrong use, for
// a command and those below it.
func markUsage(c *cobra.Command) {
	c.SetFlagErrorFunc(usage)
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error { return usage(c, check(c, args)) }
	}
	for _, sub := range c.Commands() {
		markUsage(sub)
	}
}
