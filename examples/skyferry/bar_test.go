package main

import (
	"io"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
)

// TestBar: the bar stands where the progress is, and ending it waits for nothing, also
// when not all has arrived.
func TestBar(t *testing.T) {
	b := newBar(io.Discard)
	b.watch(dataplane.GatewayUp{PID: 1})
	b.watch(dataplane.Progress{Bytes: 40, Total: 100})
	b.watch(dataplane.Progress{Bytes: 60, Total: 100})
	if now := b.bar.Current(); now != 60 {
		t.Errorf("the bar is at %d", now)
	}
	b.close()
}

// TestNobodyWatches: without a terminal there is no bar, and without a file no events.
func TestNobodyWatches(t *testing.T) {
	w, err := newWatchers(streams{out: io.Discard, err: io.Discard}, "", new(killFlag))
	if err != nil {
		t.Fatal(err)
	}
	if w.bar != nil || w.events != nil {
		t.Errorf("%+v", w)
	}
	w.watch(dataplane.Progress{Bytes: 1, Total: 2})
	if err := w.close(); err != nil {
		t.Error(err)
	}
}
