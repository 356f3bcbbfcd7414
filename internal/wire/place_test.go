package wire

import (
	"errors"
	"math"
	"testing"
)

func TestPlacesOfParts(t *testing.T) {
	last := vary(part(), func(c *Chunk) { c.Length = 5 })
	for name, test := range map[string]struct {
		chunk Chunk
		part  uint32
		at    uint64
		right bool
	}{
		"whole":                      {whole(), 0, 0, true},
		"whole at an offset":         {whole(), 0, 1, false},
		"whole as a part":            {whole(), 1, 0, false},
		"first":                      {part(), 1, 0, true},
		"second":                     {part(), 2, 10, true},
		"last":                       {last, 3, 20, true},
		"part 0":                     {part(), 0, 0, false},
		"second where the first is":  {part(), 2, 0, false},
		"first where the second is":  {part(), 1, 10, false},
		"beside its place":           {part(), 2, 11, false},
		"last as long as the others": {part(), 3, 20, false},
		"as short as the last":       {last, 2, 10, false},
		"behind the object":          {part(), 4, 30, false},
		"far behind the object":      {part(), math.MaxUint32, 10 * (math.MaxUint32 - 1), false},
		"empty upload":               {Chunk{Key: "k", UploadID: "u", PartSize: 1}, 1, 0, true},
		"second of an empty upload":  {Chunk{Key: "k", UploadID: "u", PartSize: 1}, 2, 1, false},
		// 3·(2^62) does not fit and would come out as 2^62 once more.
		"product that overflows": {Chunk{Length: 1 << 62, Key: "k", UploadID: "u", Size: math.MaxInt64, PartSize: 1 << 62}, 6, 1 << 62, false},
	} {
		err := test.chunk.CheckPlace(Header{Type: TypeChunk, Object: 1, Part: test.part, Offset: test.at})
		if test.right && err != nil || !test.right && !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v; should be accepted: %v", name, err, test.right)
		}
	}
}

// Every part of an object has one place, and its neighbours' places are not its own.
func TestPlacesOfAllPartsOfManyObjects(t *testing.T) {
	for size := uint64(1); size <= 40; size++ {
		for partSize := uint64(1); partSize <= size+1; partSize++ {
			for offset := uint64(0); offset < size; offset += partSize {
				c := Chunk{Length: min(partSize, size-offset), Key: "k", UploadID: "u", Size: size, PartSize: partSize}
				for at := range size + 2 {
					h := Header{Type: TypeChunk, Part: uint32(offset/partSize) + 1, Offset: at}
					if err := c.CheckPlace(h); (err == nil) != (at == offset) {
						t.Fatalf("%+v at %d: %v, its place is %d", c, at, err, offset)
					}
				}
			}
		}
	}
}
