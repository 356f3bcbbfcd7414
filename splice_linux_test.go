package skyferry_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/internal/synth"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
)

// leastSplice is the share of the relayed bytes that never reach the relay's process.
const leastSplice = 0.99

// TestRelaySplices: the system calls of a relay say how the bytes went through it.
func TestRelaySplices(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]float64{"unshaped": 0, "shaped": 2.4} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const size = 300e6
			trace := filepath.Join(t.TempDir(), "trace")
			report, err := skyferry.Copy(t.Context(), synth.SourceURL(1, size)+"/", synth.SinkURL+"/", skyferry.Options{
				Stores: objstore.Openers{synth.Opener(), synth.SinkOpener()}, Fleet: tracedRelay(t, trace),
				SrcRegion: "test:a", DstRegion: "test:c", Grid: sourcesGrid(t, 8, 1), Goal: plan.Fastest(), Shape: shape,
			})
			if err != nil || !report.Verified {
				t.Fatalf("%+v, %v", report, err)
			}
			in, out := readTrace(t, trace)
			in.check(t, "into the relay", size)
			out.check(t, "out of the relay", size)
		})
	}
}

// traffic is how many bytes passed the sockets of a process, by system call.
type traffic map[string]int64

func (b traffic) check(t *testing.T, way string, least int64) {
	t.Helper()
	var all int64
	for _, n := range b {
		all += n
	}
	share := float64(b["splice"]) / float64(max(all, 1))
	t.Logf("%s: %d bytes, %.3f %% by splice: %v", way, all, 100*share, b)
	if b["splice"] < least || share < leastSplice {
		t.Errorf("%s: %d of %d bytes were spliced (%.3f), want at least %d and a share of %v", way, b["splice"], all, share, least, leastSplice)
	}
}

// call is a line of strace -y: a call, what its first argument is, the same of splice's
// third, the result.
var call = regexp.MustCompile(`^(\w+)\(\d+<([a-z]*)[^>]*>(?:, (?:NULL|\[\d+\]), \d+<([a-z]*)[^>]*>)?.*\) += (\d+)$`)

// readTrace adds up a trace, of which there is one file for each thread.
func readTrace(t *testing.T, trace string) (in, out traffic) {
	t.Helper()
	files, err := filepath.Glob(trace + ".*")
	if err != nil || len(files) == 0 {
		t.Fatalf("strace has left no trace: %v", err)
	}
	in, out = traffic{}, traffic{}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			addCall(lines.Text(), in, out)
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return in, out
}

// addCall counts a call that moved bytes from or to a socket.
func addCall(line string, in, out traffic) {
	m := call.FindStringSubmatch(line)
	if m == nil {
		return
	}
	name, first, second := m[1], m[2], m[3]
	n, err := strconv.ParseInt(m[4], 10, 64)
	if err != nil {
		return
	}
	const socket = "socket"
	switch {
	case name == "splice" && first == socket:
		in[name] += n
	case name == "splice" && second == socket:
		out[name] += n
	case first == socket && strings.HasPrefix(name, "re"): // read, readv, recvfrom, …
		in[name] += n
	case first == socket:
		out[name] += n
	}
}

// traced are the system calls that can move a socket's bytes.
const traced = "splice,sendfile,read,write,readv,writev,recvfrom,sendto,recvmsg,sendmsg,recvmmsg,sendmmsg"

// tracedRelay starts the relay under strace and the other gateways as they are. It skips
// the test where that cannot be.
func tracedRelay(t *testing.T, trace string) provision.Provider {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		unlessRequired(t, t.Skipf)("strace is not installed: %v", err)
	}
	if out, err := exec.CommandContext(t.Context(), strace, "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		unlessRequired(t, t.Skipf)("processes cannot be traced here: %v\n%s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The name makes it a gateway.
	gateway := filepath.Join(t.TempDir(), local.GatewayName)
	if err := os.Symlink(self, gateway); err != nil {
		t.Fatal(err)
	}
	return relaysApart{
		Provider: processes(t, nil),
		relays: processes(t, &local.Options{
			Path: strace, Args: []string{"strace", "--seccomp-bpf", "-f", "-ff", "-y", "-s", "0", "-e", "trace=" + traced, "-o", trace, gateway},
		}),
	}
}

// relaysApart starts the gateways of test:b with a provider of their own.
type relaysApart struct {
	provision.Provider
	relays provision.Provider
}

// Start implements provision.Provider.
func (p relaysApart) Start(ctx context.Context, spec provision.Spec) (*provision.Instance, error) {
	if spec.Region == "test:b" {
		return p.relays.Start(ctx, spec)
	}
	return p.Provider.Start(ctx, spec)
}

// Stop implements provision.Provider.
func (p relaysApart) Stop(ctx context.Context, m provision.Machine) error {
	if m.Region == "test:b" {
		return p.relays.Stop(ctx, m)
	}
	return p.Provider.Stop(ctx, m)
}
