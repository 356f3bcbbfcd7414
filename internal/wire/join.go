package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// JoinSize is the length of a join in bytes: a preamble, three fields and the token.
const JoinSize = joinFields + sha256.Size

// joinFields is the length of what the token vouches for, in bytes.
const joinFields = preambleSize + 16 + 4 + 8

// KeySize is the length of hop keys and of the transfer's secret, in bytes.
const KeySize = 32

// ErrToken says that a connection does not belong to this transfer.
var ErrToken = errors.New("not authorised for this transfer")

// Join asks a gateway to take part in a circuit: to pass it on along the route, or
// to be its end.
type Join struct {
	Transfer [16]byte
	Route    uint32
	Circuit  uint64
}

// Append encodes the join with its token: an HMAC-SHA256 under the key of the
// gateway that is asked, over the challenge and the message.
func (j Join) Append(b []byte, key []byte, c Challenge) []byte {
	start := len(b)
	b = appendPreamble(b)
	b = append(b, j.Transfer[:]...)
	b = binary.BigEndian.AppendUint32(b, j.Route)
	b = binary.BigEndian.AppendUint64(b, j.Circuit)
	return append(b, token(key, c, b[start:])...)
}

func token(key []byte, c Challenge, message []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("skyferry join v1"))
	mac.Write(c.Random[:])
	mac.Write(message)
	return mac.Sum(nil)
}

// ParseJoin decodes JoinSize bytes and checks the token; a wrong one is ErrToken.
// So is every one for a gateway whose key is not KeySize bytes long: without a key
// nobody is authorised.
func ParseJoin(b []byte, key []byte, c Challenge) (j Join, err error) {
	if len(b) != JoinSize {
		return j, fmt.Errorf("%w: join of %d bytes", ErrMalformed, len(b))
	}
	if err := checkPreamble(b); err != nil {
		return j, err
	}
	if len(key) != KeySize || !hmac.Equal(b[joinFields:], token(key, c, b[:joinFields])) {
		return j, ErrToken
	}
	j.Transfer = [16]byte(b[preambleSize:])
	j.Route = binary.BigEndian.Uint32(b[24:])
	j.Circuit = binary.BigEndian.Uint64(b[28:])
	return j, nil
}
