package control

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
)

// mirror is a gateway that hands out what it receives and answers each command with
// the event that is due.
type mirror struct {
	UnimplementedGatewayServer
	received chan *Command
}

var (
	someBytes = []byte("\x00\xff é a//b")

	sentCommands = []*Command{
		{Kind: &Command_Configure{Configure: &Configure{
			Revision: 1, Transfer: make([]byte, 16), Node: node, HopKey: someBytes, Secret: someBytes, Sealed: true,
			Routes:      []*Route{{Id: 1, Next: &Hop{Node: "gcp:us-east1#0", Address: "127.0.0.1:1", Key: someBytes}, Origin: true, Circuits: 4, Window: 1 << 40, MaxBytes: 5, Standby: true}},
			Source:      &Store{Url: someBytes, Credential: someBytes},
			Destination: &Store{Url: []byte("mem://x")},
			Limits:      &Limits{Memory: 1 << 40, HeartbeatMs: 500, SilenceMs: 5000, StoreMs: 1, Readers: 2, Writers: 3},
			Rates:       []*Rate{{Node: "gcp:us-east1#0", BytesPerSecond: 1 << 40}, {BytesPerSecond: 1}},
		}}},
		{Kind: &Command_Orders{Orders: &Orders{Orders: []*Order{{
			Object: 1 << 60, Part: 2, Offset: 1 << 50, Length: 3, SourceKey: someBytes, SourceVersion: someBytes, SourceSize: 1 << 51,
			Key: someBytes, Upload: someBytes, PartSize: 4,
			Attributes: &Attributes{ContentType: someBytes, Metadata: []*Metadata{{Name: someBytes, Value: someBytes}}},
		}}}}},
		{Kind: &Command_Finish{Finish: &Finish{}}},
	}

	sentEvents = []*Event{
		{Kind: &Event_Configured{Configured: &Configured{Revision: 1}}},
		{Kind: &Event_Results{Results: &Results{Results: []*Result{
			{Object: 1 << 60, Part: 2, Route: 3, Length: 4, Crc: 5, StoreCrc: 6, HasStoreCrc: true, Etag: someBytes},
			{Object: 1, Failure: &Failure{Kind: "throttled", Message: "slow down: é"}},
		}}}},
		{Kind: &Event_Route{Route: &RouteState{Id: 1, Live: 2, Problem: "é", Exhausted: true}}},
		{Kind: &Event_Usage{Usage: &Usage{UserSeconds: 0.5, PeakRss: 1 << 40, Routes: []*RouteUsage{{Id: 1, Sent: 2, Acknowledged: 3, Opened: 4}}, Last: true}}},
	}
)

func (m *mirror) Attach(stream grpc.BidiStreamingServer[Command, Event]) error {
	for i := 0; ; i++ {
		command, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		m.received <- command
		if err := stream.Send(sentEvents[i]); err != nil {
			return err
		}
	}
}

// serve runs a mirror on loopback until the test ends, and connects to it.
func serve(t *testing.T, p parties) (*mirror, GatewayClient) {
	t.Helper()
	listener := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	m := &mirror{received: make(chan *Command, len(sentCommands))}
	server := grpc.NewServer(grpc.Creds(credentials.NewTLS(p.server)), grpc.WaitForHandlers(true))
	RegisterGatewayServer(server, m)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	conn := must[*grpc.ClientConn](t)(grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(credentials.NewTLS(p.client))))
	t.Cleanup(func() {
		_ = conn.Close()
		server.Stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return m, NewGatewayClient(conn)
}

func TestEveryMessageCrossesTheStream(t *testing.T) {
	_, p := transfer(t)
	m, client := serve(t, p)
	stream, err := client.Attach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range sentCommands {
		if err := stream.Send(want); err != nil {
			t.Fatal(err)
		}
		event, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if got := <-m.received; !proto.Equal(got, want) {
			t.Errorf("received %v, want %v", got, want)
		}
		if !proto.Equal(event, sentEvents[i]) {
			t.Errorf("received %v, want %v", event, sentEvents[i])
		}
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("%v, want the end of the stream", err)
	}
}

func TestStrangersReachNoHandler(t *testing.T) {
	for name, r := range refusals() {
		t.Run(name, func(t *testing.T) {
			a, p := transfer(t)
			r.change(t, a, &p)
			m, client := serve(t, p)
			if err := attach(t.Context(), client); status.Code(err) != codes.Unavailable {
				t.Errorf("%v, want that the gateway is unavailable", err)
			}
			if len(m.received) > 0 {
				t.Error("the gateway has taken a command")
			}
		})
	}
}

// attach sends one command and waits for what comes back.
func attach(ctx context.Context, client GatewayClient) error {
	stream, err := client.Attach(ctx)
	if err != nil {
		return err
	}
	_ = stream.Send(sentCommands[0]) // what became of it, Recv tells
	_, err = stream.Recv()
	return err
}

func TestTheStreamEndsWithItsContext(t *testing.T) {
	_, p := transfer(t)
	_, client := serve(t, p)
	ctx, cancel := context.WithCancel(t.Context())
	stream, err := client.Attach(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := stream.Recv(); status.Code(err) != codes.Canceled {
		t.Errorf("%v, want canceled", err)
	}
}
