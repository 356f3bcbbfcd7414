package main

import "github.com/spf13/cobra"

func newGrid(std streams) *cobra.Command {
	c := newGroup("grid", "Show and convert grids of throughput and prices", "  skyferry grid show azure:eastus aws:ap-south-1")
	c.AddCommand(newGridShow(std), newGridImport(std), newGridHeatmap(std), newGridStats(std), newGridExport(std), newGridMerge(std))
	return c
}
