package crc32c_test

import (
	"fmt"

	"github.com/skyferry/skyferry/internal/crc32c"
)

// The checksum of a whole from those of its parts, without its bytes.
func ExampleCombine() {
	first, second := []byte("12345"), []byte("6789")
	whole := crc32c.Combine(crc32c.Checksum(first), crc32c.Checksum(second), int64(len(second)))
	fmt.Printf("%08x %08x\n", whole, crc32c.Checksum([]byte("123456789")))
	// Output: e3069283 e3069283
}
