package local

import (
	"context"
	"errors"
	"io"

	"github.com/skyferry/skyferry/provision"
)

// launchFunc calls run on a goroutine of its own. The pipes hold no bytes: what the gateway writes
// is taken before its Write returns, so nothing is lost when it ends.
func launchFunc(ctx context.Context, run RunFunc) *launched {
	stdin, feed := io.Pipe()
	out, stdout := io.Pipe()
	errs, stderr := io.Pipe()
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan *provision.Exit, 1)
	go func() {
		defer cancel()
		exit := exitOfFunc(run(ctx, stdin, stdout, stderr))
		stdin.Close()
		stdout.Close()
		stderr.Close()
		ended <- exit
	}()
	return &launched{stdin: feed, stdout: out, stderr: errs, ended: ended, kill: cancel}
}

// exitOfFunc takes a *provision.Exit for the status that the gateway chose, and any other error for
// status 1.
func exitOfFunc(err error) *provision.Exit {
	if err == nil {
		return &provision.Exit{}
	}
	if exit, ok := errors.AsType[*provision.Exit](err); ok {
		return exit
	}
	return &provision.Exit{Code: 1, Err: err}
}
