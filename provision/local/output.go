package local

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/skyferry/skyferry/provision"
)

const (
	// maxLine is where a line that does not end is cut, in bytes.
	maxLine = 64 << 10
	// tailLines and tailLine bound what an error repeats of standard error.
	tailLines = 12
	tailLine  = 400
)

// eachLine calls do with every line of r, without its end, until r ends. A longer line comes in
// pieces of maxLine. The slice is do's until it returns.
func eachLine(r io.Reader, do func(line []byte)) {
	buffered := bufio.NewReaderSize(r, maxLine)
	for {
		line, err := buffered.ReadSlice('\n')
		whole := err == nil || errors.Is(err, bufio.ErrBufferFull)
		if whole || len(line) > 0 {
			do(bytes.TrimRight(line, "\r\n"))
		}
		if !whole {
			return
		}
	}
}

// tail keeps the last lines of what a gateway wrote.
type tail struct {
	mu    sync.Mutex
	lines []string
}

func (t *tail) add(line []byte) {
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == tailLines {
		t.lines = slices.Delete(t.lines, 0, 1)
	}
	t.lines = append(t.lines, string(line[:min(len(line), tailLine)]))
}

func (t *tail) get() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.lines)
}

// prefixed writes lines to a log, each in one Write with the node's name before it. What the log
// makes of them is the log's affair.
type prefixed struct {
	log    io.Writer
	lock   *sync.Mutex // shared by all logs of a provider
	prefix string
}

func newPrefixed(log io.Writer, lock *sync.Mutex, node string) *prefixed {
	if log == nil {
		log = io.Discard
	}
	return &prefixed{log: log, lock: lock, prefix: "[" + node + "] "}
}

func (p *prefixed) write(line []byte) {
	text := make([]byte, 0, len(p.prefix)+len(line)+1)
	text = append(text, p.prefix...)
	text = append(text, line...)
	text = append(text, '\n')
	p.lock.Lock()
	defer p.lock.Unlock()
	_, _ = p.log.Write(text)
}

// answer is a gateway's first line on standard output, read.
type answer struct {
	ready provision.Ready
	err   error
}

// readAnswer reads the first line. It reports false if the output ended without one: then the
// gateway's end tells more.
func readAnswer(r *bufio.Reader) (answer, bool) {
	line, err := r.ReadSlice('\n')
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		return answer{}, false
	}
	ready, err := provision.ParseReady(line)
	return answer{ready: ready, err: err}, true
}
