package gcs

import (
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// partsOf returns so many parts of one byte as pieces, and as the caller has them.
func partsOf(n int) (pieces []piece, parts []objstore.Part) {
	for i := range n {
		pieces = append(pieces, piece{first: i + 1, sums: []uint32{uint32(i)}})
		parts = append(parts, objstore.Part{Number: i + 1, Size: 1, CRC32C: uint32(i), HasCRC32C: true})
	}
	return pieces, parts
}

// joinAll plays the rounds and returns the requests that they take, the last included.
func joinAll(t *testing.T, pieces []piece) (rounds, requests int) {
	n := 0
	for _, p := range pieces {
		n += p.count()
	}
	for _, span := range spans(n) {
		var next []piece
		for _, group := range round(pieces, span) {
			if len(group) > maxSources {
				t.Errorf("%d sources", len(group))
			}
			joined := piece{first: group[0].first}
			for _, p := range group {
				joined.sums = append(joined.sums, p.sums...)
			}
			if len(group) > 1 {
				requests++
			}
			next = append(next, joined)
		}
		pieces = next
		rounds++
	}
	if len(pieces) > maxSources {
		t.Errorf("%d sources of the last request", len(pieces))
	}
	return rounds, requests + 1
}

func TestRounds(t *testing.T) {
	for _, c := range []struct{ parts, rounds, requests int }{
		{1, 0, 1},
		{32, 0, 1},
		{33, 1, 2}, // 32 and 1, which is left as it is
		{1000, 1, 33},
		{1024, 1, 33},
		{1025, 2, 34},                      // 32 joins and a part, a join of these and the part, both
		{10_000, 2, 324},                   // 313 joins, 10 of those, one
		{maxParts, 2, 1024 + 32 + 1},       // all full
		{maxParts - 1, 2, 1024 + 32 + 1},   // the last not quite
		{maxParts - 31, 2, 1023 + 32 + 1},  // the last join of the first round is a part
		{maxParts - 1023, 2, 992 + 31 + 1}, // and so is the last of the second
	} {
		pieces, _ := partsOf(c.parts)
		rounds, requests := joinAll(t, pieces)
		if rounds != c.rounds || requests != c.requests {
			t.Errorf("%d parts: %d rounds, %d requests; want %d, %d", c.parts, rounds, requests, c.rounds, c.requests)
		}
	}
}

// join makes the piece that a number of parts become.
func join(pieces []piece, first, count int) piece {
	j := piece{first: first}
	for _, p := range pieces[first-1 : first-1+count] {
		j.sums = append(j.sums, p.sums...)
	}
	return j
}

// What an earlier attempt has joined is used as it is, whichever of its sources are
// still there, unless it is of other bytes.
func TestCover(t *testing.T) {
	pieces, parts := partsOf(2100)
	stale := join(pieces, 33, 32)
	stale.sums = slices.Clone(stale.sums)
	stale.sums[5]++
	for name, c := range map[string]struct {
		pieces []piece
		want   int // pieces
		kind   objstore.Kind
	}{
		"parts":             {pieces, 2100, ""},
		"a join":            {append(slices.Clone(pieces[32:]), join(pieces, 1, 32)), 2069, ""},
		"and its sources":   {append(slices.Clone(pieces), join(pieces, 1, 32)), 2069, ""},
		"of joins":          {append(slices.Clone(pieces), join(pieces, 1, 32), join(pieces, 1, 1024)), 1077, ""},
		"all":               {[]piece{join(pieces, 2049, 52), join(pieces, 1025, 1024), join(pieces, 1, 1024)}, 3, ""},
		"stale":             {append(slices.Clone(pieces), stale), 2100, ""},
		"stale, parts gone": {append(slices.Delete(slices.Clone(pieces), 32, 64), stale), 0, objstore.ErrChecksum},
		"missing":           {pieces[:2099], 0, objstore.ErrInvalid},
		"nothing":           {nil, 0, objstore.ErrInvalid},
	} {
		got, err := survey{pieces: c.pieces}.cover(parts)
		if len(got) != c.want || objstore.KindOf(err) != c.kind {
			t.Errorf("%s: %d pieces, %v", name, len(got), err)
		}
		if err == nil {
			joinAll(t, got)
		}
	}
}

// What a join says of its parts is within what the store takes as metadata, for any
// number of them.
func TestSumsFit(t *testing.T) {
	for _, n := range []int{2, sumsOfField, sumsOfField + 1, maxSources * maxSources} {
		sums := make([]uint32, n)
		for i := range sums {
			sums[i] = uint32(i) << 20
		}
		metadata := encodeSums(sums)
		size := 0
		for name, value := range metadata {
			size += len(name) + len(value)
			if len(value) > maxMetadataValue {
				t.Errorf("%d sums: a value of %d bytes", n, len(value))
			}
		}
		if size > limits.MaxMetadataBytes {
			t.Errorf("%d sums: %d bytes", n, size)
		}
		if !slices.Equal(decodeSums(metadata, n), sums) || decodeSums(metadata, n+1) != nil {
			t.Errorf("%d sums do not come back", n)
		}
	}
	if decodeSums(map[string]string{sumsKey(0): "?"}, 1) != nil || decodeSums(map[string]string{sumsKey(0): "AAA="}, 1) != nil {
		t.Error("what is no list of sums is taken for one")
	}
}

func FuzzParsePieceKey(f *testing.F) {
	const id = "ABCDEFGHIJKLMNOPQRSTUVWXY2"
	for _, name := range []string{"part-00001", "part-32768", "part-1", "join-00001-00032", "join-00001-00001", "join--1-3", "upload", ""} {
		f.Add(uploadPrefix(id) + name)
	}
	f.Fuzz(func(t *testing.T, key string) {
		first, count, ok := parsePieceKey(id, key)
		if ok && pieceKey(id, first, count) != key {
			t.Errorf("%q became %d, %d", key, first, count)
		}
	})
}

func TestPieceKeys(t *testing.T) {
	const id = "ABCDEFGHIJKLMNOPQRSTUVWXY2"
	for _, c := range [][2]int{{1, 1}, {32768, 1}, {1, 32}, {1025, 1024}} {
		key := pieceKey(id, c[0], c[1])
		first, count, ok := parsePieceKey(id, key)
		if !ok || first != c[0] || count != c[1] || !strings.HasPrefix(key, TempPrefix) || key >= afterTemp {
			t.Errorf("%q: %d, %d, %t", key, first, count, ok)
		}
	}
	for _, wrong := range []string{"", id[1:], id + "A", strings.ToLower(id), "../" + id[3:], id[1:] + "/"} {
		if isID(wrong) {
			t.Errorf("%q is taken for an ID", wrong)
		}
	}
	if !isID(id) {
		t.Error("an ID is not taken for one")
	}
}
