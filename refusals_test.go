package skyferry_test

import (
	"errors"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/plan"
)

// TestRefusals: what Copy does not begin, and why.
func TestRefusals(t *testing.T) {
	store, dir := mem.NewStore(), t.TempDir()
	fill(t, store.Bucket("s"), "foo/bar", "x", "dir/x")
	writeFile(t, dir, "a/x", 1)
	root := "file://" + dir
	for _, c := range []struct {
		name, src, dst string
		opts           skyferry.Options
		want           error
	}{
		{name: "an object onto itself", src: "mem://s/x", dst: "mem://s/x", want: skyferry.ErrInvalid},
		{name: "an object into its own directory", src: "mem://s/dir/x", dst: "mem://s/dir/", want: skyferry.ErrInvalid},
		{name: "a bucket onto itself", src: "mem://s", dst: "mem://s/", want: skyferry.ErrInvalid},
		{name: "a prefix onto itself", src: "mem://s/foo/", dst: "mem://s/foo", want: skyferry.ErrInvalid},
		{name: "a prefix into itself", src: "mem://s/foo/", dst: "mem://s/foo/bar/", want: skyferry.ErrInvalid},
		{name: "a bucket into itself", src: "mem://s", dst: "mem://s/backup/", want: skyferry.ErrInvalid},
		{name: "a directory into itself", src: root + "/", dst: root + "/a/", want: skyferry.ErrInvalid},
		{name: "a file onto itself", src: root + "/a/x", dst: root + "/a/", want: skyferry.ErrInvalid},
		{name: "an empty bucket", src: "mem://empty", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "an empty prefix", src: "mem://s/fo/", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "no such object", src: "mem://s/y", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "a prefix without a slash", src: "mem://s/foo", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "no such directory", src: root + "/none/", dst: "mem://d", want: objstore.ErrNotFound},
		{name: "unknown store of the source", src: "ftp://s", dst: "mem://d", want: objstore.ErrUnsupported},
		{name: "unknown store of the destination", src: "mem://s", dst: "ftp://d", want: objstore.ErrUnsupported},
		{name: "no URL", src: "s", dst: "mem://d", want: objstore.ErrInvalid},
		{name: "one region", src: "mem://s", dst: "mem://d", opts: skyferry.Options{DstRegion: "aws:us-east-1"}, want: skyferry.ErrInvalid},
		{name: "unknown region", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "aws:us-east-1", DstRegion: "aws:us-east-9"}, want: grid.ErrUnknownRegion},
		{name: "too fast", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "aws:us-east-1", DstRegion: "aws:us-west-2", Goal: plan.AtRate(1e3)}, want: plan.ErrInfeasible},
		{name: "a denied way", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "azure:eastus", DstRegion: "aws:ap-south-1", Goal: plan.AtLeast(2.36), Limits: plan.Limits{DenyRelays: []string{"aws", "azure", "gcp"}}}, want: plan.ErrInfeasible},
		{name: "a rule about no region", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "azure:eastus", DstRegion: "aws:ap-south-1", Limits: plan.Limits{DenyRelays: []string{"gpc"}}}, want: plan.ErrInvalid},
		{name: "a rule without a plan", src: "mem://s", dst: "mem://d", opts: skyferry.Options{Limits: plan.Limits{MaxRelays: 1}}, want: skyferry.ErrInvalid},
		{name: "no gateway at the source", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "azure:eastus", DstRegion: "aws:ap-south-1", Limits: plan.Limits{RemoteSrc: true}}, want: skyferry.ErrInvalid},
		{name: "negative machines", src: "mem://s", dst: "mem://d", opts: skyferry.Options{SrcRegion: "aws:us-east-1", DstRegion: "aws:us-west-2", MaxVMs: -1}, want: plan.ErrInvalid},
		{name: "little memory", src: "mem://s", dst: "mem://d", opts: skyferry.Options{Memory: 1}, want: dataplane.ErrInvalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.Stores = objstore.Openers{store.Opener(), file.Opener()}
			c.opts.OnEvent = func(e skyferry.Event) {
				if e.Type() != (skyferry.PlanMade{}).Type() {
					t.Errorf("%s: %+v", e.Type(), e)
				}
			}
			report, err := skyferry.Copy(t.Context(), c.src, c.dst, c.opts)
			if report != nil || !errors.Is(err, c.want) {
				t.Errorf("%+v, %v; want the error %v", report, err, c.want)
			}
			if found := read(t, store.Bucket("d")); len(found) > 0 {
				t.Errorf("%d objects were written", len(found))
			}
		})
	}
}
