package crc32c

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// The examples of RFC 3720, appendix B.4, and the usual check value.
func TestChecksum(t *testing.T) {
	ascending := make([]byte, 32)
	for i := range ascending {
		ascending[i] = byte(i)
	}
	for name, c := range map[string]struct {
		data []byte
		want uint32
	}{
		"nothing":   {nil, 0},
		"zeros":     {make([]byte, 32), 0x8a9136aa},
		"ones":      {bytes.Repeat([]byte{0xff}, 32), 0x62a8ab43},
		"ascending": {ascending, 0x46dd794e},
		"digits":    {[]byte("123456789"), 0xe3069283},
	} {
		h := New()
		h.Write(c.data)
		for way, got := range map[string]uint32{"Checksum": Checksum(c.data), "Update": Update(0, c.data), "New": h.Sum32()} {
			if got != c.want {
				t.Errorf("%s of %s: %08x, want %08x", way, name, got, c.want)
			}
		}
	}
}

func TestCombine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	data := make([]byte, 10_000)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	for range 2000 {
		whole := data[:r.IntN(len(data)+1)]
		cut := r.IntN(len(whole) + 1)
		a, b := whole[:cut], whole[cut:]
		want := Checksum(whole)
		if got := Combine(Checksum(a), Checksum(b), int64(len(b))); got != want {
			t.Fatalf("%d and %d bytes: combined %08x, want %08x", len(a), len(b), got, want)
		}
		if got := Update(Checksum(a), b); got != want {
			t.Fatalf("%d and %d bytes: updated %08x, want %08x", len(a), len(b), got, want)
		}
	}
}

// Lengths that no test can hold are put together from shorter ones: appending n bytes
// twice is appending 2n.
func TestCombineLong(t *testing.T) {
	const crc = 0x12345678
	zeros := Checksum(make([]byte, 1<<10)) // of 2^k zeros
	for k := 10; k < 62; k++ {
		twice := Combine(zeros, zeros, 1<<k)
		once := Combine(crc, zeros, 1<<k)
		if got, want := Combine(crc, twice, 1<<(k+1)), Combine(once, zeros, 1<<k); got != want {
			t.Errorf("2^%d bytes: %08x, want %08x", k+1, got, want)
		}
		zeros = twice
	}
}

func TestCombineNegative(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a negative length was taken")
		}
	}()
	Combine(1, 2, -1)
}

func FuzzCombine(f *testing.F) {
	f.Add([]byte(nil), []byte(nil))
	f.Add([]byte("1234"), []byte("56789"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		want := Checksum(append(bytes.Clone(a), b...))
		if got := Combine(Checksum(a), Checksum(b), int64(len(b))); got != want {
			t.Errorf("%08x, want %08x", got, want)
		}
	})
}

var sink uint32

func BenchmarkCombine(b *testing.B) {
	for name, n := range map[string]int64{"16MiB": 16 << 20, "odd": 123_456_789, "5TiB-1": 5<<40 - 1} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink = Combine(sink, 0x12345678, n)
			}
		})
	}
}

func BenchmarkChecksum(b *testing.B) {
	p := make([]byte, 1<<20)
	b.SetBytes(int64(len(p)))
	b.ReportAllocs()
	for b.Loop() {
		sink = Checksum(p)
	}
}
