package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/skyferry/skyferry/internal/crc32c"
)

var validHeaders = []Header{
	{Type: TypeChunk, Length: minChunk, Object: 1},
	{Type: TypeChunk, Length: maxChunk, Object: math.MaxUint64, Part: math.MaxUint32, Offset: math.MaxInt64},
	{Type: TypeData, Length: 1, Object: 2, Part: 3, Offset: 4},
	{Type: TypeData, Length: MaxPayload},
	{Type: TypeEnd, Length: 4},
	{Type: TypeAck, Length: minAck},
	{Type: TypeAck, Length: maxAck},
	{Type: TypeHeartbeat},
}

func TestHeaderRoundTrip(t *testing.T) {
	for _, want := range validHeaders {
		encoded := want.Append([]byte("before"))[len("before"):]
		if len(encoded) != HeaderSize {
			t.Fatalf("%+v: %d bytes", want, len(encoded))
		}
		if got, err := ParseHeader(encoded); err != nil || got != want {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
		if got, err := ParseHeader(append(encoded, 1, 2, 3)); err != nil || got != want {
			t.Errorf("%+v with a payload behind it came back as %+v, %v", want, got, err)
		}
	}
}

func TestHeaderOutOfBounds(t *testing.T) {
	for name, h := range map[string]Header{
		"type 0":                   {Type: 0},
		"type 6":                   {Type: 6},
		"type 255":                 {Type: 255},
		"short chunk":              {Type: TypeChunk, Length: minChunk - 1},
		"long chunk":               {Type: TypeChunk, Length: maxChunk + 1},
		"empty data":               {Type: TypeData},
		"long data":                {Type: TypeData, Length: MaxPayload + 1},
		"longest data":             {Type: TypeData, Length: math.MaxUint32},
		"short end":                {Type: TypeEnd, Length: 3},
		"long end":                 {Type: TypeEnd, Length: 5},
		"short acknowledgement":    {Type: TypeAck, Length: minAck - 1},
		"long acknowledgement":     {Type: TypeAck, Length: maxAck + 1},
		"heartbeat with a payload": {Type: TypeHeartbeat, Length: 1},
		"heartbeat of an object":   {Type: TypeHeartbeat, Object: 1},
		"heartbeat of a part":      {Type: TypeHeartbeat, Part: 1},
		"heartbeat at an offset":   {Type: TypeHeartbeat, Offset: 1},
		"offset":                   {Type: TypeData, Length: 1, Offset: math.MaxInt64 + 1},
	} {
		if got, err := ParseHeader(h.Append(nil)); !errors.Is(err, ErrMalformed) || got != (Header{}) {
			t.Errorf("%s: %+v, %v; want malformed", name, got, err)
		}
	}
}

func TestHeaderReservedBytes(t *testing.T) {
	for i := 1; i <= 3; i++ {
		b := validHeaders[0].Append(nil)
		b[i] = 1
		binary.BigEndian.PutUint32(b[28:], crc32c.Checksum(b[:28]))
		if _, err := ParseHeader(b); !errors.Is(err, ErrMalformed) {
			t.Errorf("byte %d set: %v, want malformed", i, err)
		}
	}
}

func TestHeaderDamage(t *testing.T) {
	encoded := Header{Type: TypeData, Length: 5, Object: 2, Part: 3, Offset: 4}.Append(nil)
	for n := range encoded {
		if _, err := ParseHeader(encoded[:n]); !errors.Is(err, ErrMalformed) {
			t.Errorf("the first %d bytes: %v, want malformed", n, err)
		}
	}
	for bit, flipped := range flips(encoded) {
		if h, err := ParseHeader(flipped); !errors.Is(err, ErrMalformed) {
			t.Errorf("bit %d flipped: %+v, %v; want malformed", bit, h, err)
		}
	}
}

// A chunk's frame has room for whatever a chunk may hold.
func TestLongestChunkFitsAFrame(t *testing.T) {
	if maxChunk > MaxPayload || maxAck > MaxPayload {
		t.Errorf("chunks have up to %d bytes, acknowledgements up to %d, frames hold %d", maxChunk, maxAck, MaxPayload)
	}
}

func FuzzParseHeader(f *testing.F) {
	for _, h := range validHeaders {
		f.Add(h.Append(nil)[:28], true)
		f.Add(h.Append(nil), false)
	}
	f.Fuzz(func(t *testing.T, b []byte, mend bool) {
		if mend { // else hardly anything would get past the checksum
			b = binary.BigEndian.AppendUint32(b, crc32c.Checksum(b))
		}
		h, err := ParseHeader(b)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("%v is not malformed", err)
			}
			return
		}
		if again := h.Append(nil); !bytes.Equal(again, b[:HeaderSize]) {
			t.Fatalf("%x was accepted, and is %x", b[:HeaderSize], again)
		}
	})
}
