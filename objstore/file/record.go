package file

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// A part is recorded beside the upload when all its bytes are written: 32 bytes at
// 32·(number-1), which lie within one page of memory. All integers are little-endian.
//
//	 0  uint32  part number, from 1
//	 4  uint32  CRC32C of the part
//	 8  int64   size of the part in bytes
//	16  uint32  CRC32C of the 16 bytes before
//	20          zeros
//
// Zeros, or anything that its own checksum does not vouch for, stand for a part that is not there.
const recordSize = 32

type record [recordSize]byte

func newRecord(p objstore.Part) (r record) {
	binary.LittleEndian.PutUint32(r[0:], uint32(p.Number))
	binary.LittleEndian.PutUint32(r[4:], p.CRC32C)
	binary.LittleEndian.PutUint64(r[8:], uint64(p.Size))
	binary.LittleEndian.PutUint32(r[16:], crc32c.Checksum(r[:16]))
	return r
}

// part returns the part of u that r records, if it does.
func (r record) part(u objstore.Upload, number int) (objstore.Part, bool) {
	crc := binary.LittleEndian.Uint32(r[4:])
	_, n := u.PartRange(number)
	p := objstore.Part{Number: number, Size: n, ETag: fmt.Sprintf("%08x", crc), CRC32C: crc, HasCRC32C: true}
	return p, r == newRecord(p)
}

func writeRecord(f *os.File, number int, r record) error {
	_, err := f.WriteAt(r[:], recordOffset(number))
	return err
}

// clearRecord makes a part that is to be written again one that is not there.
func clearRecord(f *os.File, number int) error {
	var r record
	if _, err := f.ReadAt(r[:], recordOffset(number)); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if r == (record{}) {
		return nil
	}
	return writeRecord(f, number, record{})
}

// readRecords returns the parts of u that are there, by number.
func readRecords(f *os.File, u objstore.Upload) ([]objstore.Part, error) {
	all := make([]byte, int64(u.Parts())*recordSize)
	n, err := f.ReadAt(all, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var parts []objstore.Part
	for number := 1; int(recordOffset(number))+recordSize <= n; number++ {
		if p, ok := record(all[recordOffset(number):][:recordSize]).part(u, number); ok {
			parts = append(parts, p)
		}
	}
	return parts, nil
}

func recordOffset(number int) int64 { return int64(number-1) * recordSize }
