package s3_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// A copy takes one request for each small object and one for 1,000 keys, none to learn
// what the listing told.
func TestCopyRequests(t *testing.T) {
	const objects = 1100
	dir, got := t.TempDir(), t.TempDir()
	writeSmall(t, dir, objects)
	bucket, front := fronted(t, s3.Options{})
	for _, c := range []struct {
		name     string
		run      func() error
		requests requests
	}{
		{"put", func() error { return copyAll(t.Context(), files(t, dir), bucket, 8, mib) }, requests{puts: objects}},
		{"get", func() error { return copyAll(t.Context(), bucket, files(t, got), 8, mib) }, requests{gets: objects, lists: 2}},
	} {
		front.Forget()
		if err := c.run(); err != nil {
			t.Fatal(err)
		}
		if counted := count(front.Requests()); counted != c.requests {
			t.Errorf("%s: %+v, want %+v", c.name, counted, c.requests)
		}
	}
	if all, err := list(t, files(t, got), objstore.ListOptions{}); err != nil || len(all) != objects {
		t.Errorf("%d objects arrived, %v", len(all), err)
	}
}

// requests are requests by what they do. signed are those whose signature covers a body.
type requests struct{ puts, gets, heads, lists, others, signed int }

func count(all []emulator.Request) (n requests) {
	for _, r := range all {
		switch {
		case r.Method == http.MethodHead:
			n.heads++
		case r.Method == http.MethodGet && (r.Query.Has("list-type") || r.Query.Has("delimiter") || r.Query.Has("max-keys")):
			n.lists++
		case r.Method == http.MethodGet:
			n.gets++
		case r.Method == http.MethodPut:
			n.puts++
		default:
			n.others++
		}
		if sum := r.Header.Get("X-Amz-Content-Sha256"); r.Method == http.MethodPut && len(sum) == 64 {
			n.signed++
		}
	}
	return n
}

// BenchmarkPeerRequests counts what the programs of BenchmarkPeers ask for, of 2,500
// small objects and one of 256 MiB. "signed" are PUTs whose signature covers the body.
func BenchmarkPeerRequests(b *testing.B) {
	front := emulator.NewFront(b, peerServer(b))
	p := newPeers(b, front.Server, 2500, 256*mib)
	for _, t := range p.tools() {
		small, large := p.newBuckets(b)
		for _, c := range p.commands(t, small, large) {
			b.Run(c.name+"/"+t.name, func(b *testing.B) {
				for range b.N {
					front.Forget()
					run(b, exec.Command(t.path, c.args...), append(p.environment(), t.env...))
				}
				if err := os.RemoveAll(filepath.Join(p.dir, "got")); err != nil {
					b.Fatal(err)
				}
				n := count(front.Requests())
				b.ReportMetric(0, "ns/op")
				for unit, value := range map[string]int{
					"PUT": n.puts, "GET": n.gets, "HEAD": n.heads, "list": n.lists, "other": n.others, "signed": n.signed,
				} {
					b.ReportMetric(float64(value), unit)
				}
			})
		}
	}
}
