package wire

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/skyferry/skyferry/internal/crc32c"
)

// HeaderSize is the length of every frame's header in bytes.
const HeaderSize = 32

// MaxPayload bounds a frame's payload in bytes, before protection.
const MaxPayload = 1 << 20

// maxSize bounds objects and offsets in bytes: the largest that fits a signed integer.
const maxSize = math.MaxInt64

// Type says what a frame carries.
type Type uint8

// The frame types. Source to destination go chunks, data, ends and keepalives;
// destination to source go acknowledgements and heartbeats.
const (
	TypeChunk     Type = 1 // announces a chunk: where it belongs and how long it is
	TypeData      Type = 2 // a stretch of the announced chunk, in order
	TypeEnd       Type = 3 // closes the chunk with its checksum
	TypeAck       Type = 4 // the store has accepted the chunk, or refused it
	TypeHeartbeat Type = 5 // the sender is alive; no payload
)

// payloads bounds the payload of each type in bytes, so that a receiver makes room
// for no more than such a frame can be.
var payloads = [...]struct{ least, most uint32 }{
	TypeChunk:     {minChunk, maxChunk},
	TypeData:      {1, MaxPayload},
	TypeEnd:       {endSize, endSize},
	TypeAck:       {minAck, maxAck},
	TypeHeartbeat: {0, 0},
}

// Header precedes every frame's payload. It travels in the clear, so that its
// length can be read, and is authenticated as associated data of the seal.
type Header struct {
	Type   Type
	Length uint32 // of the payload in bytes, without header and trailer
	Object uint64 // number of the object within the transfer
	Part   uint32 // from 1; 0 for an object that moves whole
	Offset uint64 // of the payload within the object, in bytes
}

// Append encodes the header at the end of b.
func (h Header) Append(b []byte) []byte {
	start := len(b)
	b = append(b, byte(h.Type), 0, 0, 0)
	b = binary.BigEndian.AppendUint32(b, h.Length)
	b = binary.BigEndian.AppendUint64(b, h.Object)
	b = binary.BigEndian.AppendUint32(b, h.Part)
	b = binary.BigEndian.AppendUint64(b, h.Offset)
	return binary.BigEndian.AppendUint32(b, crc32c.Checksum(b[start:]))
}

// ParseHeader decodes the first HeaderSize bytes of b. It refuses unknown types,
// lengths that the type does not allow and headers whose own checksum is wrong,
// before anybody allocates for the payload.
func ParseHeader(b []byte) (Header, error) {
	if len(b) < HeaderSize {
		return Header{}, fmt.Errorf("%w: header of %d bytes", ErrMalformed, len(b))
	}
	if sum := crc32c.Checksum(b[:28]); sum != binary.BigEndian.Uint32(b[28:]) {
		return Header{}, fmt.Errorf("%w: header checksum", ErrMalformed)
	}
	if b[1] != 0 || b[2] != 0 || b[3] != 0 {
		return Header{}, fmt.Errorf("%w: reserved header bytes are set", ErrMalformed)
	}
	h := Header{
		Type:   Type(b[0]),
		Length: binary.BigEndian.Uint32(b[4:]),
		Object: binary.BigEndian.Uint64(b[8:]),
		Part:   binary.BigEndian.Uint32(b[16:]),
		Offset: binary.BigEndian.Uint64(b[20:]),
	}
	if err := h.check(); err != nil {
		return Header{}, err
	}
	return h, nil
}

func (h Header) check() error {
	if h.Type == 0 || int(h.Type) >= len(payloads) {
		return fmt.Errorf("%w: frame type %d", ErrMalformed, h.Type)
	}
	allowed := payloads[h.Type]
	switch {
	case h.Length < allowed.least || h.Length > allowed.most:
		return fmt.Errorf("%w: payload of %d bytes in a frame of type %d, from %d to %d are allowed", ErrMalformed, h.Length, h.Type, allowed.least, allowed.most)
	case h.Offset > maxSize:
		return fmt.Errorf("%w: offset %d", ErrMalformed, h.Offset)
	case h.Type == TypeHeartbeat && h != Header{Type: TypeHeartbeat}:
		return fmt.Errorf("%w: heartbeat of object %d part %d at %d", ErrMalformed, h.Object, h.Part, h.Offset)
	}
	return nil
}
