package s3_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore/s3"
)

var (
	peerObjects  = flag.Int("peers.objects", 10_000, "small objects of 4 KiB in BenchmarkPeers")
	peerLarge    = flag.Int64("peers.large", 2<<30, "bytes of the large object in BenchmarkPeers")
	peerTurns    = flag.Int("peers.turns", 5, "how many times BenchmarkPeers measures each program")
	peerEndpoint = flag.String("peers.endpoint", "", "an S3 server for BenchmarkPeers, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; default: versitygw")
)

// How many requests run at once, for all programs.
const (
	smallWorkers = 32
	largeWorkers = 8

	smallPart = 64 << 10 // bytes
	putPart   = 16 << 20 // bytes
	getPart   = 1 << 20  // bytes; rclone's are an eighth of the object, of which it holds a little at a time
)

// BenchmarkPeers measures whole processes, ours beside rclone, in turns, each against the
// same server: from and to files in memory. It gives medians; CPU time is the client's
// alone. "s3" in a name is the store; put and get are between it and files.
func BenchmarkPeers(b *testing.B) {
	p := newPeers(b, peerServer(b), *peerObjects, *peerLarge)
	measured := map[string][]usage{}
	for i := range *peerTurns {
		tools := p.tools()
		first := i % len(tools) // who comes first may find the machine in another state
		for _, t := range slices.Concat(tools[first:], tools[:first]) {
			p.turn(b, t, measured)
		}
	}
	for _, c := range p.cases() {
		for _, t := range p.tools() {
			if len(measured[c.name+t.name]) == 0 {
				continue
			}
			b.Run(c.name+"/"+t.name, func(b *testing.B) {
				for range b.N { // all was measured before
					report(b, c, measured[c.name+t.name])
				}
			})
		}
	}
}

// peers are the programs that are compared, and what they are given.
type peers struct {
	server *emulator.Server
	dir    string // with small/ and large/ to copy from
	self   string
	turns  int
}

func newPeers(b *testing.B, server *emulator.Server, objects int, large int64) *peers {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	p := &peers{server: server, dir: memoryDir(b), self: self}
	writeSmall(b, filepath.Join(p.dir, "small"), objects)
	writeFile(b, filepath.Join(p.dir, "large", "object"), large)
	return p
}

func peerServer(b *testing.B) *emulator.Server {
	b.Helper()
	if *peerEndpoint == "" {
		return keepingVersitygw(b)
	}
	return &emulator.Server{URL: *peerEndpoint, Account: os.Getenv("AWS_ACCESS_KEY_ID"), Secret: os.Getenv("AWS_SECRET_ACCESS_KEY")}
}

// keepingVersitygw starts a versitygw that keeps connections, as Amazon S3 does; by
// itself it ends them with each answer.
func keepingVersitygw(b *testing.B) *emulator.Server {
	b.Helper()
	b.Setenv("VGW_KEEP_ALIVE", "true")
	return emulator.Versitygw(b, nil)
}

// peerCase is something to measure.
type peerCase struct {
	name    string
	objects int
	bytes   int64
}

func (p *peers) cases() []peerCase {
	small := int64(*peerObjects) * 4 << 10
	return []peerCase{
		{"small-put", *peerObjects, small},
		{"small-list", *peerObjects, 0},
		{"small-get", *peerObjects, small},
		{"large-put", 1, *peerLarge},
		{"large-get", 1, *peerLarge},
	}
}

// turn measures all cases for one program, in buckets of its own.
func (p *peers) turn(b *testing.B, t tool, measured map[string][]usage) {
	b.Helper()
	small, large := p.newBuckets(b)
	for _, c := range p.commands(t, small, large) {
		got := filepath.Join(p.dir, "got")
		if err := os.Mkdir(got, 0o700); err != nil {
			b.Fatal(err)
		}
		u := run(b, exec.Command(t.path, c.args...), append(p.environment(), t.env...))
		measured[c.name+t.name] = append(measured[c.name+t.name], u)
		if err := os.RemoveAll(got); err != nil {
			b.Fatal(err)
		}
	}
	// Room for the next ones.
	bucket := open(b, large, options(p.server, s3.Options{}))
	if err := bucket.Delete(b.Context(), "object"); err != nil {
		b.Fatal(err)
	}
}

func (p *peers) newBuckets(b *testing.B) (small, large string) {
	b.Helper()
	p.turns++
	small, large = fmt.Sprintf("small-%d", p.turns), fmt.Sprintf("large-%d", p.turns)
	newBucket(b, p.server, small)
	newBucket(b, p.server, large)
	return small, large
}

// command is a case as a program's command line.
type command struct {
	name string
	args []string
}

// commands are a program's, in an order in which each finds what it is to copy.
func (p *peers) commands(t tool, small, large string) []command {
	in := func(name string) string { return filepath.Join(p.dir, name) }
	small, large = t.bucket(small), t.bucket(large)
	if t.putsOnly {
		return []command{
			{"small-put", t.copySmall(in("small"), small)},
			{"large-put", t.putLarge(in("large"), large)},
		}
	}
	return []command{
		{"small-put", t.copySmall(in("small"), small)},
		{"small-list", t.list(small)},
		{"small-get", t.copySmall(small, in("got"))},
		{"large-put", t.putLarge(in("large"), large)},
		{"large-get", t.getLarge(large, in("got"))},
	}
}

// environment is what every program gets.
func (p *peers) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.dir, "AWS_EC2_METADATA_DISABLED=true", "AWS_REGION=us-east-1",
		"AWS_ENDPOINT_URL=" + p.server.URL, "AWS_ACCESS_KEY_ID=" + p.server.Account, "AWS_SECRET_ACCESS_KEY=" + p.server.Secret,
	}
}

// report gives the medians of a program in a case.
func report(b *testing.B, c peerCase, all []usage) {
	b.Helper()
	wall := median(all, func(u usage) float64 { return u.wall.Seconds() })
	cpu := median(all, func(u usage) float64 { return u.cpu.Seconds() })
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(wall, "s")
	b.ReportMetric(median(all, func(u usage) float64 { return float64(u.memory) / 1e6 }), "peak-MB")
	if c.objects > 1 {
		b.ReportMetric(float64(c.objects)/wall, "objects/s")
		b.ReportMetric(cpu/float64(c.objects)*1e6, "cpu-µs/object")
		return
	}
	b.ReportMetric(float64(c.bytes)/1e6/wall, "MB/s")
	b.ReportMetric(cpu/float64(c.bytes)*1e9, "cpu-s/GB")
}

func median(all []usage, of func(usage) float64) float64 {
	values := make([]float64, len(all))
	for i, u := range all {
		values[i] = of(u)
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// usage is what a process used.
type usage struct {
	wall, cpu time.Duration
	memory    int64 // bytes, at most
}
