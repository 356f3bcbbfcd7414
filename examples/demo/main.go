// Command demo shows the library at work on one machine, without root and network: a
// tree of real files is copied twice from a bucket labelled azure:eastus to one labelled
// aws:ap-south-1, on the direct path and on a plan of twice its rate. Gateways are
// processes of this machine; each link is held to its measured rate times a factor, so
// that one run takes about 20 seconds and the other 10.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision/local"
)

const (
	source      grid.Region = "azure:eastus"
	destination grid.Region = "aws:ap-south-1"

	// shape times the grid's rates is what the links are held to.
	shape = 0.2
	// directSeconds is how long the direct run is to take.
	directSeconds = 20.0
)

func main() {
	dataplane.Main(file.Opener()) // started as a gateway: never returns
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	err := demo(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// run is one of the two copies.
type run struct {
	name   string
	opts   skyferry.Options
	report *skyferry.Report
}

func demo(ctx context.Context) (err error) {
	direct, ok := grid.Builtin().Link(source, destination)
	if !ok {
		return fmt.Errorf("the built-in grid has no link from %s to %s", source, destination)
	}
	dir, err := os.MkdirTemp("", "skyferry-demo-")
	if err != nil {
		return fmt.Errorf("making room for the demo: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	bucket := filepath.Join(dir, "source")
	volume := int64(direct.Gbps * shape * 1e9 / 8 * directSeconds)
	if err := fill(ctx, bucket, volume); err != nil {
		return err
	}
	runs := []run{
		{name: "direct", opts: skyferry.Options{Algorithm: plan.Direct}},
		{name: "overlay", opts: skyferry.Options{Goal: plan.AtLeast(2 * direct.Gbps)}},
	}
	for i := range runs {
		if err := runs[i].copy(ctx, bucket, filepath.Join(dir, runs[i].name)); err != nil {
			return err
		}
	}
	printSummary(os.Stdout, runs)
	return nil
}

// copy carries one run out and compares what came out with what went in.
func (r *run) copy(ctx context.Context, from, to string) (err error) {
	provider, err := local.New(nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.Close(context.WithoutCancel(ctx))) }()
	show := newShow(r.name)
	defer show.end()
	r.opts.Stores = objstore.Openers{file.Opener()}
	r.opts.Fleet = provider
	r.opts.SrcRegion, r.opts.DstRegion = source, destination
	r.opts.Shape = shape
	r.opts.Recursive = true
	r.opts.OnEvent = show.event
	r.opts.GatewayLog = os.Stderr
	r.report, err = skyferry.Copy(ctx, "file://"+from, "file://"+to, r.opts)
	show.end()
	if err != nil {
		return fmt.Errorf("copying on the %s path: %w", r.name, err)
	}
	return sameTrees(from, to)
}
