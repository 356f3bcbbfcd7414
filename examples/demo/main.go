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
	"io"
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
)

// scale says how large the demonstration is.
type scale struct {
	tree          string  // folder that is copied; default: the Go installation's own source
	shape         float64 // times the grid's rates is what the links are held to
	directSeconds float64 // how long the direct run is to take, by the volume that is added to the tree
}

func main() {
	dataplane.Main(file.Opener()) // started as a gateway: never returns
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	_, err := demo(ctx, os.Stdout, scale{shape: 0.2, directSeconds: 20})
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

// demo makes the tree, carries both runs out, and tells of them on w.
func demo(ctx context.Context, w io.Writer, sc scale) (runs []run, err error) {
	direct, ok := grid.Builtin().Link(source, destination)
	if !ok {
		return nil, fmt.Errorf("the built-in grid has no link from %s to %s", source, destination)
	}
	dir, err := os.MkdirTemp("", "skyferry-demo-")
	if err != nil {
		return nil, fmt.Errorf("making room for the demo: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	bucket := filepath.Join(dir, "source")
	volume := int64(direct.Gbps * sc.shape * 1e9 / 8 * sc.directSeconds)
	if err := fill(ctx, w, bucket, sc.tree, volume); err != nil {
		return nil, err
	}
	runs = []run{
		{name: "direct", opts: skyferry.Options{Algorithm: plan.Direct}},
		{name: "overlay", opts: skyferry.Options{Goal: plan.AtLeast(2 * direct.Gbps)}},
	}
	for i := range runs {
		runs[i].opts.Shape = sc.shape
		if err := runs[i].copy(ctx, w, bucket, filepath.Join(dir, runs[i].name)); err != nil {
			return nil, err
		}
	}
	printSummary(w, runs)
	return runs, nil
}

// copy carries one run out and compares what came out with what went in.
func (r *run) copy(ctx context.Context, w io.Writer, from, to string) (err error) {
	provider, err := local.New(nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.Close(context.WithoutCancel(ctx))) }()
	show := newShow(w, r.name)
	defer show.end()
	r.opts.Stores = objstore.Openers{file.Opener()}
	r.opts.Fleet = provider
	r.opts.SrcRegion, r.opts.DstRegion = source, destination
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
