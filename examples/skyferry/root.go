package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// newRoot puts the commands together.
func newRoot(std streams) *cobra.Command {
	root := newGroup("skyferry", "Plan and carry out bulk transfers between object stores, through relays where they pay",
		"  skyferry plan azure:eastus aws:ap-south-1 --min-gbps 2.36\n  skyferry cp -r file:///data/in file:///data/out")
	root.SilenceUsage, root.SilenceErrors = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.SetHelpCommand(newHelp())
	root.AddCommand(newPlan(std), newGrid(std), newFrontier(std), newSweep(std), newCp(std), newBench(std), newGateway(std))
	markUsage(root)
	return root
}

// newGroup makes a command that only holds others: used alone, it is used wrongly.
func newGroup(name, short, example string) *cobra.Command {
	return &cobra.Command{
		Use: name + " COMMAND", Short: short, Example: example,
		SuggestionsMinimumDistance: 2,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("a command is needed: " + strings.Join(commandNames(c), ", "))
			}
			return unknownCommand(c, args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args lets nothing through
	}
}

func commandNames(c *cobra.Command) []string {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}

// unknownCommand names what the caller may have meant, else all there is.
func unknownCommand(c *cobra.Command, name string) error {
	known, hint := c.SuggestionsFor(name), "did you mean"
	if len(known) == 0 {
		known, hint = commandNames(c), "the commands are"
	}
	return fmt.Errorf("unknown command %q; %s: %s", name, hint, strings.Join(known, ", "))
}

// newHelp is cobra's help command, but a wrong name is wrong use.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Explain a command", Example: "  skyferry help cp",
		RunE: func(c *cobra.Command, args []string) error {
			asked, rest, err := c.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = unknownCommand(asked, rest[0])
			}
			if err != nil {
				return usage(c, err)
			}
			asked.InitDefaultHelpFlag()
			return asked.Help()
		},
	}
}
