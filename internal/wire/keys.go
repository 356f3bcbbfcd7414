package wire

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// OpenSize is the length of the random that each end of a circuit sends once the
// circuit is joined, in bytes.
const OpenSize = 16

// Direction of a frame along a circuit.
type Direction string

// The two directions; each has a key of its own.
const (
	Forward Direction = "source to destination"
	Return  Direction = "destination to source"
)

// Circuit is what both ends know about one circuit once it is open, and all that
// its keys are derived from beside the transfer's secret.
type Circuit struct {
	Transfer          [16]byte
	ID                uint64
	SourceRandom      [OpenSize]byte
	DestinationRandom [OpenSize]byte
}

// key derives a direction's AES-256 key with HKDF-SHA256 (RFC 5869). The salt is
// the randoms of both ends: as long as one of them is fresh, so is the key.
func (c Circuit) key(secret []byte, d Direction) ([]byte, error) {
	if len(secret) != KeySize {
		return nil, fmt.Errorf("deriving a circuit's key: secret of %d bytes, want %d", len(secret), KeySize)
	}
	salt := append(c.SourceRandom[:], c.DestinationRandom[:]...)
	info := append([]byte("skyferry seal v1 "+string(d)), c.Transfer[:]...)
	info = binary.BigEndian.AppendUint64(info, c.ID)
	key, err := hkdf.Key(sha256.New, secret, salt, string(info), 32)
	if err != nil {
		return nil, fmt.Errorf("deriving a circuit's key: %w", err)
	}
	return key, nil
}
