package wire

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/skyferry/skyferry/internal/crc32c"
)

// ErrDamaged says that a frame is not what its sender sealed: changed, repeated,
// out of order or made under another key. The circuit is closed.
var ErrDamaged = errors.New("frame was damaged, repeated or forged")

// bareTrailer is the length of a bare frame's trailer, a CRC32C, in bytes.
const bareTrailer = 4

// Protection guards the frames of one direction of one circuit: sealed with
// AES-256-GCM, or, where the caller has asked for bare frames, checked by CRC32C.
// Frames must be opened in the order in which they were sealed. It is not safe for
// concurrent use.
type Protection struct {
	aead    cipher.AEAD // nil for bare frames
	counter uint64
	nonce   [12]byte
	aad     [16 + HeaderSize]byte
	scratch [bareTrailer]byte
}

// NewSealed derives the direction's key from the transfer's secret of KeySize bytes
// with HKDF-SHA256; the salt is the randoms of both ends.
func NewSealed(secret []byte, c Circuit, d Direction) (*Protection, error) {
	key, err := c.key(secret, d)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("making a circuit's cipher: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("making a circuit's seal: %w", err)
	}
	p := &Protection{aead: aead}
	copy(p.aad[:], c.Transfer[:])
	return p, nil
}

// NewBare makes frames that are only checked for accidents, for networks that are
// trusted and for measuring what sealing costs.
func NewBare() *Protection { return &Protection{} }

// Sealed tells whether frames are sealed.
func (p *Protection) Sealed() bool { return p.aead != nil }

// Overhead is the length of the trailer after the payload, in bytes.
func (p *Protection) Overhead() int {
	if p.aead != nil {
		return p.aead.Overhead()
	}
	return bareTrailer
}

// Append adds a whole frame to b: header, protected payload, trailer. The header's
// Length is set here; the payload must not overlap the room behind b.
func (p *Protection) Append(b []byte, h Header, payload []byte) []byte {
	h.Length = uint32(len(payload))
	start := len(b)
	b = h.Append(b)
	if p.aead == nil {
		b = append(b, payload...)
		return binary.BigEndian.AppendUint32(b, crc32c.Checksum(payload))
	}
	copy(p.aad[16:], b[start:])
	return p.aead.Seal(b, p.next(), payload, p.aad[:])
}

// AppendData is Append for frames whose payload's CRC32C the caller wants, taken
// while the payload is in the processor's cache.
func (p *Protection) AppendData(b []byte, h Header, payload []byte) (frame []byte, crc uint32) {
	crc = crc32c.Checksum(payload)
	return p.Append(b, h, payload), crc
}

// Around returns the header and the trailer of a bare frame whose payload is sent
// from where it lies, with the payload's CRC32C. The slices are valid until the
// next call. It panics where frames are to be sealed: the payload would go out in
// the clear.
func (p *Protection) Around(b []byte, h Header, payload []byte) (header, trailer []byte, crc uint32) {
	if p.aead != nil {
		panic("wire: a sealed frame cannot be sent from where its payload lies")
	}
	h.Length = uint32(len(payload))
	crc = crc32c.Checksum(payload)
	binary.BigEndian.PutUint32(p.scratch[:], crc)
	return h.Append(b[:0]), p.scratch[:], crc
}

// Open checks a frame and returns its payload, which lies in body, and the payload's
// CRC32C. The header is the HeaderSize bytes that ParseHeader has accepted; the body
// is what came after it, payload and trailer, and is overwritten.
func (p *Protection) Open(header, body []byte) (payload []byte, crc uint32, err error) {
	n := len(body) - p.Overhead()
	if n < 0 || len(header) != HeaderSize {
		return nil, 0, fmt.Errorf("%w: frame with a header of %d and a body of %d bytes", ErrMalformed, len(header), len(body))
	}
	if p.aead == nil {
		crc = crc32c.Checksum(body[:n])
		if crc != binary.BigEndian.Uint32(body[n:]) {
			return nil, 0, ErrDamaged
		}
		return body[:n], crc, nil
	}
	copy(p.aad[16:], header)
	payload, err = p.aead.Open(body[:0], p.next(), body, p.aad[:])
	if err != nil {
		return nil, 0, ErrDamaged
	}
	return payload, crc32c.Checksum(payload), nil
}

// next steps the frame counter, which is the nonce: it starts at 0 under a key that
// is never used twice, and the receiver expects it in order.
func (p *Protection) next() []byte {
	binary.BigEndian.PutUint64(p.nonce[4:], p.counter)
	p.counter++
	return p.nonce[:]
}
