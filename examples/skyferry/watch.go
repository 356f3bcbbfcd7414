package main

import (
	"errors"

	"github.com/skyferry/skyferry"
)

// watchers are told every event of a transfer: the events file, the progress bar, the
// killer. The library calls them one at a time.
type watchers struct {
	kill   *killFlag
	events *eventsFile  // nil without one
	bar    *progressBar // nil where nobody watches
}

// newWatchers opens the events file, if any, and starts a progress bar where a person
// watches. The caller closes them.
func newWatchers(std streams, events string, kill *killFlag) (*watchers, error) {
	w := &watchers{kill: kill}
	if events != "" {
		file, err := createEvents(events)
		if err != nil {
			return nil, err
		}
		w.events = file
	}
	if std.watched() {
		w.bar = newBar(std.err)
	}
	return w, nil
}

// watch is told every event.
func (w *watchers) watch(e skyferry.Event) {
	w.kill.watch(e)
	w.events.watch(e)
	w.bar.watch(e)
}

func (w *watchers) close() error {
	w.bar.close()
	return errors.Join(w.events.close(), w.kill.missed())
}
