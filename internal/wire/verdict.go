package wire

import "fmt"

// VerdictSize is the length of a verdict in bytes, without its reason.
const VerdictSize = 2

// maxReason bounds the reason of a refusal in bytes: its length has one byte.
const maxReason = 255

// AppendVerdict encodes the answer to a join: an empty reason means that the
// circuit is joined from here to its end. A reason that is too long is cut.
func AppendVerdict(b []byte, reason string) []byte {
	reason = clip(reason, maxReason)
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
