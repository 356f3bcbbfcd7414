package dataplane_test

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/wire"
	"github.com/skyferry/skyferry/objstore"
)

// stranger is what somebody who does not belong to the transfer does with a connection
// to a data port. It ends when the gateway closes it, or of itself.
type stranger func(t *testing.T, conn net.Conn)

// random sends n random bytes and reads what comes.
func random(n int) stranger {
	return func(_ *testing.T, conn net.Conn) {
		garbage := make([]byte, n)
		_, _ = rand.Read(garbage)
		_, _ = conn.Write(garbage)
	}
}

// joining answers the challenge with a join that forge makes of it.
func joining(forge func(wire.Challenge) []byte) stranger {
	return func(t *testing.T, conn net.Conn) {
		var message [wire.ChallengeSize]byte
		if _, err := io.ReadFull(conn, message[:]); err != nil {
			return // one of too many
		}
		challenge, err := wire.ParseChallenge(message[:])
		if err != nil {
			t.Error(err)
		}
		_, _ = conn.Write(forge(challenge))
		if answer, err := io.ReadAll(conn); len(answer) > 0 {
			t.Errorf("a stranger was answered with %x, %v", answer, err)
		}
	}
}

// strangersTo are all the ways in which strangers come to a node.
func strangersTo(f *fleet, other *dataplane.Transfer, node string, recorded []byte) []stranger {
	join := wire.Join{Transfer: f.transfer.RawID(), Circuit: 1 << 40}
	signed := func(j wire.Join, key []byte) func(wire.Challenge) []byte {
		return func(c wire.Challenge) []byte { return j.Append(nil, key, c) }
	}
	foreign := join
	foreign.Transfer = other.RawID()
	return []stranger{
		random(0), random(1), random(20), random(wire.JoinSize), random(100_000),
		joining(signed(join, nil)),
		joining(signed(join, make([]byte, wire.KeySize))),
		joining(signed(join, other.HopKey(node))),
		joining(signed(foreign, other.HopKey(node))),
		joining(signed(foreign, f.transfer.HopKey(node))),
		joining(func(c wire.Challenge) []byte { return join.Append(nil, f.transfer.HopKey(node), c)[:wire.JoinSize-1] }),
		joining(func(wire.Challenge) []byte { return recorded }),
		joining(func(wire.Challenge) []byte { return join.Append(nil, f.transfer.HopKey(node), wire.Challenge{}) }),
	}
}

// visit lets every stranger come to an address.
func visit(t *testing.T, address string, strangers []stranger) {
	for _, s := range strangers {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Error(err)
			return
		}
		if tcp := conn.(*net.TCPConn); tcp.SetDeadline(time.Now().Add(patience)) == nil {
			s(t, conn)
		}
		_ = conn.Close()
	}
}

// Strangers at every data port, throughout a transfer, disturb nothing.
func TestStrangersAtDataPorts(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("large", 100*partSize, objstore.Attrs{})
	s.putMany("small ", 100, 1000)
	other, err := dataplane.New(dataplane.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	f.serve = f.serve.WithSetUp(100 * ms)
	top := f.chain(2, "source", "relay", "destination")
	tap := newTap(t, data(top, "destination"))
	setData(top, "destination", tap.address)
	s.destination.before = func(_ context.Context, c call) error {
		if c.op != "part" || c.n%20 != 1 {
			return nil
		}
		for _, node := range top.Nodes { // the transfer waits for it
			visit(t, f.nodes[node.Name].Data, strangersTo(f, other, node.Name, tap.join()))
		}
		return nil
	}
	report := f.mustRun(top, s.job())
	checkTotals(t, report, s)
	s.check()
}

// tap is a proxy that keeps the join of the first connection.
type tap struct {
	address string
	mu      sync.Mutex
	first   []byte
}

func newTap(t *testing.T, target string) *tap {
	tapped := &tap{}
	tapped.address = newProxy(t, target, func(i int) fault {
		if i == 0 {
			return fault{onUp: tapped.keep}
		}
		return fault{}
	}).address
	return tapped
}

func (p *tap) keep(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.first) < wire.JoinSize {
		p.first = append(p.first, b...)
	}
}

func (p *tap) join() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.first[:min(len(p.first), wire.JoinSize)])
}

// A flood of connections that never send a join does not keep a circuit away.
func TestFloodOfStrangers(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("large", 20*partSize, objstore.Attrs{})
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	f.serve = f.serve.WithSetUp(patience).WithStrangers(8)
	top := f.chain(4, "source", "relay", "destination")
	flooded, items := make(chan struct{}), s.job().Items
	job := s.job()
	job.Items = func(yield func(dataplane.Item, error) bool) {
		<-flooded
		items(yield)
	}
	var floods sync.WaitGroup
	stop := make(chan struct{})
	f.events.on = func(e dataplane.Event) {
		if up, ok := e.(dataplane.GatewayUp); ok && up.Role == dataplane.RoleSource {
			for _, node := range []string{"relay", "destination"} {
				flood(t, &floods, f.nodes[node].Data, stop)
			}
			close(flooded)
		}
	}
	f.mustRun(top, job)
	close(stop)
	floods.Wait()
	s.check()
}

// flood opens 50 silent connections and keeps them until stop is closed.
func flood(t *testing.T, floods *sync.WaitGroup, address string, stop <-chan struct{}) {
	for range 50 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Error(err)
			return
		}
		floods.Go(func() {
			<-stop
			_ = conn.Close()
		})
	}
}

// callers try to attach to a gateway.
func callers(t *testing.T, f *fleet, node string) map[string]*tls.Config {
	other, err := dataplane.New(dataplane.Options{})
	if err != nil {
		t.Fatal(err)
	}
	gateway, err := f.transfer.GatewayCredential(node)
	if err != nil {
		t.Fatal(err)
	}
	configs := map[string]*tls.Config{}
	for name, credential := range map[string]control.Credential{
		"another transfer's coordinator": other.CoordinatorCredential(),
		"a gateway of this transfer":     gateway,
	} {
		config, err := credential.ClientTLS(node)
		if err != nil {
			t.Fatal(err)
		}
		config.InsecureSkipVerify = true // only the gateway's judgement counts here
		configs[name] = config
	}
	configs["nobody"] = &tls.Config{InsecureSkipVerify: true}
	return configs
}

// Only the transfer's coordinator may give a gateway commands.
func TestStrangersAtControlPorts(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("large", 20*partSize, objstore.Attrs{})
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	top := f.chain(2, "source", "relay", "destination")
	tried := sync.OnceFunc(func() {
		for _, node := range top.Nodes {
			visit(t, node.Control, []stranger{random(0), random(20), random(1000)})
			for name, config := range callers(t, f, node.Name) {
				if err := attachAs(t.Context(), node.Control, credentials.NewTLS(config)); err == nil {
					t.Errorf("%s may attach to the %s", name, node.Name)
				}
			}
			if err := attachAs(t.Context(), node.Control, nil); err == nil {
				t.Errorf("anybody may attach to the %s without TLS", node.Name)
			}
		}
	})
	s.destination.before = func(context.Context, call) error {
		tried()
		return nil
	}
	f.mustRun(top, s.job())
	s.check()
	config, err := f.transfer.CoordinatorCredential().ClientTLS("relay")
	if err != nil {
		t.Fatal(err)
	}
	if err := attachAs(t.Context(), f.nodes["relay"].Control, credentials.NewTLS(config)); err == nil {
		t.Error("a configuration of nothing was accepted")
	} else if code := codeOf(err); code != "InvalidArgument" { // the coordinator himself gets through to it
		t.Errorf("the coordinator is told %v", err)
	}
}

// attachAs asks a gateway to serve a transfer with an empty configuration, and returns
// its answer.
func attachAs(ctx context.Context, address string, c credentials.TransportCredentials) error {
	if c == nil {
		c = insecureCredentials()
	}
	conn, err := grpc.NewClient("passthrough:///"+address, grpc.WithTransportCredentials(c), grpc.WithNoProxy())
	if err != nil {
		return err
	}
	defer conn.Close()
	stream, err := control.NewGatewayClient(conn).Attach(ctx)
	if err != nil {
		return err
	}
	if err := stream.Send(&control.Command{Kind: &control.Command_Configure{Configure: &control.Configure{}}}); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	_, err = stream.Recv()
	return err
}

// The coordinator does not take another for its gateway either.
func TestCoordinatorKnowsItsGateways(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("key", 10, objstore.Attrs{})
	f := newFleet(t, impatient(dataplane.Options{}), s.opener())
	other := newFleet(t, dataplane.Options{}, s.opener())
	top := f.chain(1, "source", "destination")
	others := other.chain(1, "source", "destination")
	top.Nodes[0].Control = others.Nodes[0].Control
	_, err := f.run(top, s.job())
	checkKind(t, err, dataplane.ErrGatewaysLost)
	top.Nodes[0].Control = f.nodes["destination"].Control // of the same transfer, but another gateway
	_, err = f.run(top, s.job())
	checkKind(t, err, dataplane.ErrGatewaysLost)
}
