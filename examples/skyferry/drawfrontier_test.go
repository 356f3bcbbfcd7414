package main

import (
	"path/filepath"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// TestDrawFrontier: the samples are drawn where they were asked for.
func TestDrawFrontier(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "frontier.svg")
	for points, words := range map[int][]string{0: nil, 20: {">sample<"}} {
		request := plan.FrontierRequest{Src: "azure:eastus", Dst: "aws:ap-south-1", Points: points}
		f, err := plan.SolveFrontier(t.Context(), grid.Builtin(), request)
		if err != nil {
			t.Fatal(err)
		}
		if err := drawFrontier(t.Context(), svg, grid.Builtin(), request, f); err != nil {
			t.Fatal(err)
		}
		wantSVG(t, svg, append(words, "azure:eastus → aws:ap-south-1", ">frontier<", ">direct: 1.183 Gbit/s", ">RON: ", "one machine a region")...)
	}
}
