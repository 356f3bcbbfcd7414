package wire

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/internal/crc32c"
)

var testPayload = []byte("seven hundred and thirty")

func dataAt(offset uint64) Header { return Header{Type: TypeData, Object: 1, Part: 2, Offset: offset} }

func TestFramesRoundTrip(t *testing.T) {
	for name, fresh := range protections(t) {
		t.Run(name, func(t *testing.T) {
			sender, receiver := fresh(), fresh()
			random := rand.New(rand.NewPCG(1, 2))
			for i := range 300 {
				payload := make([]byte, 1+random.IntN(5000))
				for j := range payload {
					payload[j] = byte(random.Uint32())
				}
				want := dataAt(uint64(i))
				frame, crc := sender.AppendData([]byte("before"), want, payload)
				frame, want.Length = frame[len("before"):], uint32(len(payload))
				if len(frame) != HeaderSize+len(payload)+sender.Overhead() {
					t.Fatalf("frame of %d bytes around %d", len(frame), len(payload))
				}
				h, got, err := receive(receiver, frame)
				if err != nil || h != want || !bytes.Equal(got, payload) || crc != crc32c.Checksum(payload) {
					t.Fatalf("frame %d: %+v %d bytes, %v; want %+v", i, h, len(got), err, want)
				}
			}
		})
	}
}

func TestOpenGivesTheChecksumAndReusesTheBody(t *testing.T) {
	for name, fresh := range protections(t) {
		frame := fresh().Append(nil, dataAt(0), testPayload)
		payload, crc, err := fresh().Open(frame[:HeaderSize], frame[HeaderSize:])
		if err != nil || crc != crc32c.Checksum(testPayload) || !bytes.Equal(payload, testPayload) {
			t.Errorf("%s: %q, %08x, %v", name, payload, crc, err)
		}
		if &payload[0] != &frame[HeaderSize] {
			t.Errorf("%s: the payload lies elsewhere", name)
		}
	}
}

func TestAroundIsABareFrame(t *testing.T) {
	p := NewBare()
	header, trailer, crc := p.Around(make([]byte, 5, 100), dataAt(3), testPayload)
	got := slices.Concat(header, testPayload, trailer)
	if want := p.Append(nil, dataAt(3), testPayload); !bytes.Equal(got, want) || crc != crc32c.Checksum(testPayload) {
		t.Errorf("%x, %08x; want %x", got, crc, want)
	}
}

// Around would send a payload in the clear.
func TestAroundRefusesToLeaveFramesUnsealed(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	sealed(t, testSecret, testCircuit, Forward).Around(nil, dataAt(0), testPayload)
}

// Every bit of a frame is guarded, that of the header too.
func TestEveryFlippedBitIsRefused(t *testing.T) {
	for name, fresh := range protections(t) {
		frame := fresh().Append(nil, dataAt(0), testPayload)
		for bit, flipped := range flips(frame) {
			if _, _, err := receive(fresh(), flipped); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrMalformed) {
				t.Errorf("%s: bit %d flipped: %v", name, bit, err)
			}
		}
	}
}

// A header with a valid checksum of its own is still not the one that was sealed.
func TestEveryHeaderFieldIsSealed(t *testing.T) {
	for name, change := range map[string]func(h *Header){
		"type":   func(h *Header) { h.Type = TypeChunk },
		"length": func(h *Header) { h.Length++ },
		"object": func(h *Header) { h.Object++ },
		"part":   func(h *Header) { h.Part++ },
		"offset": func(h *Header) { h.Offset++ },
	} {
		frame := sealed(t, testSecret, testCircuit, Forward).Append(nil, dataAt(0), testPayload)
		h, err := ParseHeader(frame)
		if err != nil {
			t.Fatal(err)
		}
		change(&h)
		_, _, err = sealed(t, testSecret, testCircuit, Forward).Open(h.Append(nil), frame[HeaderSize:])
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%s changed: %v, want damaged", name, err)
		}
	}
}

func TestCutFramesAreRefused(t *testing.T) {
	for name, fresh := range protections(t) {
		frame := fresh().Append(nil, dataAt(0), testPayload)
		for n := range len(frame) - HeaderSize {
			payload, _, err := fresh().Open(frame[:HeaderSize], slices.Clone(frame[HeaderSize:HeaderSize+n]))
			if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrMalformed) || payload != nil {
				t.Errorf("%s: the first %d bytes of the body: %v", name, n, err)
			}
		}
		for n := range HeaderSize {
			if _, _, err := fresh().Open(frame[:n], slices.Clone(frame[HeaderSize:])); !errors.Is(err, ErrMalformed) {
				t.Errorf("%s: header of %d bytes: %v, want malformed", name, n, err)
			}
		}
	}
}

func TestFramesOpenOnlyInOrder(t *testing.T) {
	sender := sealed(t, testSecret, testCircuit, Forward)
	var frames [][]byte
	for range 4 { // all alike but for their numbers
		frames = append(frames, sender.Append(nil, dataAt(0), testPayload))
	}
	// The last frame of each order is not the one that is due.
	for name, order := range map[string][]int{
		"repeated at once": {0, 0},
		"repeated later":   {0, 1, 2, 0},
		"left out":         {0, 2},
		"swapped":          {1},
	} {
		receiver := sealed(t, testSecret, testCircuit, Forward)
		for i, n := range order {
			_, _, err := receive(receiver, frames[n])
			if last := i == len(order)-1; !last && err != nil || last && !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: frame %d: %v", name, n, err)
			}
		}
	}
}

func TestFramesOfOtherCircuitsAreRefused(t *testing.T) {
	for name, foreign := range map[string]func(secret []byte, c *Circuit, d *Direction){
		"direction":          func(_ []byte, _ *Circuit, d *Direction) { *d = Return },
		"secret":             func(secret []byte, _ *Circuit, _ *Direction) { secret[0]++ },
		"transfer":           func(_ []byte, c *Circuit, _ *Direction) { c.Transfer[15]++ },
		"circuit":            func(_ []byte, c *Circuit, _ *Direction) { c.ID++ },
		"source random":      func(_ []byte, c *Circuit, _ *Direction) { c.SourceRandom[15]++ },
		"destination random": func(_ []byte, c *Circuit, _ *Direction) { c.DestinationRandom[15]++ },
		"randoms swapped": func(_ []byte, c *Circuit, _ *Direction) {
			c.SourceRandom, c.DestinationRandom = c.DestinationRandom, c.SourceRandom
		},
	} {
		secret, c, d := slices.Clone(testSecret), testCircuit, Forward
		foreign(secret, &c, &d)
		frame := sealed(t, secret, c, d).Append(nil, dataAt(0), testPayload)
		if _, _, err := receive(sealed(t, testSecret, testCircuit, Forward), frame); !errors.Is(err, ErrDamaged) {
			t.Errorf("other %s: %v, want damaged", name, err)
		}
	}
}

// The transfer is bound twice: by the key, and as associated data.
func TestTransferIsAssociatedData(t *testing.T) {
	p := sealed(t, testSecret, testCircuit, Forward)
	p.aad[0]++
	if _, _, err := receive(sealed(t, testSecret, testCircuit, Forward), p.Append(nil, dataAt(0), testPayload)); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v, want damaged", err)
	}
}

func TestNoncesAreDistinctAndInOrder(t *testing.T) {
	p := sealed(t, testSecret, testCircuit, Forward)
	var last []byte
	for i := range 70_000 {
		nonce := slices.Clone(p.next())
		if i == 0 && !bytes.Equal(nonce, make([]byte, 12)) {
			t.Fatalf("the first nonce is %x", nonce)
		}
		if bytes.Compare(nonce, last) <= 0 {
			t.Fatalf("nonce %d is %x, after %x", i, nonce, last)
		}
		last = nonce
	}
}

// Frames of one direction share the counter, whichever way they are made, and whether
// or not they have a payload.
func TestEveryFrameStepsTheCounter(t *testing.T) {
	p := sealed(t, testSecret, testCircuit, Forward)
	p.Append(nil, Header{Type: TypeHeartbeat}, nil)
	p.AppendData(nil, dataAt(0), testPayload)
	if p.counter != 2 {
		t.Errorf("sender counts %d", p.counter)
	}
	_, _, _ = p.Open(make([]byte, HeaderSize), make([]byte, 16)) // does not open
	if p.counter != 3 {
		t.Errorf("receiver counts %d", p.counter)
	}
}

func TestSealedFramesTellNothing(t *testing.T) {
	frame := sealed(t, testSecret, testCircuit, Forward).Append(nil, dataAt(0), testPayload)
	if bytes.Contains(frame, testPayload[:4]) {
		t.Errorf("%x holds the payload", frame)
	}
	if !sealed(t, testSecret, testCircuit, Forward).Sealed() || NewBare().Sealed() {
		t.Error("sealed and bare are mixed up")
	}
}

func TestSecretsHaveOneLength(t *testing.T) {
	for _, n := range []int{0, 16, KeySize - 1, KeySize + 1} {
		if _, err := NewSealed(make([]byte, n), testCircuit, Forward); err == nil {
			t.Errorf("secret of %d bytes was taken", n)
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, fresh := range protections(f) {
		f.Add(fresh().Append(nil, dataAt(0), testPayload), true)
		f.Add(fresh().Append(nil, Header{Type: TypeHeartbeat}, nil), false)
	}
	f.Fuzz(func(t *testing.T, frame []byte, bare bool) {
		fresh := protections(t)["sealed"]
		if bare {
			fresh = NewBare
		}
		h, payload, err := receive(fresh(), frame)
		if err != nil {
			return
		}
		if again := fresh().Append(nil, h, payload); !bytes.Equal(again, frame) {
			t.Fatalf("%x was accepted, and is %x", frame, again)
		}
	})
}
