package dataplane

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A coordinator that has lost its connection attaches anew: its earlier attachment is
// ended first, and the idle time-out does not run beside the new one.
func TestAttachedAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGateway(ServeOptions{}, time.Minute)
		var idle atomic.Bool
		g.watchdog = time.AfterFunc(time.Minute, func() { idle.Store(true) })
		first, evict := context.WithCancelCause(t.Context())
		if err := g.begin(first, evict); err != nil {
			t.Fatal(err)
		}
		go func() { // serves until it is evicted, and takes its time
			<-first.Done()
			time.Sleep(time.Second)
			g.end()
		}()
		time.Sleep(time.Hour)
		second, evictSecond := context.WithCancelCause(t.Context())
		if err := g.begin(second, evictSecond); err != nil {
			t.Fatal(err)
		}
		if context.Cause(first) == nil || second.Err() != nil {
			t.Error("the wrong attachment was ended")
		}
		time.Sleep(time.Hour)
		if idle.Load() {
			t.Fatal("the gateway ended beside its coordinator")
		}
		g.end()
		time.Sleep(time.Minute - time.Second)
		if idle.Load() {
			t.Error("the gateway ended too early")
		}
		time.Sleep(2 * time.Second)
		if !idle.Load() {
			t.Error("the gateway stays without a coordinator")
		}
	})
}

// Who gives up waiting leaves the other attachment's time-out alone.
func TestAttachingGivesUp(t *testing.T) {
	g := newGateway(ServeOptions{}, time.Hour)
	g.watchdog = time.NewTimer(time.Hour)
	_, evict := context.WithCancelCause(t.Context())
	if err := g.begin(t.Context(), evict); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(nil)
	if err := g.begin(ctx, cancel); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if g.watchdog.Stop() {
		t.Error("the idle time-out runs beside an attachment")
	}
	g.watchdog.Reset(time.Hour)
	g.end()
	if !g.watchdog.Stop() {
		t.Error("the idle time-out does not run")
	}
}

func TestTheOldestStrangerGoes(t *testing.T) {
	s := strangers{most: 2}
	var ends []net.Conn
	for range 4 {
		ours, theirs := net.Pipe()
		ends = append(ends, theirs)
		s.admit(ours)
		if len(ends) == 2 {
			s.dismiss(ours) // it has shown a token
		}
	}
	closed := func(c net.Conn) bool {
		_ = c.SetReadDeadline(time.Now())
		_, err := c.Read(make([]byte, 1))
		var timeout net.Error
		return !errors.As(err, &timeout)
	}
	for i, want := range []bool{true, false, false, false} {
		if got := closed(ends[i]); got != want {
			t.Errorf("stranger %d is gone: %t, want %t", i, got, want)
		}
	}
	s.dismiss(ends[0]) // long gone
	if len(s.waiting) != 2 {
		t.Errorf("%d strangers are left", len(s.waiting))
	}
}
