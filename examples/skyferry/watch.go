package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
)

// watchers are told every event: the events file, the progress bar, the killer. The
// library calls them one at a time.
type watchers struct {
	kill   *killFlag
	file   *json.Encoder
	failed error // of writing the file
	bars   *mpb.Progress
	bar    *mpb.Bar
	seen   int64
	last   time.Time
}

// newWatchers opens the events file, if any, and starts a progress bar where a person
// watches.
func newWatchers(std streams, path string, bar bool, kill *killFlag) (*watchers, func() error, error) {
	w := &watchers{kill: kill, last: time.Now()}
	closeFile := func() error { return nil }
	if path != "" {
		f, err := os.Create(path)
		if err != nil {
			return nil, nil, fmt.Errorf("creating the events file: %w", err)
		}
		w.file, closeFile = json.NewEncoder(f), f.Close
	}
	if bar && std.watched() {
		w.bars = mpb.New(mpb.WithOutput(std.err), mpb.WithWidth(60))
		w.bar = w.bars.AddBar(0,
			mpb.PrependDecorators(decor.CountersKibiByte("% .1f / % .1f")),
			mpb.AppendDecorators(decor.EwmaSpeed(decor.SizeB1000(0), "% .1f", 10), decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)))
	}
	return w, func() error {
		if w.bar != nil {
			w.bar.Abort(false)
			w.bars.Wait()
		}
		return errors.Join(w.failed, closeFile())
	}, nil
}

// watch is told every event.
func (w *watchers) watch(e skyferry.Event) {
	w.kill.watch(e)
	if w.file != nil && w.failed == nil {
		w.failed = w.write(e)
	}
	if p, ok := e.(dataplane.Progress); ok && w.bar != nil {
		now := time.Now()
		w.bar.SetTotal(p.Total, false)
		w.bar.EwmaIncrInt64(p.Bytes-w.seen, now.Sub(w.last))
		w.seen, w.last = p.Bytes, now
	}
}

// line is an event in the file: its type and time before its own fields.
type line struct {
	Type  string         `json:"type"`
	Time  time.Time      `json:"time"`
	Event skyferry.Event `json:"event"`
}

func (w *watchers) write(e skyferry.Event) error {
	if err := w.file.Encode(line{Type: e.Type(), Time: time.Now().UTC(), Event: e}); err != nil {
		return fmt.Errorf("writing the events file: %w", err)
	}
	return nil
}
