// Conformance-matrix prints which store passes which case of objstore's conformance
// suite, as a Markdown table, from what go test says on standard input:
//
//	go test -json -run Conformance ./objstore/... | go run ./scripts/conformance-matrix
//
// A column is a test that runs the suite: its package, and what of its name tells it
// from others of the package. "pass" is a case that passed, "unsupported" one that made
// sure that the store says it lacks the ability, "differs" one that was left out, since
// the server behind the test is known to differ from the real store (the reasons stand
// below the table), "-" one that did not run. It exits with 1 if a case failed.
package main

import (
	"fmt"
	"os"
)

func main() {
	m, err := read(os.Stdin)
	if err == nil {
		err = m.print(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance-matrix:", err)
		os.Exit(2)
	}
	if m.failed {
		os.Exit(1)
	}
}
