package wire

import (
	"encoding/binary"
	"fmt"
)

// Ack is the payload of a TypeAck frame; object and part stand in the header.
type Ack struct {
	Kind        string // empty when the store has the bytes, else the kind of error
	Message     string // why the chunk was refused
	CRC         uint32 // of the bytes that the destination received
	StoreCRC    uint32 // of the same bytes, computed by the store itself
	HasStoreCRC bool
	WriteMicros uint32 // how long the store took
	ETag        string // what the store calls the part
}

// maxMessage bounds the words of a refusal, in bytes.
const maxMessage = 1024

// Append encodes the acknowledgement at the end of b; a message that is too long
// is cut.
func (a *Ack) Append(b []byte) []byte {
	var has byte
	if a.HasStoreCRC {
		has = 1
	}
	b = append(b, has)
	b = binary.BigEndian.AppendUint32(b, a.CRC)
	b = binary.BigEndian.AppendUint32(b, a.StoreCRC)
	b = binary.BigEndian.AppendUint32(b, a.WriteMicros)
	b = appendField(b, a.ETag[:min(len(a.ETag), maxField)])
	b = appendField(b, a.Kind[:min(len(a.Kind), maxMessage)])
	return appendField(b, a.Message[:min(len(a.Message), maxMessage)])
}

// ParseAck decodes what Append wrote.
func ParseAck(b []byte) (*Ack, error) {
	r := &reader{rest: b}
	has := r.uint8("store checksum flag")
	a := &Ack{
		HasStoreCRC: has == 1,
		CRC:         r.uint32("checksum"),
		StoreCRC:    r.uint32("store checksum"),
		WriteMicros: r.uint32("write time"),
		ETag:        r.field("etag"),
		Kind:        r.field("kind"),
		Message:     r.field("message"),
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	if has > 1 || len(a.Kind) > maxMessage || len(a.Message) > maxMessage {
		return nil, fmt.Errorf("%w: acknowledgement with flag %d and %d bytes of text", ErrMalformed, has, len(a.Kind)+len(a.Message))
	}
	return a, nil
}
