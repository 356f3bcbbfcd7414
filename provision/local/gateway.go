package local

import (
	"bufio"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skyferry/skyferry/provision"
)

// gateway is one that was launched, until it has ended.
//
// Four goroutines belong to it. feed writes the bootstrap document. Two read what the gateway
// writes, until these streams end, so that it is never held up by its own output. watch waits for
// the gateway's end and then for the readers, closes the three streams (which ends feed), and
// closes ended: the last of all. So whoever has seen ended knows that neither a process nor a
// goroutine is left, and that all of the gateway's last words are in said.
type gateway struct {
	*launched
	spec provision.Spec

	answered chan answer // gets the first line of standard output, if there is one
	said     tail
	readers  sync.WaitGroup
	feeding  chan struct{} // closed when feed has returned
	told     atomic.Bool   // it was told to end
	gone     chan struct{} // closed when it has ended
	exit     *provision.Exit

	// Set once it is ready.
	instance *provision.Instance
	finish   func(error)
}

// supervise takes over what was launched.
func supervise(l *launched, spec provision.Spec, log *prefixed) *gateway {
	g := &gateway{
		launched: l, spec: spec,
		answered: make(chan answer, 1), feeding: make(chan struct{}), gone: make(chan struct{}),
	}
	go g.feed(spec.Bootstrap)
	g.spec.Bootstrap = nil // it may hold secrets, and the gateway is remembered for as long as its provider
	g.readers.Go(g.readStdout)
	g.readers.Go(func() {
		eachLine(l.stderr, func(line []byte) {
			g.said.add(line)
			log.write(line)
		})
	})
	go g.watch()
	return g
}

// feed hands over the bootstrap document. If that fails, the gateway is ending, and how it ends is
// what will be told.
func (g *gateway) feed(bootstrap []byte) {
	defer close(g.feeding)
	_, _ = g.stdin.Write(bootstrap)
}

// readStdout passes on the first line and throws the rest away.
func (g *gateway) readStdout() {
	r := bufio.NewReaderSize(g.stdout, maxLine)
	if a, ok := readAnswer(r); ok {
		g.answered <- a
	}
	_, _ = io.Copy(io.Discard, r)
}

func (g *gateway) watch() {
	g.exit = <-g.ended
	g.readers.Wait()
	g.closeStdin()
	<-g.feeding
	g.stdout.Close()
	g.stderr.Close()
	close(g.gone)
}

// closeStdin is the order to end. It may be given again.
func (g *gateway) closeStdin() { _ = g.stdin.Close() }

// stop ends the gateway: in order within the grace time, by force when that is over or hurry is
// closed. It reports whether the gateway is gone; a function may refuse to be.
func (g *gateway) stop(hurry <-chan struct{}, grace time.Duration) bool {
	g.told.Store(true)
	g.closeStdin()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-g.gone:
		return true
	case <-hurry:
	case <-timer.C:
	}
	return g.abort(grace)
}

// abort ends the gateway by force, and reports whether it is gone.
func (g *gateway) abort(patience time.Duration) bool {
	g.kill()
	g.closeStdin()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-g.gone:
		return true
	case <-timer.C:
		return false
	}
}

// reason is why the gateway ended, once it is gone: nil if it was told to, and ended in order.
func (g *gateway) reason() error {
	if g.told.Load() && g.exit.Code == 0 {
		return nil
	}
	return g.failure("run", provision.ErrExited, g.exit)
}

func (g *gateway) failure(op string, kind provision.Kind, err error) *provision.Error {
	return &provision.Error{
		Op: op, Node: g.spec.Name, Region: g.spec.Region, Kind: kind, Err: err, Stderr: g.said.get(),
	}
}

// stayed is the error of a gateway that could not be ended.
func (g *gateway) stayed(op string, patience time.Duration) *provision.Error {
	return g.failure(op, provision.ErrUnavailable,
		fmt.Errorf("it is still there %v after it was to be ended by force", patience))
}
