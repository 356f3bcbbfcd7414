package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/skyferry/skyferry"
)

const eventsUsage = "write what happens to this `file`, as JSON lines"

// eventsFile takes down every event as a line of JSON. A nil one does nothing.
type eventsFile struct {
	file   *os.File
	failed error // the first; nothing is written after it
}

func createEvents(name string) (*eventsFile, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("creating the events file: %w", err)
	}
	return &eventsFile{file: file}, nil
}

// eventLine is an event in the file.
type eventLine struct {
	Type  string         `json:"type"`
	Time  time.Time      `json:"time"`
	Event skyferry.Event `json:"event"`
}

func (f *eventsFile) watch(e skyferry.Event) {
	if f == nil || f.failed != nil {
		return
	}
	f.failed = json.NewEncoder(f.file).Encode(eventLine{Type: e.Type(), Time: time.Now().UTC(), Event: e})
}

func (f *eventsFile) close() error {
	if f == nil {
		return nil
	}
	if err := errors.Join(f.failed, f.file.Close()); err != nil {
		return fmt.Errorf("writing the events file: %w", err)
	}
	return nil
}
