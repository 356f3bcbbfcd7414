package plan

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// shrunk is a smaller program that fails, too: links, limits and figures are taken away
// as long as it does.
func (c massCase) shrunk(tb testing.TB) massCase {
	tb.Helper()
	for smaller := true; smaller; {
		smaller = false
		for _, next := range c.smaller() {
			if err := next.check(tb.Context()); err != nil && !errors.Is(err, ErrInvalid) && !errors.Is(err, errNoAnswer) {
				c, smaller = next, true
				break
			}
		}
	}
	return c
}

// smaller are the programs with one thing less.
func (c massCase) smaller() []massCase {
	var all []massCase
	for _, change := range []func(*Request){
		func(r *Request) { r.Limits.MaxRelays = 0 },
		func(r *Request) { r.Limits.DenyRelays = nil },
		func(r *Request) { r.Limits.AllowRelays = nil },
		func(r *Request) { r.Limits.VMs = nil },
		func(r *Request) { r.Limits.RemoteSrc = false },
		func(r *Request) { r.Limits.RemoteDst = false },
		func(r *Request) { r.Limits.SrcStore = StoreLimit{} },
		func(r *Request) { r.Limits.DstStore = StoreLimit{} },
		func(r *Request) { r.BootMinutes, r.VolumeGB = 0, 0 },
		func(r *Request) { r.Tiers = nil },
		func(r *Request) { r.MaxVMs = max(1, r.MaxVMs-1) },
		func(r *Request) { r.Goal.gbps = rounded(r.Goal.gbps) },
		func(r *Request) { r.Goal.usd = rounded(r.Goal.usd) },
	} {
		next := c
		change(&next.req)
		if fmt.Sprint(next.req) != fmt.Sprint(c.req) {
			all = append(all, next)
		}
	}
	spec := c.grid.Spec()
	for i, l := range spec.Links {
		less := spec
		less.Links = slices.Delete(slices.Clone(spec.Links), i, i+1)
		all = c.with(all, less)
		less.Links = slices.Clone(spec.Links)
		if less.Links[i].Gbps = rounded(l.Gbps); less.Links[i].Gbps != l.Gbps {
			all = c.with(all, less)
		}
	}
	for r, m := range spec.Machines {
		if m.Limit > 0 {
			less := c.grid.Spec()
			m.Limit = 0
			less.Machines[r] = m
			all = c.with(all, less)
		}
	}
	return all
}

// with adds the case on another grid, if that is one.
func (c massCase) with(all []massCase, spec grid.Spec) []massCase {
	g, err := grid.New(spec)
	if err != nil {
		return all
	}
	c.grid = g
	if c.req.Tiers != nil && len(g.Tiers()) == 0 {
		c.req.Tiers = nil
	}
	return append(all, c)
}

func rounded(v float64) float64 { return math.Round(100*v) / 100 }

// String writes a case down as a row of massRows.
func (c massCase) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v, %v\n", c.req, c.req.Goal)
	for tier := range slices.Values(append([]string{""}, c.grid.Tiers()...)) {
		for l := range c.grid.TierLinks(tier) {
			fmt.Fprintf(&b, "{Src: %q, Dst: %q, Tier: %q, Gbps: %v, USDPerGB: %v},\n", l.Src, l.Dst, l.Tier, l.Gbps, l.USDPerGB)
		}
	}
	for _, r := range c.grid.Regions() {
		m, _ := c.grid.Machine(r)
		fmt.Fprintf(&b, "%q: %+v,\n", r, m)
	}
	return b.String()
}
