package main

import (
	"io"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
)

// progressBar shows how much has arrived. A nil one does nothing.
type progressBar struct {
	screen *mpb.Progress
	bar    *mpb.Bar
}

func newBar(w io.Writer) *progressBar {
	b := &progressBar{screen: mpb.New(mpb.WithOutput(w), mpb.WithWidth(60))}
	b.bar = b.screen.AddBar(0,
		mpb.PrependDecorators(decor.Counters(decor.SizeB1000(0), "% .1f / % .1f")),
		mpb.AppendDecorators(decor.AverageSpeed(decor.SizeB1000(0), "% .1f"), decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)))
	return b
}

func (b *progressBar) watch(e skyferry.Event) {
	p, ok := e.(dataplane.Progress)
	if b == nil || !ok {
		return
	}
	b.bar.SetTotal(p.Total, false)
	b.bar.SetCurrent(p.Bytes)
}

// close leaves the bar as it stands.
func (b *progressBar) close() {
	if b == nil {
		return
	}
	b.bar.Abort(false)
	b.screen.Wait()
}
