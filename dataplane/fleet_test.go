package dataplane_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// fleet is the gateways of a transfer, run in this process.
type fleet struct {
	t        testing.TB
	transfer *dataplane.Transfer
	openers  objstore.Openers

	mu    sync.Mutex
	stops map[string]func()
	nodes map[string]dataplane.Node
}

// newFleet makes a transfer whose gateways open the given stores.
func newFleet(t testing.TB, opts dataplane.Options, openers ...objstore.Opener) *fleet {
	t.Helper()
	transfer, err := dataplane.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	f := &fleet{t: t, transfer: transfer, openers: openers, stops: map[string]func(){}, nodes: map[string]dataplane.Node{}}
	t.Cleanup(f.stopAll)
	return f
}

// start runs a gateway until it is stopped.
func (f *fleet) start(name string) (dataplane.Node, error) {
	doc, err := f.transfer.Bootstrap(name)
	if err != nil {
		return dataplane.Node{}, err
	}
	stdin, feed := io.Pipe()
	printed, stdout := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		err := dataplane.Serve(ctx, stdin, stdout, dataplane.ServeOptions{Openers: f.openers})
		_ = stdin.Close()
		_ = stdout.CloseWithError(fmt.Errorf("gateway %s has ended: %w", name, err))
		ended <- err
	}()
	if _, err := feed.Write(doc); err != nil {
		cancel()
		return dataplane.Node{}, err
	}
	line, err := bufio.NewReader(printed).ReadBytes('\n')
	if err != nil {
		cancel()
		return dataplane.Node{}, err
	}
	var addresses struct{ Control, Data string }
	if err := json.Unmarshal(line, &addresses); err != nil {
		f.t.Error(err)
	}
	node := dataplane.Node{Name: name, Region: "local:" + name, Control: addresses.Control, Data: addresses.Data}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nodes[name] = node
	f.stops[name] = func() {
		cancel()
		_ = feed.Close()
		<-ended
	}
	return node, nil
}

// stop ends a gateway at once, as far as that can be done to a part of this process.
func (f *fleet) stop(name string) {
	f.mu.Lock()
	stop := f.stops[name]
	delete(f.stops, name)
	f.mu.Unlock()
	if stop != nil {
		stop()
	}
}

func (f *fleet) stopAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, stop := range f.stops {
		stop()
	}
	clear(f.stops)
}

// chain starts the gateways of one route and returns its topology.
func (f *fleet) chain(circuits int, names ...string) dataplane.Topology {
	f.t.Helper()
	top := dataplane.Topology{Routes: []dataplane.Route{{Nodes: names, Circuits: circuits}}}
	for _, name := range names {
		node, err := f.start(name)
		if err != nil {
			f.t.Fatal(err)
		}
		top.Nodes = append(top.Nodes, node)
	}
	return top
}
