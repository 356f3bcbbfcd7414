package synth

import "io"

// reader generates a stretch of an object as it is read.
type reader struct {
	object    int
	off, left int64
}

func (r *reader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), r.left)]
	fill(r.object, r.off, p)
	r.off += int64(len(p))
	r.left -= int64(len(p))
	return len(p), nil
}
