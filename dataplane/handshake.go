package dataplane

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/wire"
)

// errRefused says that a gateway further on would not join a circuit.
var errRefused = errors.New("circuit refused")

// receiveJoin challenges a new connection and checks its answer.
func receiveJoin(conn net.Conn, key []byte) (wire.Join, error) {
	var challenge wire.Challenge
	_, _ = rand.Read(challenge.Random[:]) // never fails: crypto/rand stops the program instead
	if _, err := conn.Write(challenge.Append(nil)); err != nil {
		return wire.Join{}, fmt.Errorf("sending the challenge: %w", err)
	}
	var message [wire.JoinSize]byte
	if _, err := io.ReadFull(conn, message[:]); err != nil {
		return wire.Join{}, fmt.Errorf("reading the join: %w", err)
	}
	return wire.ParseJoin(message[:], key, challenge)
}

// dialHop connects to the next gateway and joins the circuit there; it returns when
// the circuit is joined up to its end.
func dialHop(ctx context.Context, setUp time.Duration, hop *control.Hop, join wire.Join) (*net.TCPConn, error) {
	dialer := net.Dialer{Timeout: setUp}
	dialed, err := dialer.DialContext(ctx, "tcp", hop.GetAddress())
	if err != nil {
		return nil, fmt.Errorf("connecting to gateway %s: %w", hop.GetNode(), err)
	}
	conn := dialed.(*net.TCPConn)
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	err = sendJoin(conn, setUp, hop.GetKey(), join)
	if !stop() {
		err = ctx.Err()
	}
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("joining a circuit at gateway %s: %w", hop.GetNode(), err)
	}
	return conn, nil
}

func sendJoin(conn net.Conn, setUp time.Duration, key []byte, join wire.Join) error {
	// The answer comes when all hops behind have answered.
	if err := conn.SetDeadline(time.Now().Add(3 * setUp)); err != nil {
		return err
	}
	var message [wire.ChallengeSize]byte
	if _, err := io.ReadFull(conn, message[:]); err != nil {
		return fmt.Errorf("reading the challenge: %w", err)
	}
	challenge, err := wire.ParseChallenge(message[:])
	if err != nil {
		return err
	}
	if _, err := conn.Write(join.Append(nil, key, challenge)); err != nil {
		return fmt.Errorf("sending the join: %w", err)
	}
	if err := readVerdict(conn); err != nil {
		return err
	}
	return conn.SetDeadline(time.Time{})
}

func readVerdict(conn net.Conn) error {
	var verdict [wire.VerdictSize]byte
	if _, err := io.ReadFull(conn, verdict[:]); err != nil {
		return fmt.Errorf("reading the verdict: %w", err)
	}
	length, err := wire.ParseVerdict(verdict[:])
	if err != nil || length == 0 {
		return err
	}
	reason := make([]byte, length)
	if _, err := io.ReadFull(conn, reason); err != nil {
		return fmt.Errorf("reading why the circuit was refused: %w", err)
	}
	return fmt.Errorf("%w: %s", errRefused, reason)
}

// sendVerdict answers a join; an empty reason accepts it.
func sendVerdict(conn net.Conn, setUp time.Duration, reason string) error {
	if err := conn.SetWriteDeadline(time.Now().Add(setUp)); err != nil {
		return err
	}
	if _, err := conn.Write(wire.AppendVerdict(nil, reason)); err != nil {
		return fmt.Errorf("sending the verdict: %w", err)
	}
	return conn.SetWriteDeadline(time.Time{})
}

// openEnds exchanges the randoms of both ends of a circuit, ours first if we are its
// source.
func openEnds(conn net.Conn, setUp time.Duration, c *wire.Circuit, source bool) error {
	if err := conn.SetDeadline(time.Now().Add(3 * setUp)); err != nil {
		return err
	}
	ours, theirs := c.DestinationRandom[:], c.SourceRandom[:]
	if source {
		ours, theirs = theirs, ours
	}
	_, _ = rand.Read(ours) // never fails: crypto/rand stops the program instead
	if _, err := conn.Write(ours); err != nil {
		return fmt.Errorf("sending our random: %w", err)
	}
	if _, err := io.ReadFull(conn, theirs); err != nil {
		return fmt.Errorf("reading the other end's random: %w", err)
	}
	return conn.SetDeadline(time.Time{})
}
