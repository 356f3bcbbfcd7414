package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrMalformed says that received bytes are not what the format allows. A peer
// that sends them is broken or hostile: the connection is closed.
var ErrMalformed = errors.New("malformed message")

// maxField bounds every length-prefixed field in bytes: what its prefix can say.
const (
	fieldPrefix = 2
	maxField    = 1<<16 - 1
)

func appendField(b []byte, field string) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(field)))
	return append(b, field...)
}

// reader consumes a message front to back; after the first failure every further
// read yields zero values and err tells why, so callers check once.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) take(n int, what string) []byte {
	if r.err == nil && len(r.rest) < n {
		r.err = fmt.Errorf("%w: %s needs %d bytes, %d are left", ErrMalformed, what, n, len(r.rest))
	}
	if r.err != nil {
		return make([]byte, min(n, 8))
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) uint8(what string) uint8   { return r.take(1, what)[0] }
func (r *reader) uint16(what string) uint16 { return binary.BigEndian.Uint16(r.take(2, what)) }
func (r *reader) uint32(what string) uint32 { return binary.BigEndian.Uint32(r.take(4, what)) }
func (r *reader) uint64(what string) uint64 { return binary.BigEndian.Uint64(r.take(8, what)) }

func (r *reader) field(what string) string {
	n := int(r.uint16(what))
	if r.err != nil {
		return ""
	}
	taken := r.take(n, what)
	if r.err != nil {
		return ""
	}
	return string(taken)
}

// end demands that nothing is left over: two encodings of one message would be a
// way to say two things at once.
func (r *reader) end() error {
	if r.err == nil && len(r.rest) > 0 {
		r.err = fmt.Errorf("%w: %d bytes too many", ErrMalformed, len(r.rest))
	}
	return r.err
}
