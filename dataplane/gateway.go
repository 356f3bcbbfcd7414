package dataplane

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/objstore"
)

// ServeOptions of a gateway.
type ServeOptions struct {
	// Openers are the stores that the gateway can open. Generated data is always there.
	Openers objstore.Openers
	// Log receives what is of interest to a developer. Default: nothing is logged.
	Log *slog.Logger

	setUp     time.Duration // bounds each step of setting up a circuit; default setUpTimeout
	strangers int           // connections without a token at once; default maxStrangers
}

func (o ServeOptions) withDefaults() ServeOptions {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.setUp = orDefault(o.setUp, setUpTimeout)
	o.strangers = orDefault(o.strangers, maxStrangers)
	return o
}

// gateway is one node's process: a control listener, a data listener, and the
// transfer that its coordinator has attached to it.
type gateway struct {
	control.UnimplementedGatewayServer

	openers   objstore.Openers
	log       *slog.Logger
	idle      time.Duration
	setUp     time.Duration
	strangers strangers

	mu       sync.Mutex
	current  *attachment             // nil without a coordinator
	evict    context.CancelCauseFunc // ends the attachment that is served or being made
	watchdog *time.Timer             // runs while there is no coordinator
	attach   chan struct{}           // holds one token: attachments are served one at a time
}

// errIdle says that no coordinator came, or came back, for the set time.
var errIdle = errors.New("no coordinator for the set time")

// Serve runs a gateway until its standard input ends, which is the order to stop, or
// until it has had no coordinator for the time that the bootstrap document sets. It
// reads the document from stdin and prints one line of JSON to stdout when it listens.
// Everything that it started has ended when it returns.
func Serve(ctx context.Context, stdin io.Reader, stdout io.Writer, opts ServeOptions) error {
	in := bufio.NewReaderSize(stdin, maxBootstrap)
	doc, err := readBootstrap(in)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { // ends with stdin, which belongs to the caller
		_, _ = io.Copy(io.Discard, in)
		cancel(io.EOF)
	}()
	g := newGateway(opts, doc.Idle)
	g.watchdog = time.AfterFunc(doc.Idle, func() { cancel(errIdle) })
	defer g.watchdog.Stop()
	err = g.serve(ctx, doc, stdout)
	cause := context.Cause(ctx)
	if cause == nil || (err != nil && !errors.Is(err, context.Canceled)) {
		return err
	}
	if errors.Is(cause, io.EOF) {
		return nil
	}
	return cause
}

func newGateway(opts ServeOptions, idle time.Duration) *gateway {
	opts = opts.withDefaults()
	return &gateway{
		openers: withGenerated(opts.Openers), log: opts.Log,
		idle: idle, setUp: opts.setUp, strangers: strangers{most: opts.strangers},
		attach: make(chan struct{}, 1),
	}
}

// serve opens both listeners, says so, and serves them until ctx ends.
func (g *gateway) serve(ctx context.Context, doc bootstrap, stdout io.Writer) error {
	config, err := doc.Credential.ServerTLS()
	if err != nil {
		return err
	}
	controlListener, dataListener, err := listen(ctx, doc.Listen)
	if err != nil {
		return err
	}
	server := grpc.NewServer(grpc.Creds(credentials.NewTLS(config)),
		grpc.ConnectionTimeout(g.setUp),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: 10 * time.Second, Timeout: 10 * time.Second}),
		grpc.MaxRecvMsgSize(maxControlMessage), grpc.WaitForHandlers(true))
	control.RegisterGatewayServer(server, g)
	line, err := json.Marshal(ready{Control: controlListener.Addr().String(), Data: dataListener.Addr().String(), PID: os.Getpid()})
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s\n", line)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("announcing the gateway's addresses: %w", err), controlListener.Close(), dataListener.Close())
	}
	callers := &callers{Listener: controlListener, conns: make(map[net.Conn]struct{})}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := server.Serve(callers)
		if errors.Is(err, grpc.ErrServerStopped) { // ctx has ended before it came to that
			return nil
		}
		return err
	})
	group.Go(func() error { return g.acceptAll(ctx, dataListener) })
	group.Go(func() error {
		<-ctx.Done()
		callers.hangUp()
		server.Stop()
		return errors.Join(ctx.Err(), ignoreClosed(dataListener.Close()))
	})
	return group.Wait()
}

// maxControlMessage bounds one message of the control channel in bytes.
const maxControlMessage = 16 << 20

func listen(ctx context.Context, host string) (controlListener, dataListener net.Listener, err error) {
	var config net.ListenConfig
	address := net.JoinHostPort(host, "0")
	controlListener, err = config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, nil, fmt.Errorf("listening for the coordinator: %w", err)
	}
	dataListener, err = config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("listening for circuits: %w", err), controlListener.Close())
	}
	return controlListener, dataListener, nil
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// Attach serves one transfer. A second coordinator stream takes the place of the
// first: it is the same coordinator, which has lost its connection.
func (g *gateway) Attach(stream grpc.BidiStreamingServer[control.Command, control.Event]) error {
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	configure := first.GetConfigure()
	if configure == nil {
		return status.Error(codes.InvalidArgument, "the first command must configure the transfer")
	}
	ctx, cancel := context.WithCancelCause(stream.Context())
	defer cancel(nil)
	if err := g.begin(ctx, cancel); err != nil {
		return err
	}
	defer g.end()
	a, err := newAttachment(ctx, g, configure)
	if err != nil {
		return err
	}
	g.set(a)
	defer g.set(nil)
	a.confirm(configure.GetRevision())
	return a.serve(stream)
}

// begin ends an earlier attachment and waits for its end; evict ends the new one.
func (g *gateway) begin(ctx context.Context, evict context.CancelCauseFunc) error {
	g.mu.Lock()
	if g.evict != nil {
		g.evict(errors.New("the coordinator has attached anew"))
	}
	g.mu.Unlock()
	select {
	case g.attach <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.watchdog.Stop() // not before: the earlier attachment's end has started it
	g.evict = evict
	return nil
}

func (g *gateway) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.evict = nil
	g.watchdog.Reset(g.idle)
	<-g.attach
}

func (g *gateway) set(a *attachment) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.current = a
}

func (g *gateway) attached() *attachment {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.current
}
