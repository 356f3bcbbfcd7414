package grid_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// triangle has three regions and four links, given out of order.
func triangle(t *testing.T) *grid.Grid {
	t.Helper()
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{
			{Src: "gcp:c", Dst: "aws:a", Gbps: 3, USDPerGB: 0.12},
			{Src: "aws:a", Dst: "gcp:c", Gbps: 2, USDPerGB: 0.09},
			{Src: "aws:a", Dst: "azure:b", Gbps: 1, USDPerGB: 0.09},
			{Src: "azure:b", Dst: "gcp:c", Gbps: 4, USDPerGB: 0},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGridLooksUp(t *testing.T) {
	g := triangle(t)
	if got, want := g.Regions(), []grid.Region{"aws:a", "azure:b", "gcp:c"}; !slices.Equal(got, want) {
		t.Errorf("Regions() = %v, want %v", got, want)
	}
	if l, ok := g.Link("aws:a", "gcp:c"); !ok || l.Gbps != 2 || l.Connections != 64 || l.Samples != 1 {
		t.Errorf("Link(aws:a, gcp:c) = %+v, %v", l, ok)
	}
	for _, pair := range [][2]grid.Region{
		{"azure:b", "aws:a"}, {"aws:a", "aws:a"}, {"aws:a", "aws:z"}, {"aws:z", "aws:a"}, {"", ""},
	} {
		if l, ok := g.Link(pair[0], pair[1]); ok || l != (grid.Link{}) {
			t.Errorf("Link(%q, %q) = %+v, %v, want none", pair[0], pair[1], l, ok)
		}
	}
	if err := g.Lookup("azure:b"); err != nil {
		t.Errorf("Lookup(azure:b) = %v", err)
	}
	if err := g.Lookup("azure:c"); !errors.Is(err, grid.ErrUnknownRegion) {
		t.Errorf("Lookup(azure:c) = %v, want ErrUnknownRegion", err)
	}
}
