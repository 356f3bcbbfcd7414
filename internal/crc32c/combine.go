package crc32c

import "math/bits"

// polynomial is Castagnoli's in reversed bit order: the coefficient of x^0 is the
// highest bit, that of x^32 is left out.
const polynomial = 0x82f63b78

// one is the polynomial 1 in that order.
const one = 1 << 31

// Combine returns the CRC32C of A followed by B, from the checksums of both and the
// number of bytes of B, which must not be negative.
//
// Appending n zero bytes to a message multiplies its remainder by x^(8n) modulo the
// polynomial. The inversions that CRC32C adds at both ends cancel out, hence crc(AB)
// = crc(A)·x^(8n) + crc(B). The power is the product of the stored powers x^(8·2^k)
// for the bits k of n: at most 63 multiplications of 32 steps.
func Combine(crcA, crcB uint32, lenB int64) uint32 {
	if lenB < 0 {
		panic("crc32c: negative length")
	}
	for n := uint64(lenB); n != 0; n &= n - 1 {
		crcA = multiply(crcA, powers[bits.TrailingZeros64(n)])
	}
	return crcA ^ crcB
}

// powers[k] is x^(8·2^k) modulo the polynomial.
var powers = func() (p [63]uint32) {
	p[0] = one >> 8
	for k := 1; k < len(p); k++ {
		p[k] = multiply(p[k-1], p[k-1])
	}
	return p
}()

// multiply returns a·b modulo the polynomial: Horner's rule over the bits of b, from
// its highest power down.
func multiply(a, b uint32) uint32 {
	var product uint32
	for bit := 0; bit < 32; bit++ {
		product = product>>1 ^ polynomial&-(product&1) // times x
		product ^= a & -(b >> bit & 1)
	}
	return product
}
