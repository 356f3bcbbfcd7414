package main

import (
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// newCountBar starts a bar for work that is counted, or returns nil where nobody watches.
func newCountBar(std streams) *progressBar {
	if !std.watched() {
		return nil
	}
	b := &progressBar{screen: mpb.New(mpb.WithOutput(std.err), mpb.WithWidth(60))}
	b.bar = b.screen.AddBar(0,
		mpb.PrependDecorators(decor.CountersNoUnit("%d / %d")),
		mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)))
	return b
}

// count moves the bar.
func (b *progressBar) count(done, total int) {
	if b == nil {
		return
	}
	b.bar.SetTotal(int64(total), false)
	b.bar.SetCurrent(int64(done))
}
