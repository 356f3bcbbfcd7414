package wire

import (
	"fmt"
	"testing"
)

func TestFramesTakeNoMemory(t *testing.T) {
	payload := make([]byte, 10_000)
	frame := make([]byte, 0, 11_000)
	for name, fresh := range protections(t) {
		sender, receiver := fresh(), fresh()
		n := testing.AllocsPerRun(100, func() {
			frame, _ = sender.AppendData(frame[:0], dataAt(5), payload)
			if _, err := ParseHeader(frame); err != nil {
				t.Fatal(err)
			}
			if _, _, err := receiver.Open(frame[:HeaderSize], frame[HeaderSize:]); err != nil {
				t.Fatal(err)
			}
			frame = sender.Append(frame[:0], Header{Type: TypeHeartbeat}, nil)
			if _, _, err := receiver.Open(frame[:HeaderSize], frame[HeaderSize:]); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations for two frames", name, n)
		}
	}
	bare := NewBare()
	if n := testing.AllocsPerRun(100, func() { frame, _, _ = bare.Around(frame, dataAt(5), payload) }); n != 0 {
		t.Errorf("around: %v allocations for a frame", n)
	}
}

var payloadSizes = []int{1 << 10, 64 << 10, 256 << 10, MaxPayload}

func benchmark(b *testing.B, run func(b *testing.B, payload, frame []byte)) {
	for _, size := range payloadSizes {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			run(b, make([]byte, size), make([]byte, 0, size+100))
		})
	}
}

func BenchmarkSeal(b *testing.B) {
	benchmark(b, func(b *testing.B, payload, frame []byte) {
		p := sealed(b, testSecret, testCircuit, Forward)
		for b.Loop() {
			frame, _ = p.AppendData(frame[:0], dataAt(0), payload)
		}
	})
}

// BenchmarkOpen opens the same frame again and again, with its number set back and its
// sealed bytes copied there anew: the copy is part of what is measured.
func BenchmarkOpen(b *testing.B) {
	benchmark(b, func(b *testing.B, payload, frame []byte) {
		frame = sealed(b, testSecret, testCircuit, Forward).Append(frame, dataAt(0), payload)
		p, body := sealed(b, testSecret, testCircuit, Forward), make([]byte, len(frame)-HeaderSize)
		for b.Loop() {
			p.counter = 0
			copy(body, frame[HeaderSize:])
			if _, _, err := p.Open(frame[:HeaderSize], body); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkBareAround(b *testing.B) {
	benchmark(b, func(b *testing.B, payload, frame []byte) {
		p := NewBare()
		for b.Loop() {
			p.Around(frame, dataAt(0), payload)
		}
	})
}

func BenchmarkBareOpen(b *testing.B) {
	benchmark(b, func(b *testing.B, payload, frame []byte) {
		p := NewBare()
		frame = p.Append(frame, dataAt(0), payload)
		for b.Loop() {
			if _, _, err := p.Open(frame[:HeaderSize], frame[HeaderSize:]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkChunk(b *testing.B) {
	b.ReportAllocs()
	var encoded []byte
	for b.Loop() {
		encoded, _ = vectorChunk.Append(encoded[:0])
		if _, err := ParseChunk(encoded); err != nil {
			b.Fatal(err)
		}
	}
}
