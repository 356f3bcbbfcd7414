package wire

import "fmt"

// Version of the format; both ends of a hop must speak the same. Version 1 had neither
// tags nor a storage class.
const Version = 2

// ChallengeSize is the length of a challenge in bytes.
const ChallengeSize = 24

var magic = [4]byte{'S', 'K', 'Y', 'F'}

// Challenge is what a listening gateway sends first: its answer must be made for
// this very connection, so that a recorded set-up cannot be played again.
type Challenge struct{ Random [16]byte }

// Append encodes the challenge at the end of b.
func (c Challenge) Append(b []byte) []byte {
	b = appendPreamble(b)
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
	copy(c.Random[:], b[preambleSize:])
	return c, nil
}

// preambleSize is the length of what the messages of both sides begin with, in bytes.
const preambleSize = 8

func appendPreamble(b []byte) []byte {
	b = append(b, magic[:]...)
	return append(b, Version, 0, 0, 0)
}

func checkPreamble(b []byte) error {
	if [4]byte(b[:4]) != magic {
		return fmt.Errorf("%w: not a gateway of this library", ErrMalformed)
	}
	if b[4] != Version || b[5] != 0 || b[6] != 0 || b[7] != 0 {
		return fmt.Errorf("%w: version %d.%d.%d.%d, want %d.0.0.0", ErrMalformed, b[4], b[5], b[6], b[7], Version)
	}
	return nil
}
