package wire

import "encoding/binary"

// endSize is the length of an end's payload in bytes.
const endSize = 4

// AppendEnd encodes the payload of a TypeEnd frame: the CRC32C of the whole chunk
// as the source read it.
func AppendEnd(b []byte, crc uint32) []byte { return binary.BigEndian.AppendUint32(b, crc) }

// ParseEnd decodes what AppendEnd wrote.
func ParseEnd(b []byte) (crc uint32, err error) {
	r := &reader{rest: b}
	crc = r.uint32("chunk checksum")
	return crc, r.end()
}
