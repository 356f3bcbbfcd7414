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
	Key      string            // destination key, not empty
	UploadID string            // of the multipart upload; empty for an object that moves whole
	Size     uint64            // of the whole object in bytes
	PartSize uint64            // of every part but the last; 0 for an object that moves whole
	Fields   [6]string         // content type, cache control, encoding, language, disposition, storage class
	Metadata map[string]string // user metadata
	Tags     map[string]string
}

// maxEntries bounds the entries of user metadata, and of tags, of one object, maxStrings
// all strings of a chunk together, in bytes; stores allow a few kilobytes in all.
const (
	maxEntries = 1024
	maxStrings = MaxPayload / 2
)

// minChunk and maxChunk bound a chunk's payload in bytes.
const (
	minChunk = 3*8 + 8*fieldPrefix + 2*2
	maxChunk = minChunk + 2*2*maxEntries*fieldPrefix + maxStrings
)

// Append encodes the chunk at the end of b, or says what in it cannot be sent: a key
// or metadata that is too long, or sizes that contradict each other.
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
	return appendEntries(appendEntries(b, c.Metadata), c.Tags), nil
}

// appendEntries encodes names and values, in the order of the names.
func appendEntries(b []byte, entries map[string]string) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(entries)))
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		b = appendField(b, name)
		b = appendField(b, entries[name])
	}
	return b
}

func (c *Chunk) check() error {
	if err := c.checkStrings(); err != nil {
		return err
	}
	switch {
	case c.Key == "":
		return fmt.Errorf("chunk of %d bytes without a key", c.Length)
	case c.Size > maxSize || c.PartSize > maxSize:
		return fmt.Errorf("object %.80q of %d bytes in parts of %d", c.Key, c.Size, c.PartSize)
	case c.UploadID == "" && (c.PartSize != 0 || c.Length != c.Size):
		return fmt.Errorf("object %.80q of %d bytes should move whole, with %d bytes in parts of %d", c.Key, c.Size, c.Length, c.PartSize)
	case c.UploadID != "" && (c.PartSize == 0 || c.Length > min(c.PartSize, c.Size)):
		return fmt.Errorf("object %.80q: part of %d bytes of %d, in parts of %d", c.Key, c.Length, c.Size, c.PartSize)
	case c.Length == 0 && c.Size > 0:
		return fmt.Errorf("object %.80q: empty part of %d bytes", c.Key, c.Size)
	}
	return nil
}

func (c *Chunk) checkStrings() error {
	if n := max(len(c.Metadata), len(c.Tags)); n > maxEntries {
		return fmt.Errorf("object %.80q has %d entries of metadata or tags, at most %d can be sent", c.Key, n, maxEntries)
	}
	total := len(c.Key) + len(c.UploadID)
	longest := max(len(c.Key), len(c.UploadID))
	for _, field := range c.Fields {
		longest, total = max(longest, len(field)), total+len(field)
	}
	for _, entries := range []map[string]string{c.Metadata, c.Tags} {
		for name, value := range entries {
			longest, total = max(longest, len(name), len(value)), total+len(name)+len(value)
		}
	}
	if longest > maxField || total > maxStrings {
		return fmt.Errorf("object %.80q: a key or attribute of %d bytes (%d in all) is too long to send", c.Key, longest, total)
	}
	return nil
}

// ParseChunk decodes what Append wrote. Names must come in order and once, must not contradict each other.
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
	c.Metadata = parseEntries(r, "metadata")
	c.Tags = parseEntries(r, "tags")
	if err := r.end(); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return c, nil
}

// parseEntries decodes what appendEntries wrote.
func parseEntries(r *reader, what string) map[string]string {
	n := int(r.uint16(what))
	if r.err == nil && n > maxEntries {
		r.err = fmt.Errorf("%w: %d entries of %s", ErrMalformed, n, what)
	}
	if r.err != nil || n == 0 {
		return nil
	}
	entries, last := make(map[string]string), ""
	for i := range n {
		name, value := r.field(what), r.field(what)
		if r.err == nil && i > 0 && name <= last {
			r.err = fmt.Errorf("%w: names of %s out of order", ErrMalformed, what)
		}
		if r.err != nil {
			return nil
		}
		entries[name], last = value, name
	}
	return entries
}
