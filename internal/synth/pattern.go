package synth

import (
	"math/rand/v2"
	"sync"

	"github.com/skyferry/skyferry/internal/crc32c"
)

// The bytes of every object are one random block, repeated, from a start that depends
// on the object. The block's length divides no part size, so that two parts in each
// other's place make another checksum.
const (
	period = 4<<20 + 4099
	// longest is how long a view of the pattern can be at any start, in bytes.
	longest = 16 << 20
)

// pattern holds the block, repeated far enough that a view of longest bytes can start
// anywhere in it.
var pattern = sync.OnceValue(func() []byte {
	p := make([]byte, period+longest)
	_, _ = rand.NewChaCha8([32]byte{'s', 'k', 'y', 'f', 'e', 'r', 'r', 'y'}).Read(p[:period]) // never fails
	for n := period; n < len(p); n += period {
		copy(p[n:], p[:period])
	}
	return p
})

// start is where in the pattern an object begins.
func start(object int) int64 { return int64(object) * 1_000_003 % period }

// view returns n ≤ longest bytes of an object from off.
func view(object int, off, n int64) []byte {
	from := (start(object) + off) % period
	return pattern()[from : from+n : from+n]
}

// fill writes the object's bytes from off to p.
func fill(object int, off int64, p []byte) {
	for len(p) > 0 {
		n := copy(p, view(object, off, longest))
		p, off = p[n:], off+int64(n)
	}
}

// checksum computes the CRC32C of an object of size bytes from that of one period:
// n periods are put together by doubling.
func checksum(object int, size int64) uint32 {
	whole := crc32c.Checksum(view(object, 0, period))
	var crc uint32
	for n, crcN, lenN := size/period, whole, int64(period); n > 0; n >>= 1 {
		if n&1 == 1 {
			crc = crc32c.Combine(crc, crcN, lenN)
		}
		crcN, lenN = crc32c.Combine(crcN, crcN, lenN), 2*lenN
	}
	rest := size % period
	return crc32c.Combine(crc, crc32c.Checksum(view(object, 0, rest)), rest)
}
