package dataplane

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/skyferry/skyferry/internal/control"
)

// bootstrap is the document that a gateway reads from its standard input: who it is
// and whom it may obey. Nothing secret is given by argument, environment or file.
type bootstrap struct {
	Node       string             `json:"node"`
	Credential control.Credential `json:"credential"`
	Listen     string             `json:"listen"`
	Idle       time.Duration      `json:"idle_ns"`
}

// maxBootstrap bounds the document's length in bytes.
const maxBootstrap = 64 << 10

// readBootstrap reads the one line that the document is.
func readBootstrap(r *bufio.Reader) (bootstrap, error) {
	line, err := r.ReadSlice('\n') // no more than the reader's buffer, whatever is sent
	if errors.Is(err, bufio.ErrBufferFull) {
		return bootstrap{}, fmt.Errorf("reading the bootstrap document: longer than %d bytes", maxBootstrap)
	}
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return bootstrap{}, fmt.Errorf("reading the bootstrap document from standard input: %w; a gateway is started by a coordinator, which sends it", err)
	}
	var doc bootstrap
	if err := json.Unmarshal(line, &doc); err != nil {
		return bootstrap{}, fmt.Errorf("reading the bootstrap document: %w", err)
	}
	if doc.Node == "" || doc.Listen == "" || doc.Idle <= 0 {
		return bootstrap{}, fmt.Errorf("reading the bootstrap document: node %q, listen %q, idle %v: something is missing", doc.Node, doc.Listen, doc.Idle)
	}
	return doc, nil
}

// ready is the one line that a gateway prints when it listens.
type ready struct {
	Control string `json:"control"`
	Data    string `json:"data"`
	PID     int    `json:"pid"`
}
