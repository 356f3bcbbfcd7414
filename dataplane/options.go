package dataplane

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"
)

// Options of a transfer; the zero value is usable.
type Options struct {
	// Bare leaves frames unsealed, checked against accidents only: for networks that
	// are trusted, and to measure what sealing costs. Default false: AES-256-GCM.
	Bare bool

	// Memory is what each gateway may hold of the data in bytes, with the kernel's
	// socket memory: half for buffers, half for windows. Default 256 MiB.
	Memory int64

	// PartSize is the wanted size of a chunk of a large object in bytes. It is lowered
	// to fit twice into a circuit's window and raised to what the destination store
	// demands. Default 8 MiB.
	PartSize int64

	// Heartbeat is the interval of signs of life on every circuit. Default 500 ms.
	Heartbeat time.Duration

	// Silence is how long a circuit may show no sign of life before it is given up. A
	// gateway is given twice that, and 2 s at least. Default 5 s.
	Silence time.Duration

	// Stall is how long a transfer without any open circuit waits for one. Default 30 s.
	Stall time.Duration

	// StoreTimeout bounds one operation of a store. Default 2 min.
	StoreTimeout time.Duration

	// Idle is how long a gateway lives without a coordinator. Default 1 min.
	Idle time.Duration

	// Lifetime is how long the certificates are valid, the longest a transfer may
	// take. Default 7 days.
	Lifetime time.Duration

	// Attempts is how often a chunk or a completion is tried while the store says
	// that it is unavailable or throttled. Default 6.
	Attempts int

	// Listen is the host that gateways listen on; the ports are free ones. Default
	// "127.0.0.1".
	Listen string

	// Restarts is how often each gateway may be replaced. Default 3.
	Restarts int

	// Replace starts a gateway anew in place of the lost one of that name. It is given
	// the time that Stall says. Default nil: lost gateways stay lost.
	Replace func(ctx context.Context, name string) (Node, error)

	// OnEvent is told what happens, from one goroutine at a time. It returns soon: the
	// transfer waits for it. Default nil.
	OnEvent func(Event)

	// Log receives what is of interest to a developer. Default: nothing is logged.
	Log *slog.Logger
}

// controlSilence is how long a gateway may say nothing on its control stream.
func (o Options) controlSilence() time.Duration { return max(2*o.Silence, 4*usageInterval) }

// dialTimeout bounds the connection to a gateway: a frozen one lets the kernel accept it
// and then says nothing.
func (o Options) dialTimeout() time.Duration { return max(o.Silence, 2*usageInterval) }

// attachTimeout bounds the time until a gateway has taken its configuration.
func (o Options) attachTimeout() time.Duration { return max(3*o.Silence, 4*usageInterval) }

func (o Options) withDefaults() Options {
	o.Memory = orDefault(o.Memory, 256<<20)
	o.PartSize = orDefault(o.PartSize, 8<<20)
	o.Heartbeat = orDefault(o.Heartbeat, 500*time.Millisecond)
	o.Silence = orDefault(o.Silence, 5*time.Second)
	o.Stall = orDefault(o.Stall, 30*time.Second)
	o.StoreTimeout = orDefault(o.StoreTimeout, 2*time.Minute)
	o.Idle = orDefault(o.Idle, time.Minute)
	o.Lifetime = orDefault(o.Lifetime, 7*24*time.Hour)
	o.Attempts = orDefault(o.Attempts, 6)
	o.Listen = orDefault(o.Listen, "127.0.0.1")
	o.Restarts = orDefault(o.Restarts, 3)
	if o.OnEvent == nil {
		o.OnEvent = func(Event) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	return o
}

// check says what is wrong with options that are filled in. Gateways are told times in
// milliseconds.
func (o Options) check() error {
	switch {
	case o.Memory < 4*minChunk || o.PartSize < minChunk:
		return fmt.Errorf("%w: memory of %d and parts of %d bytes; at least %d and %d are needed", ErrInvalid, o.Memory, o.PartSize, 4*minChunk, minChunk)
	case o.Heartbeat < time.Millisecond || o.Silence < 2*o.Heartbeat:
		return fmt.Errorf("%w: heartbeats every %v, lost after a silence of %v; at least 1ms, and twice the interval, are needed", ErrInvalid, o.Heartbeat, o.Silence)
	case o.StoreTimeout < time.Millisecond || o.Stall < 0 || o.Idle < 0 || o.Lifetime < 0:
		return fmt.Errorf("%w: time-outs of %v (store), %v (stall), %v (idle) and a lifetime of %v", ErrInvalid, o.StoreTimeout, o.Stall, o.Idle, o.Lifetime)
	case o.Attempts < 0 || o.Restarts < 0:
		return fmt.Errorf("%w: %d attempts, %d restarts", ErrInvalid, o.Attempts, o.Restarts)
	}
	return nil
}

func orDefault[T comparable](value, byDefault T) T {
	var zero T
	if value == zero {
		return byDefault
	}
	return value
}
