package synth

import (
	"math/rand/v2"
	"sync"

	"github.com/skyferry/skyferry/internal/crc32c"
)

// The bytes of every object are one random block, repeated, from a start that depends
// on the object. The block's length is a prime: two parts in each other's place make
// another checksum unless their distance is a multiple of it, which takes more than
// four million parts, or a part size that is a multiple itself.
const (
	period = 4<<20 + 4105
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

// start is where in the pattern an object begins: another place for each of period
// objects in a row.
func start(object int) int64 { return int64(object) % period * 1_000_003 % period }

// view returns n ≤ longest bytes of an object from off.
func view(object int, off, n int64) []byte {
	from := (start(object) + off%period) % period
	return pattern()[from : from+n : from+n]
}

// fill writes the object's bytes from off to p.
func fill(object int, off int64, p []byte) {
	for len(p) > 0 {
		n := copy(p, view(object, off, longest))
		p, off = p[n:], off+int64(n)
	}
}

// checksum computes the CRC32C of an object of size bytes, of which it looks at less
// than two periods.
func checksum(object int, size int64) uint32 {
	rest := size % period
	crc := crc32c.Checksum(view(object, 0, rest))
	if size < period {
		return crc
	}
	return crc32c.Combine(repeated(object, size/period), crc, rest)
}

// repeated computes the CRC32C of an object's first n periods from that of one, by
// doubling.
func repeated(object int, n int64) (crc uint32) {
	some, length := crc32c.Checksum(view(object, 0, period)), int64(period)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			crc = crc32c.Combine(crc, some, length)
		}
		if n > 1 { // the last length could be twice what an int64 holds
			some, length = crc32c.Combine(some, some, length), 2*length
		}
	}
	return crc
}
