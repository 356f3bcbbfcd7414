package provision

import (
	"fmt"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

// Error is a failure to start, run or end a machine.
type Error struct {
	Op     string      // what was being done: "start", "run", "stop"
	Node   string      // the node it was done to, as Spec.Name; may be ""
	Region grid.Region // where; may be ""
	Kind   Kind
	Err    error  // the cause, such as the provider's own error or an [*Exit]; may be nil
	Hint   string // what the caller can do; may be ""

	// Stderr holds the last lines that the gateway wrote to standard error, oldest first; empty if
	// it wrote none or was never started.
	Stderr []string
}

// Error says what failed on which node, why, what the gateway last wrote, and what can be done.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	if e.Node != "" {
		b.WriteString(" " + e.Node)
	}
	if e.Region != "" {
		b.WriteString(" in " + string(e.Region))
	}
	b.WriteString(": " + string(e.Kind))
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	if len(e.Stderr) > 0 {
		b.WriteString("; it last wrote:\n\t" + strings.Join(e.Stderr, "\n\t"))
	}
	return b.String()
}

// Unwrap gives errors.Is the kind, and errors.As the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// Exit is how a gateway ended. It is the cause within an [*Error] of the kind [ErrExited].
type Exit struct {
	Code   int    // the exit status; -1 if a signal ended it
	Signal string // the signal's name, such as "killed"; "" if it ended by itself
	Err    error  // what the gateway returned, where it ran as a function; may be nil
}

// Error says it in the words of a shell.
func (e *Exit) Error() string {
	switch {
	case e.Signal != "":
		return "signal: " + e.Signal
	case e.Err != nil:
		return e.Err.Error()
	default:
		return fmt.Sprintf("exit status %d", e.Code)
	}
}

// Unwrap returns what the gateway returned.
func (e *Exit) Unwrap() error { return e.Err }
