package synth

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/skyferry/skyferry/internal/crc32c"
)

// direct computes an object's bytes one by one, from the random block alone.
func direct(object int, off, n int64) []byte {
	block := pattern()[:period]
	p := make([]byte, n)
	for i := range p {
		p[i] = block[(start(object)+off+int64(i))%period]
	}
	return p
}

func TestChecksumIsThatOfTheBytes(t *testing.T) {
	sizes := []int64{0, 1, 2, 4095, period - 1, period, period + 1, 2*period - 1, 2 * period, 3*period + 7, longest + 1}
	for _, object := range []int{0, 1, 41} {
		whole := direct(object, 0, longest+1)
		for _, size := range sizes {
			if got, want := checksum(object, size), crc32c.Checksum(whole[:size]); got != want {
				t.Errorf("object %d of %d bytes: %08x, want %08x", object, size, got, want)
			}
		}
	}
}

// What cannot be generated in full is held against a shorter object and the bytes that it lacks.
func TestChecksumOfVeryLargeObjects(t *testing.T) {
	for _, size := range []int64{100 * period, 5<<40 + 3, 1 << 62, math.MaxInt64} {
		const tail = 1000
		shorter := checksum(3, size-tail)
		if got, want := checksum(3, size), crc32c.Combine(shorter, crc32c.Checksum(view(3, size-tail, tail)), tail); got != want {
			t.Errorf("%d bytes: %08x, want %08x", size, got, want)
		}
	}
}

func TestViewFillAndReaderAgree(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for range 50 {
		object, off, n := random.IntN(1000), random.Int64N(1<<40), random.Int64N(1<<14)
		if random.IntN(4) == 0 {
			off = (1+random.Int64N(3))*period - start(object) + period - random.Int64N(1<<13) // across the block's seam
		}
		want := direct(object, off, n)
		filled := make([]byte, n)
		fill(object, off, filled)
		if !bytes.Equal(view(object, off, n), want) || !bytes.Equal(filled, want) {
			t.Fatalf("object %d, %d bytes at %d: view, fill and the block differ", object, n, off)
		}
		if err := iotest.TestReader(&reader{object: object, off: off, left: n}, want); err != nil {
			t.Fatalf("object %d, %d bytes at %d: %v", object, n, off, err)
		}
	}
}

func TestFillOfMoreThanOneView(t *testing.T) {
	const n = longest + period/2
	got := make([]byte, n)
	fill(7, 5, got)
	if !bytes.Equal(got, direct(7, 5, n)) {
		t.Error("fill differs from the block behind the first view")
	}
}

func TestLongestViewFromEveryEnd(t *testing.T) {
	for _, off := range []int64{0, period - 1, math.MaxInt64 - longest} {
		if v := view(0, off, longest); len(v) != longest || cap(v) != longest {
			t.Errorf("view at %d: length %d, capacity %d", off, len(v), cap(v))
		}
	}
}

func TestPartsInEachOthersPlaceAreNoticed(t *testing.T) {
	const parts = 4
	for _, size := range []int64{64 << 10, 5 << 20, 8 << 20, 16 << 20} {
		straight := checksum(0, parts*size)
		for i := range int64(parts) {
			for j := range i {
				if swapped := inOrder(size, swap(parts, i, j)); swapped == straight {
					t.Errorf("parts of %d bytes: %d and %d swapped give the same checksum", size, i, j)
				}
			}
		}
		if again := inOrder(size, swap(parts, 0, 0)); again != straight {
			t.Errorf("parts of %d bytes in order: %08x, want %08x", size, again, straight)
		}
	}
}

func swap(n int, i, j int64) []int64 {
	order := make([]int64, n)
	for k := range order {
		order[k] = int64(k)
	}
	order[i], order[j] = order[j], order[i]
	return order
}

// inOrder puts object 0 together from its parts of size bytes in the given order.
func inOrder(size int64, order []int64) (crc uint32) {
	for _, part := range order {
		crc = crc32c.Combine(crc, crc32c.Checksum(view(0, part*size, size)), size)
	}
	return crc
}

func TestPeriodIsPrime(t *testing.T) {
	if !big.NewInt(period).ProbablyPrime(20) {
		t.Errorf("%d is not a prime", period)
	}
}

func TestObjectsDiffer(t *testing.T) {
	seen := make(map[uint32]int)
	for object := range 2000 {
		crc := checksum(object, 1000)
		if other, ok := seen[crc]; ok {
			t.Errorf("objects %d and %d have the same checksum", other, object)
		}
		seen[crc] = object
	}
	for _, object := range []int{maxObjects - 1, math.MaxInt} {
		if s := start(object); s < 0 || s >= period {
			t.Errorf("object %d begins at %d", object, s)
		}
	}
}

func BenchmarkChecksum(b *testing.B) {
	for _, size := range []int64{1 << 10, 1 << 20, 1 << 30} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			b.ReportAllocs()
			pattern()
			for b.Loop() {
				checksum(1, size)
			}
		})
	}
}

func BenchmarkFill(b *testing.B) {
	p := make([]byte, 8<<20)
	b.SetBytes(int64(len(p)))
	b.ReportAllocs()
	pattern()
	for b.Loop() {
		fill(1, 0, p)
	}
}
