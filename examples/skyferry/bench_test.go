package main

import (
	"fmt"
	"testing"

	"github.com/skyferry/skyferry"
)

const benchFields = "gbps verified cpu_seconds_per_gb.source cpu_seconds_per_gb.destination peak_rss_mb.source peak_rss_mb.destination retransmitted_bytes"

func TestBench(t *testing.T) {
	for relays := range 4 {
		t.Run(fmt.Sprint(relays), func(t *testing.T) {
			x := newTool(t)
			o := x.call(t, "bench", "--size", "200MB", "--relays", fmt.Sprint(relays), "--json").want(t, statusDone)
			r := decode[skyferry.BenchReport](t, o, benchFields)
			if !r.Verified || r.Bytes != 200e6 || r.Gbps <= 0 || len(r.CPUSecondsPerGB) != min(2+relays, 3) {
				t.Errorf("%+v", r)
			}
			for role, seconds := range r.CPUSecondsPerGB {
				if seconds <= 0 || r.PeakRSSMB[role] <= 0 {
					t.Errorf("%s: %v CPU s/GB, %v MB", role, seconds, r.PeakRSSMB[role])
				}
			}
		})
	}
}

// TestBenchLosesRelay: what was under way goes the direct way.
func TestBenchLosesRelay(t *testing.T) {
	x := newTool(t)
	o := x.call(t, "bench", "--size", "1GB", "--relays", "1", "--kill", "relay@50%", "--events", x.events(), "--json").want(t, statusDone)
	r := decode[skyferry.BenchReport](t, o, benchFields+" cpu_seconds_per_gb.relay peak_rss_mb.relay")
	if !r.Verified || r.Bytes != 1e9 {
		t.Errorf("%+v", r)
	}
	wantEvents(t, x.readEvents(t), "gateway_up", "gateway_lost", "progress")
}

func TestBenchForPeople(t *testing.T) {
	x := newTool(t)
	x.call(t, "bench", "--size", "10MB", "--no-seal").want(t, statusDone).wantOut(t, "10 MB in", "verified: true", "Role", "source", "destination")
}
