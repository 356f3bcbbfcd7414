package main

import (
	"iter"

	"github.com/skyferry/skyferry/grid"
)

// ageRow is grid.Age with names for JSON and days for times.
type ageRow struct {
	Oldest    string `json:"oldest"` // empty if no date is known
	Newest    string `json:"newest"`
	Undated   int    `json:"undated_links"`
	Estimated int    `json:"estimated_links"`
}

func newAgeRow(age grid.Age) ageRow {
	return ageRow{Oldest: date(age.Oldest), Newest: date(age.Newest), Undated: age.Undated, Estimated: age.Estimated}
}

// allLinks yields the links of every tier, the grid's own first.
func allLinks(g *grid.Grid) iter.Seq[grid.Link] {
	return func(yield func(grid.Link) bool) {
		for _, tier := range append([]string{""}, g.Tiers()...) {
			for l := range g.TierLinks(tier) {
				if !yield(l) {
					return
				}
			}
		}
	}
}
