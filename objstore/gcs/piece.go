package gcs

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"cloud.google.com/go/storage"
	"google.golang.org/api/iterator"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// piece is a temporary object with the bytes of a part, or of several that follow one
// another.
type piece struct {
	key        string
	generation int64
	class      string // of storage
	first      int    // number of the first part
	sums       []uint32
}

func (p piece) count() int { return len(p.sums) }

// sumsOfField is how many checksums of parts fit into one value of a join's metadata.
const sumsOfField = maxMetadataValue / 4 * 3 / 4

// encodeSums returns the metadata of a join that has the checksums of its parts.
func encodeSums(sums []uint32) map[string]string {
	metadata := map[string]string{}
	for some := range slices.Chunk(sums, sumsOfField) {
		b := make([]byte, 0, 4*len(some))
		for _, s := range some {
			b = binary.BigEndian.AppendUint32(b, s)
		}
		metadata[sumsKey(len(metadata))] = base64.StdEncoding.EncodeToString(b)
	}
	return metadata
}

func sumsKey(field int) string { return fmt.Sprintf("parts-crc32c-%d", field) }

// decodeSums is the reverse of encodeSums, nil if there are not so many.
func decodeSums(metadata map[string]string, count int) []uint32 {
	var sums []uint32
	for field := 0; len(sums) < count; field++ {
		b, err := base64.StdEncoding.DecodeString(metadata[sumsKey(field)])
		if err != nil || len(b) == 0 || len(b)%4 != 0 {
			return nil
		}
		for ; len(b) > 0; b = b[4:] {
			sums = append(sums, binary.BigEndian.Uint32(b))
		}
	}
	return sums
}

// sizeOf returns the bytes of so many parts of an upload from one on.
func sizeOf(u objstore.Upload, first, count int) int64 {
	from, _ := u.PartRange(first)
	last, n := u.PartRange(first + count - 1)
	return last + n - from
}

// combine returns the checksum of a piece's bytes.
func combine(u objstore.Upload, first int, sums []uint32) (all uint32) {
	for i, s := range sums {
		_, n := u.PartRange(first + i)
		all = crc32c.Combine(all, s, n)
	}
	return all
}

// asPiece returns the piece that an object is, false if it is none.
func asPiece(u objstore.Upload, a *storage.ObjectAttrs) (piece, bool) {
	first, count, ok := parsePieceKey(u.ID, a.Name)
	if !ok || first+count-1 > u.Parts() || a.Size != sizeOf(u, first, count) {
		return piece{}, false
	}
	p := piece{key: a.Name, generation: a.Generation, class: a.StorageClass, first: first, sums: []uint32{a.CRC32C}}
	if count > 1 {
		p.sums = decodeSums(a.Metadata, count)
	}
	return p, p.count() == count && combine(u, first, p.sums) == a.CRC32C
}

// survey is what there is of an upload.
type survey struct {
	marker *storage.ObjectAttrs // nil: the upload is gone
	pieces []piece
	all    []*storage.ObjectAttrs // but the marker
}

// survey lists what there is of an upload, one that never was included.
func (d *driver) survey(ctx context.Context, u objstore.Upload) (survey, error) {
	var s survey
	if !isID(u.ID) {
		return s, nil
	}
	q := &storage.Query{Prefix: uploadPrefix(u.ID), Projection: storage.ProjectionNoACL}
	if err := q.SetAttrSelection([]string{"Name", "Size", "Generation", "CRC32C", "StorageClass", "Metadata"}); err != nil {
		return s, err
	}
	it := d.bucket.Objects(ctx, q)
	it.PageInfo().MaxSize = pageKeys
	for {
		a, err := it.Next()
		if errors.Is(err, iterator.Done) {
			return s, nil
		}
		if err != nil {
			return s, classifyBucket(err)
		}
		s.add(u, a)
	}
}

func (s *survey) add(u objstore.Upload, a *storage.ObjectAttrs) {
	if a.Name == markerKey(u.ID) {
		s.marker = a
		return
	}
	s.all = append(s.all, a)
	if p, ok := asPiece(u, a); ok {
		s.pieces = append(s.pieces, p)
	}
}

// objects returns all that is left, that version of it: older ones are no business of
// ours, and deleting one leaves none behind.
func (s survey) objects(d *driver) []*storage.ObjectHandle {
	objects := make([]*storage.ObjectHandle, len(s.all))
	for i, a := range s.all {
		objects[i] = d.object(a.Name).Generation(a.Generation)
	}
	return objects
}

// parts returns the parts that are there, by number: those that were joined already,
// unless they were put again.
func (s survey) parts(u objstore.Upload) []objstore.Part {
	byNumber := map[int]objstore.Part{}
	for _, p := range s.bySize() {
		for i, crc := range p.sums {
			number := p.first + i
			_, n := u.PartRange(number)
			byNumber[number] = describePart(number, n, crc, true)
		}
	}
	parts := make([]objstore.Part, 0, len(byNumber))
	for number := 1; number <= u.Parts(); number++ {
		if p, ok := byNumber[number]; ok {
			parts = append(parts, p)
		}
	}
	return parts
}

// bySize returns the pieces, those of most parts first.
func (s survey) bySize() []piece {
	return slices.SortedStableFunc(slices.Values(s.pieces), func(p, q piece) int { return q.count() - p.count() })
}
