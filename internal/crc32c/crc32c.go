package crc32c

import (
	"hash"
	"hash/crc32"
)

var table = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC32C of p. That of no bytes is 0.
func Checksum(p []byte) uint32 { return crc32.Checksum(p, table) }

// Update returns the CRC32C of the bytes that gave crc followed by p.
func Update(crc uint32, p []byte) uint32 { return crc32.Update(crc, table, p) }

// New returns a hash that computes the CRC32C of what is written to it.
func New() hash.Hash32 { return crc32.New(table) }
