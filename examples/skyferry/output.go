package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// watched tells whether a person sees the error stream.
func (s streams) watched() bool {
	f, ok := s.err.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// printJSON prints one document and nothing else.
func printJSON(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		return fmt.Errorf("printing the result: %w", err)
	}
	return nil
}
