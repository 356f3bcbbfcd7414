package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/plan"
)

// usageError says that the command line itself is wrong.
type usageError struct {
	command string
	err     error
}

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usage marks an error as wrong use of a command; nil stays nil.
func usage(c *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	return usageError{command: c.CommandPath(), err: err}
}

// argumentKinds are the kinds of errors by which the packages refuse what they were
// asked for before they do anything.
var argumentKinds = []error{skyferry.ErrInvalid, plan.ErrInvalid, dataplane.ErrInvalid}

// blame marks an error as wrong use where its kind says so.
func blame(c *cobra.Command, err error) error {
	if slices.ContainsFunc(argumentKinds, func(kind error) bool { return errors.Is(err, kind) }) {
		return usage(c, err)
	}
	return err
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

// exactly asks for one argument of each name, and no others.
func exactly(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		if len(names) == 0 {
			return fmt.Errorf("no arguments are taken, but %q was given", args[0])
		}
		return fmt.Errorf("%s are needed, not %q", strings.Join(names, " and "), args)
	}
}

// given returns the names of those flags that stand on the command line, as typed.
func given(c *cobra.Command, names ...string) []string {
	var found []string
	for _, name := range names {
		if c.Flags().Changed(name) {
			found = append(found, "--"+name)
		}
	}
	return found
}
