package main

import (
	"context"
	"errors"
	"io"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/draw"
	"github.com/skyferry/skyferry/plan"
)

// drawFrontier draws a frontier that was found for a request, with the direct plan and RON's beside it. Its points are
// drawn as samples if they were asked for.
func drawFrontier(ctx context.Context, name string, g *grid.Grid, request plan.FrontierRequest, f *plan.Frontier) error {
	data := frontierData(request, f)
	ron, err := plan.Solve(ctx, g, plan.Request{
		Src: request.Src, Dst: request.Dst, Goal: plan.Fastest(), Algorithm: plan.RON, MaxVMs: request.MaxVMs,
		VolumeGB: request.VolumeGB, BootMinutes: request.BootMinutes, Limits: request.Limits, Tiers: request.Tiers,
	})
	switch {
	case err == nil:
		data.RON = &draw.FrontierPoint{Gbps: ron.ThroughputGbps, USDPerGB: ron.USDPerGB}
	case !errors.Is(err, plan.ErrInfeasible): // no path of two links is no failure
		return err
	}
	return writeDrawing(name, func(w io.Writer) error { return draw.Frontier(w, data, nil) })
}

// frontierData is what is drawn of a frontier.
func frontierData(request plan.FrontierRequest, f *plan.Frontier) draw.FrontierData {
	data := draw.FrontierData{Src: f.Src, Dst: f.Dst, MaxVMs: max(1, request.MaxVMs)}
	for _, s := range f.Segments {
		data.Segments = append(data.Segments, draw.FrontierSegment{
			FromGbps: s.FromGbps, ToGbps: s.ToGbps, USDPerSecond: s.USDPerSecond, USDPerGB: s.USDPerGB,
			OpenFrom: s.FromOpen, OpenTo: s.ToOpen, VMs: s.VMs,
		})
	}
	if request.Points > 0 {
		for _, at := range f.Points {
			data.Points = append(data.Points, draw.FrontierPoint{Gbps: at.ThroughputGbps, USDPerGB: at.USDPerGB})
		}
	}
	if f.Direct != nil {
		data.Direct = &draw.FrontierPoint{Gbps: f.Direct.ThroughputGbps, USDPerGB: f.Direct.USDPerGB}
	}
	return data
}
