package wire

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

// Ack is the payload of a TypeAck frame; object and part stand in the header.
type Ack struct {
	Kind        string // empty when the store has the bytes, else the kind of error
	Message     string // why the chunk was refused
	CRC         uint32 // of the bytes that the destination received
	StoreCRC    uint32 // of the same bytes, computed by the store itself; 0 if it does not
	HasStoreCRC bool
	WriteMicros uint32 // how long the store took
	ETag        string // what the store calls the part
}

// maxMessage bounds the words of a refusal, in bytes.
const maxMessage = 1024

// minAck and maxAck bound an acknowledgement's payload in bytes.
const (
	minAck = 1 + 4 + 4 + 4 + 3*fieldPrefix
	maxAck = minAck + maxField + 2*maxMessage
)

// kindUnsendable is the kind of a part whose name the store has made too long.
const kindUnsendable = "unsupported"

// Append encodes the acknowledgement at the end of b. A message that is too long is
// cut. A part with an ETag that is too long is refused instead: with a part of its
// name the object could not be completed.
func (a *Ack) Append(b []byte) []byte {
	if len(a.ETag) > maxField {
		a = &Ack{Kind: kindUnsendable, Message: fmt.Sprintf("the store's ETag of the part has %d bytes, at most %d can be sent", len(a.ETag), maxField)}
	}
	flag, storeCRC := byte(0), uint32(0)
	if a.HasStoreCRC {
		flag, storeCRC = 1, a.StoreCRC
	}
	b = append(b, flag)
	b = binary.BigEndian.AppendUint32(b, a.CRC)
	b = binary.BigEndian.AppendUint32(b, storeCRC)
	b = binary.BigEndian.AppendUint32(b, a.WriteMicros)
	b = appendField(b, a.ETag)
	b = appendField(b, clip(a.Kind, maxMessage))
	return appendField(b, clip(a.Message, maxMessage))
}

// ParseAck decodes what Append wrote.
func ParseAck(b []byte) (*Ack, error) {
	r := &reader{rest: b}
	flag := r.uint8("store checksum flag")
	a := &Ack{
		HasStoreCRC: flag == 1,
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
	if flag > 1 || (flag == 0 && a.StoreCRC != 0) {
		return nil, fmt.Errorf("%w: acknowledgement with flag %d and store checksum %08x", ErrMalformed, flag, a.StoreCRC)
	}
	if err := a.checkWords(); err != nil {
		return nil, err
	}
	return a, nil
}

// checkWords makes sure of what is shown to people and sent on in other formats.
func (a *Ack) checkWords() error {
	switch {
	case len(a.Kind) > maxMessage || len(a.Message) > maxMessage:
		return fmt.Errorf("%w: refusal of %d and %d bytes", ErrMalformed, len(a.Kind), len(a.Message))
	case !utf8.ValidString(a.Kind) || !utf8.ValidString(a.Message):
		return fmt.Errorf("%w: refusal that is not UTF-8", ErrMalformed)
	case a.Kind == "" && a.Message != "":
		return fmt.Errorf("%w: acceptance with the message %q", ErrMalformed, a.Message)
	}
	return nil
}
