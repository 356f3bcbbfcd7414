package local

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/skyferry/skyferry/provision"
)

// GatewayName is the name (Args[0]) under which this executable is started to be a gateway.
const GatewayName = "skyferry-gateway"

// RunFunc is a gateway as a function. It has a gateway's habits: it reads the bootstrap document
// from stdin, prints its ready line to stdout, and returns when stdin ends or ctx does. All that it
// started must have ended by then. A [*provision.Exit] that it returns is its exit status; any
// other error counts as status 1.
type RunFunc func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error

// Options says how gateways are started. The zero value starts this executable.
type Options struct {
	// Path is the gateway's program; without a slash it is looked up in PATH. Default: this
	// executable.
	Path string
	// Args is its argument list, with the program's name first. Default: [GatewayName] alone for
	// this executable, Path alone for another.
	Args []string
	// Env adds variables ("KEY=value") to those that every gateway gets; of two with one key the
	// last counts. Default: none.
	Env []string

	// Run makes gateways goroutines; Path, Args and Env must then be empty. Default: processes.
	Run RunFunc

	// StartTimeout bounds the time from starting the program to its ready line. Default: 15
	// seconds.
	StartTimeout time.Duration
	// StopGrace is how long a gateway has to end in order before it is killed. Default: 5 seconds.
	StopGrace time.Duration
}

const (
	defaultStartTimeout = 15 * time.Second
	defaultStopGrace    = 5 * time.Second
)

// withDefaults returns a copy of o, which may be nil, with every default filled in.
func (o *Options) withDefaults() (Options, error) {
	var filled Options
	if o != nil {
		filled = *o
	}
	if filled.StartTimeout == 0 {
		filled.StartTimeout = defaultStartTimeout
	}
	if filled.StopGrace == 0 {
		filled.StopGrace = defaultStopGrace
	}
	if err := filled.check(); err != nil {
		return Options{}, &provision.Error{Op: "options", Kind: provision.ErrInvalid, Err: err}
	}
	if filled.Run != nil {
		return filled, nil
	}
	return filled.withProgram()
}

func (o Options) check() error {
	switch {
	case o.StartTimeout < 0 || o.StopGrace < 0:
		return errors.New("a negative time")
	case o.Run != nil && (o.Path != "" || len(o.Args) > 0 || len(o.Env) > 0):
		return errors.New("with Run there is no program: Path, Args and Env must be empty")
	}
	return nil
}

// withProgram fills in the program to start. The slices are copied: they are the caller's to
// change.
func (o Options) withProgram() (Options, error) {
	o.Args, o.Env = slices.Clone(o.Args), slices.Clone(o.Env)
	switch {
	case len(o.Args) > 0:
	case o.Path == "":
		o.Args = []string{GatewayName}
	default:
		o.Args = []string{o.Path}
	}
	if o.Path == "" {
		if err := checkNotGateway(); err != nil {
			return Options{}, err
		}
		self, err := os.Executable()
		if err != nil {
			return Options{}, &provision.Error{
				Op: "options", Kind: provision.ErrInvalid, Err: err,
				Hint: "this executable cannot be found; name the gateway's program",
			}
		}
		o.Path = self
	}
	return o, nil
}

// checkNotGateway refuses to start this executable from one of its own gateways: a
// program that does not become a gateway when it is started as one would start itself
// again and again.
func checkNotGateway() error {
	if filepath.Base(os.Args[0]) != GatewayName && os.Getenv(variable(provision.TagNode)) == "" {
		return nil
	}
	return &provision.Error{
		Op: "options", Kind: provision.ErrInvalid, Err: errors.New("this process was started to be a gateway and is not one"),
		Hint: "call dataplane.Main with the stores first thing in main",
	}
}
