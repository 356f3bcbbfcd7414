package wire

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Chunk is the payload of a TypeChunk frame: what the destination must know to
// write the bytes that follow. Object, part and offset stand in the header.
type Chunk struct {
	Length   uint64            // bytes that follow in data frames
	Key      string            // destination key
	UploadID string            // of the multipart upload; empty for a whole object
	Size     uint64            // of the whole object in bytes
	PartSize uint64            // of every part but the last; 0 for a whole object
	Fields   [5]string         // content type, cache control, encoding, language, disposition
	Metadata map[string]string // user metadata
}

// maxMetadata bounds the user metadata entries of one object; stores allow a few
// kilobytes in all.
const maxMetadata = 1024

// Append encodes the chunk at the end of b, or says which field is too long.
func (c *Chunk) Append(b []byte) ([]byte, error) {
	if err := c.check(); err != nil {
		return b, err
	}
	b = binary.BigEndian.AppendUint64(b, c.Length)
	b = appendField(b, c.Key)
	b = appendField(b, c.UploadID)
	b = binary.BigEndian.AppendUint64(b, c.Size)
	b = binary.BigEndian.AppendUint64(b, c.PartSize)
	for _, field := range c.Fields {
		b = appendField(b, field)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(c.Metadata)))
	for _, name := range slices.Sorted(maps.Keys(c.Metadata)) {
		b = appendField(b, name)
		b = appendField(b, c.Metadata[name])
	}
	return b, nil
}

func (c *Chunk) check() error {
	if len(c.Metadata) > maxMetadata {
		return fmt.Errorf("object %q has %d metadata entries, at most %d can be sent", c.Key, len(c.Metadata), maxMetadata)
	}
	total := len(c.Key) + len(c.UploadID)
	longest := max(len(c.Key), len(c.UploadID))
	for _, field := range c.Fields {
		longest, total = max(longest, len(field)), total+len(field)
	}
	for name, value := range c.Metadata {
		longest, total = max(longest, len(name), len(value)), total+len(name)+len(value)
	}
	if longest > maxField || total > MaxPayload/2 {
		return fmt.Errorf("object %.80q: a key or metadata field of %d bytes (%d in all) is too long to send", c.Key, longest, total)
	}
	return nil
}

// ParseChunk decodes what Append wrote. Metadata names must come in order and once.
func ParseChunk(b []byte) (*Chunk, error) {
	r := &reader{rest: b}
	c := &Chunk{
		Length:   r.uint64("chunk length"),
		Key:      r.field("key"),
		UploadID: r.field("upload"),
		Size:     r.uint64("object size"),
		PartSize: r.uint64("part size"),
	}
	for i := range c.Fields {
		c.Fields[i] = r.field("attribute")
	}
	c.Metadata = parseMetadata(r)
	if err := r.end(); err != nil {
		return nil, err
	}
	if c.Length > c.Size {
		return nil, fmt.Errorf("%w: chunk of %d bytes in an object of %d", ErrMalformed, c.Length, c.Size)
	}
	return c, nil
}

func parseMetadata(r *reader) map[string]string {
	n := int(r.uint16("metadata count"))
	if r.err == nil && n > maxMetadata {
		r.err = fmt.Errorf("%w: %d metadata entries", ErrMalformed, n)
	}
	if r.err != nil || n == 0 {
		return nil
	}
	metadata, last := make(map[string]string), ""
	for i := range n {
		name, value := r.field("metadata name"), r.field("metadata value")
		if r.err == nil && i > 0 && name <= last {
			r.err = fmt.Errorf("%w: metadata names out of order", ErrMalformed)
		}
		if r.err != nil {
			return nil
		}
		metadata[name], last = value, name
	}
	return metadata
}
