package local

import (
	"context"
	"io"

	"github.com/skyferry/skyferry/provision"
)

// launched is a gateway that has begun, as a process or as a goroutine.
type launched struct {
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr io.ReadCloser
	pid    int // 0 for a goroutine

	// ended gets one value when the gateway is gone. Both streams then come to their end by
	// themselves.
	ended <-chan *provision.Exit
	// kill ends the gateway by force: at once for a process, by its context for a function. Once it
	// has ended kill does nothing.
	kill func()
}

// launch begins a gateway. ctx lends a function its values, not its end.
func (p *Provider) launch(ctx context.Context, spec provision.Spec) (*launched, error) {
	if p.options.Run != nil {
		return launchFunc(ctx, p.options.Run), nil
	}
	return launchProcess(p.options, spec)
}
