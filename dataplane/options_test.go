package dataplane

import (
	"errors"
	"log/slog"
	"reflect"
	"testing"
	"time"
)

func TestOptionsDefaults(t *testing.T) {
	got := Options{}.withDefaults()
	got.OnEvent(Progress{})
	got.Log.Info("nobody hears it")
	got.OnEvent, got.Log = nil, nil
	want := Options{
		Memory: 256 << 20, PartSize: 8 << 20,
		Heartbeat: 500 * time.Millisecond, Silence: 5 * time.Second, Stall: 30 * time.Second,
		StoreTimeout: 2 * time.Minute, Idle: time.Minute, Lifetime: 7 * 24 * time.Hour,
		Attempts: 6, Listen: "127.0.0.1", Restarts: 3,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got.controlSilence() != 10*time.Second || got.dialTimeout() != 5*time.Second || got.attachTimeout() != 15*time.Second {
		t.Error(got.controlSilence(), got.dialTimeout(), got.attachTimeout())
	}
}

func TestOptionsThatAreSetStay(t *testing.T) {
	set := Options{
		Bare: true, Memory: 1, PartSize: 2, Heartbeat: 3, Silence: 4, Stall: 5, StoreTimeout: 6, Idle: 7,
		Lifetime: 8, Attempts: 9, Listen: "::1", Restarts: 10, Log: slog.Default(),
	}
	got := set.withDefaults()
	got.OnEvent = nil
	if !reflect.DeepEqual(got, set) {
		t.Errorf("%+v, want %+v", got, set)
	}
}

func TestOptionsCheck(t *testing.T) {
	for name, opts := range map[string]Options{
		"no memory":            {Memory: 4*minChunk - 1},
		"negative memory":      {Memory: -1},
		"small parts":          {PartSize: minChunk - 1},
		"fast heartbeats":      {Heartbeat: time.Microsecond},
		"silence as heartbeat": {Heartbeat: time.Second, Silence: time.Second},
		"negative silence":     {Silence: -1},
		"fast store":           {StoreTimeout: time.Microsecond},
		"negative stall":       {Stall: -1},
		"negative idle":        {Idle: -1},
		"negative lifetime":    {Lifetime: -1},
		"negative attempts":    {Attempts: -1},
		"negative restarts":    {Restarts: -1},
	} {
		if _, err := New(opts); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(Options{Memory: 4 * minChunk, PartSize: minChunk, Heartbeat: time.Millisecond, Silence: 2 * time.Millisecond}); err != nil {
		t.Error(err)
	}
}

func TestServeOptionsDefaults(t *testing.T) {
	got := ServeOptions{}.withDefaults()
	if got.Log == nil || got.setUp != setUpTimeout || got.strangers != maxStrangers {
		t.Errorf("%+v", got)
	}
}

func TestRunRefusesWrongArguments(t *testing.T) {
	transfer, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	job, err := GeneratedJob(t.Context(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.Run(t.Context(), Topology{}, job); !errors.Is(err, ErrInvalid) {
		t.Error(err)
	}
	if _, err := transfer.Run(t.Context(), twoPaths(), Job{}); !errors.Is(err, ErrInvalid) {
		t.Error(err)
	}
	crowded := twoPaths()
	crowded.Routes[0].Circuits = 1 << 20
	if _, err := transfer.Run(t.Context(), crowded, job); !errors.Is(err, ErrInvalid) {
		t.Error(err)
	}
	if _, err := GeneratedJob(t.Context(), 1, -1); !errors.Is(err, ErrInvalid) {
		t.Error(err)
	}
}
