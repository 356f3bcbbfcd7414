package wire

import (
	"bytes"
	"errors"
	"testing"
)

func parsesEnd(b []byte) error {
	_, err := ParseEnd(b)
	return err
}

func TestEndRoundTrip(t *testing.T) {
	for _, want := range []uint32{0, 1, 0x12345678, 1<<32 - 1} {
		encoded := AppendEnd([]byte("before"), want)[len("before"):]
		if got, err := ParseEnd(encoded); err != nil || got != want || len(encoded) != endSize {
			t.Errorf("%08x came back as %08x, %v", want, got, err)
		}
		wantExactly(t, encoded, parsesEnd)
	}
}

func FuzzParseEnd(f *testing.F) {
	f.Add(AppendEnd(nil, 0x12345678))
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, b []byte) {
		crc, err := ParseEnd(b)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("%v is not malformed", err)
			}
			return
		}
		if again := AppendEnd(nil, crc); !bytes.Equal(again, b) {
			t.Fatalf("%x was accepted, and is %x", b, again)
		}
	})
}
