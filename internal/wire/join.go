package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// Version of the format; both ends of a hop must speak the same.
const Version = 1

// Sizes of the fixed messages of the set-up, in bytes.
const (
	ChallengeSize = 24
	JoinSize      = 68
	VerdictSize   = 2 // and a reason of the length that its second byte gives
	OpenSize      = 16
)

// KeySize is the length of hop keys and of the transfer's secret, in bytes.
const KeySize = 32

// ErrToken says that a connection does not belong to this transfer.
var ErrToken = errors.New("not authorised for this transfer")

var magic = [4]byte{'S', 'K', 'Y', 'F'}

// Challenge is what a listening gateway sends first: its answer must be made for
// this very connection, so that a recorded set-up cannot be played again.
type Challenge struct{ Random [16]byte }

// Append encodes the challenge at the end of b.
func (c Challenge) Append(b []byte) []byte {
	b = append(b, magic[:]...)
	b = append(b, Version, 0, 0, 0)
	return append(b, c.Random[:]...)
}

// ParseChallenge decodes ChallengeSize bytes.
func ParseChallenge(b []byte) (c Challenge, err error) {
	if len(b) != ChallengeSize {
		return c, fmt.Errorf("%w: challenge of %d bytes", ErrMalformed, len(b))
	}
	if err := checkPreamble(b); err != nil {
		return c, err
	}
	copy(c.Random[:], b[8:])
	return c, nil
}

func checkPreamble(b []byte) error {
	if [4]byte(b[:4]) != magic {
		return fmt.Errorf("%w: not a gateway of this library", ErrMalformed)
	}
	if b[4] != Version || b[5] != 0 || b[6] != 0 || b[7] != 0 {
		return fmt.Errorf("%w: version %d, want %d", ErrMalformed, b[4], Version)
	}
	return nil
}

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
	b = append(b, magic[:]...)
	b = append(b, Version, 0, 0, 0)
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
func ParseJoin(b []byte, key []byte, c Challenge) (j Join, err error) {
	if len(b) != JoinSize {
		return j, fmt.Errorf("%w: join of %d bytes", ErrMalformed, len(b))
	}
	if err := checkPreamble(b); err != nil {
		return j, err
	}
	if !hmac.Equal(b[36:], token(key, c, b[:36])) {
		return j, ErrToken
	}
	j.Transfer = [16]byte(b[8:24])
	j.Route = binary.BigEndian.Uint32(b[24:])
	j.Circuit = binary.BigEndian.Uint64(b[28:])
	return j, nil
}

// AppendVerdict encodes the answer to a join: an empty reason means that the
// circuit is joined from here to its end.
func AppendVerdict(b []byte, reason string) []byte {
	reason = reason[:min(len(reason), 255)]
	var refused byte
	if reason != "" {
		refused = 1
	}
	b = append(b, refused, byte(len(reason)))
	return append(b, reason...)
}

// ParseVerdict decodes the first VerdictSize bytes of a verdict and tells how many
// bytes of reason follow; none for a circuit that is joined.
func ParseVerdict(b []byte) (reasonLength int, err error) {
	if len(b) != VerdictSize {
		return 0, fmt.Errorf("%w: verdict of %d bytes", ErrMalformed, len(b))
	}
	if b[0] > 1 || (b[0] == 0) != (b[1] == 0) {
		return 0, fmt.Errorf("%w: verdict %d with a reason of %d bytes", ErrMalformed, b[0], b[1])
	}
	return int(b[1]), nil
}
