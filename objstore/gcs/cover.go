package gcs

import (
	"slices"

	"github.com/skyferry/skyferry/objstore"
)

// cover returns pieces that together are all parts of an upload, in order: for each
// stretch the longest join whose checksums are those of the parts as the caller has
// them. ErrInvalid if a part is nowhere, ErrChecksum if it is another one.
func (s survey) cover(parts []objstore.Part) ([]piece, error) {
	at := map[int]piece{} // by number of the first part
	var wrong *objstore.Error
	for _, p := range slices.Backward(s.bySize()) {
		if err := p.differs(parts); err != nil {
			wrong = err
			continue
		}
		at[p.first] = p
	}
	var cover []piece
	for number := 1; number <= len(parts); {
		p, ok := at[number]
		if !ok && wrong != nil {
			return nil, wrong
		}
		if !ok {
			return nil, objstore.Errorf(objstore.ErrInvalid, "part %d was never put", number)
		}
		cover = append(cover, p)
		number += p.count()
	}
	return cover, nil
}

// differs returns an error if a piece is not what the caller says of its parts.
func (p piece) differs(parts []objstore.Part) *objstore.Error {
	for i, have := range p.sums {
		want := parts[p.first-1+i]
		if want.HasCRC32C && want.CRC32C != have {
			return objstore.Errorf(objstore.ErrChecksum, "part %d has CRC32C %08x, not %08x", want.Number, have, want.CRC32C)
		}
	}
	return nil
}

// spans are how many parts the joins of each round have before an object can be made of
// so many pieces in one request: none for up to 32 pieces.
func spans(parts int) []int {
	var s []int
	for span := maxSources; parts > span; span *= maxSources {
		s = append(s, span)
	}
	return s
}

// round divides pieces into groups, each within its own stretch of so many parts. Joins
// of one round begin and end at the same parts whoever makes them, so those of an
// earlier attempt fit.
func round(pieces []piece, span int) [][]piece {
	var groups [][]piece
	for i, p := range pieces {
		if i == 0 || (p.first-1)/span != (pieces[i-1].first-1)/span {
			groups = append(groups, nil)
		}
		end := len(groups) - 1
		groups[end] = append(groups[end], p)
	}
	return groups
}
