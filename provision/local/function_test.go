package local_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/synctest"

	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
	"github.com/skyferry/skyferry/provision/provisiontest"
)

const readyLine = `{"control":"127.0.0.1:1","data":"127.0.0.1:2","pid":7}` + "\n"

// stubborn returns a gateway that says line and then, whatever it is told, stays until release is
// closed. Context's end is told on told.
func stubborn(line string, told chan<- struct{}, release <-chan struct{}) local.RunFunc {
	return func(ctx context.Context, _ io.Reader, stdout, _ io.Writer) error {
		if _, err := io.WriteString(stdout, line); err != nil {
			return err
		}
		<-ctx.Done()
		close(told)
		<-release
		return ctx.Err()
	}
}

// TestRefusesToEnd: Stop gives up on a function that heeds neither input nor context, after two
// grace times of fake time.
func TestRefusesToEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told, release := make(chan struct{}), make(chan struct{})
		p := open(t, local.Options{Run: stubborn(readyLine, told, release)})
		instance := start(t, p, provisiontest.Script{})
		if err := p.Stop(t.Context(), instance.Machine); !errors.Is(err, provision.ErrUnavailable) {
			t.Errorf("Stop: %v, want ErrUnavailable", err)
		}
		<-told
		if err := instance.Err(); err != nil {
			t.Errorf("error while it is there: %v", err)
		}
		close(release)
		<-instance.Done()
		if !errors.Is(instance.Err(), context.Canceled) || !errors.Is(instance.Err(), provision.ErrExited) {
			t.Errorf("it ended with %v, want its own error", instance.Err())
		}
	})
}

// TestRefusesToStart: Start says both that the function did not get ready and that it is still
// there.
func TestRefusesToStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told, release := make(chan struct{}), make(chan struct{})
		p := open(t, local.Options{Run: stubborn("", told, release)})
		_, err := p.Start(t.Context(), spec(provisiontest.Script{}))
		if !errors.Is(err, provision.ErrTimeout) || !errors.Is(err, provision.ErrUnavailable) {
			t.Errorf("Start: %v, want ErrTimeout and ErrUnavailable", err)
		}
		<-told
		close(release)
		synctest.Wait()
	})
}

// TestFunctionContext: a function gets the values of Start's context, and no process id is shown,
// since it would be ours.
func TestFunctionContext(t *testing.T) {
	type key struct{}
	value := make(chan any, 1)
	run := func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
		value <- ctx.Value(key{})
		return provisiontest.Gateway(ctx, stdin, stdout, stderr)
	}
	p := open(t, local.Options{Run: run})
	instance, err := p.Start(context.WithValue(t.Context(), key{}, 42), spec(provisiontest.Script{}))
	if err != nil {
		t.Fatalf("Start: %v", err)
	}
	if got := <-value; got != 42 {
		t.Errorf("the context's value is %v, want 42", got)
	}
	if instance.PID != 0 {
		t.Errorf("process id %d, want none", instance.PID)
	}
}

// TestOutputHeldBack: a gateway that says nothing more after half a line, and ends, has ended
// before it was ready.
func TestOutputHeldBack(t *testing.T) {
	for n := range len(readyLine) {
		run := func(_ context.Context, _ io.Reader, stdout, _ io.Writer) error {
			_, err := io.WriteString(stdout, readyLine[:n])
			return err
		}
		_, err := open(t, local.Options{Run: run}).Start(t.Context(), spec(provisiontest.Script{}))
		if !errors.Is(err, provision.ErrExited) {
			t.Fatalf("after %d bytes: %v, want ErrExited", n, err)
		}
	}
}

// TestReadyAndGone: a gateway that is ready and ends in the same breath was started, and its
// instance says the rest.
func TestReadyAndGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := func(_ context.Context, _ io.Reader, stdout, stderr io.Writer) error {
			fmt.Fprintln(stderr, "that was all")
			_, err := io.WriteString(stdout, readyLine)
			return errors.Join(err, io.ErrUnexpectedEOF)
		}
		instance := start(t, open(t, local.Options{Run: run}), provisiontest.Script{})
		<-instance.Done()
		e, ok := errors.AsType[*provision.Error](instance.Err())
		if !ok || !errors.Is(e, io.ErrUnexpectedEOF) || len(e.Stderr) != 1 {
			t.Errorf("it ended with %v, want its error and its last words", instance.Err())
		}
	})
}
