package dataplane_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// fleet is the gateways of a transfer, run in this process. Whatever they and the
// coordinator log is searched for secrets at the end.
type fleet struct {
	t        testing.TB
	transfer *dataplane.Transfer
	serve    dataplane.ServeOptions
	log      logged
	events   events

	over <-chan struct{} // closed when what run has begun must end

	mu    sync.Mutex
	stops map[string]func()
	ended map[string]chan struct{} // closed when the gateway has ended
	nodes map[string]dataplane.Node
}

// newFleet makes a transfer whose gateways open the given stores.
func newFleet(t testing.TB, opts dataplane.Options, openers ...objstore.Opener) *fleet {
	t.Helper()
	f := &fleet{t: t, stops: map[string]func(){}, ended: map[string]chan struct{}{}, nodes: map[string]dataplane.Node{}}
	log := slog.New(slog.NewTextHandler(&f.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	f.serve = dataplane.ServeOptions{Openers: openers, Log: log}
	opts.Log = log
	opts.OnEvent = f.events.add
	transfer, err := dataplane.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	f.transfer = transfer
	t.Cleanup(f.checkLog)
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
	ended := make(chan struct{})
	go func() {
		err := dataplane.Serve(ctx, stdin, stdout, f.serve)
		_ = stdin.Close()
		_ = stdout.CloseWithError(fmt.Errorf("gateway %s has ended: %w", name, err))
		close(ended)
	}()
	stop := func() {
		cancel()
		_ = feed.Close()
		<-ended
	}
	addresses, err := readAddresses(feed, doc, printed)
	if err != nil {
		stop()
		return dataplane.Node{}, err
	}
	node := dataplane.Node{Name: name, Region: "local:" + name, Control: addresses.Control, Data: addresses.Data}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.nodes[name], f.stops[name], f.ended[name] = node, stop, ended
	return node, nil
}

type addresses struct{ Control, Data string }

func readAddresses(feed io.Writer, doc []byte, printed io.Reader) (a addresses, err error) {
	if _, err := feed.Write(doc); err != nil {
		return a, err
	}
	line, err := bufio.NewReader(printed).ReadBytes('\n')
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(line, &a)
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

// replace is an Options.Replace.
func (f *fleet) replace(_ context.Context, name string) (dataplane.Node, error) {
	f.stop(name)
	return f.start(name) //nolint:contextcheck // a gateway outlives the call that starts it
}

func (f *fleet) stopAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, stop := range f.stops {
		stop()
	}
	clear(f.stops)
}

// topology starts the gateways of routes.
func (f *fleet) topology(routes ...dataplane.Route) dataplane.Topology {
	f.t.Helper()
	top := dataplane.Topology{Routes: routes}
	for _, r := range routes {
		for _, name := range r.Nodes {
			if _, started := f.nodes[name]; started {
				continue
			}
			node, err := f.start(name)
			if err != nil {
				f.t.Fatal(err)
			}
			top.Nodes = append(top.Nodes, node)
		}
	}
	return top
}

// chain starts the gateways of one route and returns its topology.
func (f *fleet) chain(circuits int, names ...string) dataplane.Topology {
	f.t.Helper()
	return f.topology(dataplane.Route{Nodes: names, Circuits: circuits})
}

// patience is far more than any transfer of these tests takes: one that takes longer hangs.
const patience = 60 * time.Second

// run moves a job and fails the test if that does not end.
func (f *fleet) run(top dataplane.Topology, job dataplane.Job) (*dataplane.Report, error) {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.t.Context(), patience)
	defer cancel()
	f.over = ctx.Done()
	report, err := f.transfer.Run(ctx, top, job)
	if errors.Is(err, context.DeadlineExceeded) {
		f.t.Fatalf("the transfer hangs: %+v\n%s", report, f.log.String())
	}
	return report, err
}

// mustRun is run for jobs that move everything.
func (f *fleet) mustRun(top dataplane.Topology, job dataplane.Job) *dataplane.Report {
	f.t.Helper()
	report, err := f.run(top, job)
	if err != nil || !report.Verified || report.Failed != 0 {
		f.t.Fatalf("%v, %+v\n%s", err, report, f.log.String())
	}
	return report
}

// checkLog looks for secrets in what was logged, in every form in which bytes are
// printed.
func (f *fleet) checkLog() {
	text := f.log.String()
	for what, secret := range f.transfer.Secrets() {
		for _, form := range []string{
			string(secret), hex.EncodeToString(secret), strings.ToUpper(hex.EncodeToString(secret)),
			base64.StdEncoding.EncodeToString(secret), base64.RawURLEncoding.EncodeToString(secret),
			string(fmt.Append(nil, secret)), strings.Trim(strconv.Quote(string(secret)), `"`), strings.Trim(fmt.Sprintf("%#v", secret), "[]byte{}"),
		} {
			if strings.Contains(text, form) {
				f.t.Errorf("the log shows the key of %s", what)
			}
		}
	}
}

// logged keeps what is logged.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// events keeps what a transfer has told, without progress.
type events struct {
	on func(dataplane.Event) // what a test does beside; may be nil

	mu  sync.Mutex
	all []dataplane.Event
}

func (e *events) add(event dataplane.Event) {
	if _, ok := event.(dataplane.Progress); ok {
		return
	}
	if e.on != nil {
		e.on(event)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all = append(e.all, event)
}

// told returns the events of one type.
func told[E dataplane.Event](f *fleet) (found []E) {
	f.events.mu.Lock()
	defer f.events.mu.Unlock()
	for _, event := range f.events.all {
		if e, ok := event.(E); ok {
			found = append(found, e)
		}
	}
	return found
}
