package wire

import "fmt"

// CheckPlace holds the header that came with a chunk against what the chunk says: a
// whole object is part 0 at offset 0, any other part lies where its number and the
// part size put it and is as long as it must be there.
func (c *Chunk) CheckPlace(h Header) error {
	if c.UploadID == "" {
		if h.Part != 0 || h.Offset != 0 {
			return fmt.Errorf("%w: object %d moves whole, as part %d at %d", ErrMalformed, h.Object, h.Part, h.Offset)
		}
		return nil
	}
	// Multiplied only when there are so many parts, hence without overflow.
	if h.Part == 0 || uint64(h.Part-1) > c.Size/c.PartSize || h.Offset != uint64(h.Part-1)*c.PartSize || c.Length != min(c.PartSize, c.Size-h.Offset) {
		return fmt.Errorf("%w: part %d of object %d at %d is %d bytes long, of %d in parts of %d", ErrMalformed, h.Part, h.Object, h.Offset, c.Length, c.Size, c.PartSize)
	}
	return nil
}
