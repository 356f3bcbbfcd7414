package local

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/provision"
)

func noGateway(context.Context, io.Reader, io.Writer, io.Writer) error { return nil }

func TestDefaults(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		give *Options
		path string
		args []string
	}{
		{"nil", nil, self, []string{"skyferry-gateway"}},
		{"zero", &Options{}, self, []string{"skyferry-gateway"}},
		{"arguments", &Options{Args: []string{"me", "gateway"}}, self, []string{"me", "gateway"}},
		{"program", &Options{Path: "gw"}, "gw", []string{"gw"}},
		{"function", &Options{Run: noGateway}, "", nil},
	} {
		got, err := c.give.withDefaults()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got.Path != c.path || !slices.Equal(got.Args, c.args) {
			t.Errorf("%s: program %s with %q, want %s with %q", c.name, got.Path, got.Args, c.path, c.args)
		}
		if got.StartTimeout != 15*time.Second || got.StopGrace != 5*time.Second {
			t.Errorf("%s: %v to start and %v to stop", c.name, got.StartTimeout, got.StopGrace)
		}
	}
}

func TestDefaultsKeepWhatIsSet(t *testing.T) {
	got, err := (&Options{StartTimeout: time.Minute, StopGrace: time.Hour}).withDefaults()
	if err != nil || got.StartTimeout != time.Minute || got.StopGrace != time.Hour {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestContradictingOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"function and path":        {Run: noGateway, Path: "gw"},
		"function and arguments":   {Run: noGateway, Args: []string{"gw"}},
		"function and environment": {Run: noGateway, Env: []string{"A=1"}},
		"negative timeout":         {StartTimeout: -1},
		"negative grace":           {StopGrace: -1},
	} {
		if _, err := New(&o); !errors.Is(err, provision.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
}

// A program that does not become a gateway when it is started as one must not start itself again.
func TestStartsNoGatewayFromAGateway(t *testing.T) {
	t.Setenv("SKYFERRY_NODE", "node#0")
	if p, err := New(nil); !errors.Is(err, provision.ErrInvalid) {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := New(&Options{Path: "/bin/true"}); err != nil {
		t.Errorf("another program: %v", err)
	}
}
