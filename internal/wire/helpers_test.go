package wire

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

var (
	testSecret  = bytes.Repeat([]byte{7}, KeySize)
	testCircuit = Circuit{Transfer: [16]byte{1, 2}, ID: 3, SourceRandom: [16]byte{4}, DestinationRandom: [16]byte{5}}
)

func sealed(t testing.TB, secret []byte, c Circuit, d Direction) *Protection {
	t.Helper()
	p, err := NewSealed(secret, c, d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// protections makes both kinds of protection, fresh at each call.
func protections(t testing.TB) map[string]func() *Protection {
	return map[string]func() *Protection{
		"sealed": func() *Protection { return sealed(t, testSecret, testCircuit, Forward) },
		"bare":   NewBare,
	}
}

// receive does with a frame what a receiver does; the frame stays as it is.
func receive(p *Protection, frame []byte) (Header, []byte, error) {
	h, err := ParseHeader(frame)
	if err != nil {
		return h, nil, err
	}
	body := frame[HeaderSize:]
	if len(body) != int(h.Length)+p.Overhead() {
		return h, nil, errors.New("the frame has another length than its header says")
	}
	payload, _, err := p.Open(frame[:HeaderSize], slices.Clone(body))
	return h, payload, err
}

// wantExactly demands that every prefix of a message, and a byte more, are malformed.
func wantExactly(t *testing.T, message []byte, parse func([]byte) error) {
	t.Helper()
	if err := parse(message); err != nil {
		t.Fatalf("%x: %v", message, err)
	}
	for n := range message {
		if err := parse(message[:n]); !errors.Is(err, ErrMalformed) {
			t.Errorf("the first %d of %d bytes: %v, want malformed", n, len(message), err)
		}
	}
	if err := parse(append(slices.Clip(message), 0)); !errors.Is(err, ErrMalformed) {
		t.Errorf("one byte more than %d: %v, want malformed", len(message), err)
	}
}

// flips yields a message with each of its bits flipped in turn.
func flips(message []byte) func(yield func(bit int, flipped []byte) bool) {
	return func(yield func(int, []byte) bool) {
		for bit := range 8 * len(message) {
			flipped := slices.Clone(message)
			flipped[bit/8] ^= 1 << (bit % 8)
			if !yield(bit, flipped) {
				return
			}
		}
	}
}
