package grid

import (
	"cmp"
	"slices"
	"strings"
)

const nearestNames = 3

// nearest returns the regions spelled most like r, closest first.
func nearest(r Region, regions []Region) []Region {
	type candidate struct {
		region   Region
		distance int
	}
	atMost := max(3, len(r)/2)
	var candidates []candidate
	for _, region := range regions {
		if d := spellingDistance(r, region); d <= atMost {
			candidates = append(candidates, candidate{region, d})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	candidates = candidates[:min(len(candidates), nearestNames)]
	names := make([]Region, len(candidates))
	for i, c := range candidates {
		names[i] = c.region
	}
	return names
}

// spellingDistance is the edit distance, except that a wrong or missing
// provider before the right name counts as one edit.
func spellingDistance(r, region Region) int {
	name := string(r)
	if _, after, ok := strings.Cut(name, ":"); ok {
		name = after
	}
	return min(editDistance(string(r), string(region)), 1+editDistance(name, region.Name()))
}

// editDistance is Levenshtein's: how many bytes must be put in, taken out or
// replaced to make b of a. It keeps one row of the table at a time.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
