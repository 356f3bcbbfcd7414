package tcp_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid/tcp"
)

const (
	kiB = 1 << 10
	miB = 1 << 20
)

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-9*math.Abs(want) }

func TestRate(t *testing.T) {
	for _, c := range []struct {
		window int64
		rtt    time.Duration
		want   float64
	}{
		{64 * kiB, 80 * time.Millisecond, 0.0065536},
		{64 * kiB, 40 * time.Millisecond, 0.0131072}, // half the way, twice the rate
		{1, time.Second, 8e-9},
		{125_000_000, 100 * time.Millisecond, 10},
		{math.MaxInt64, time.Hour, float64(math.MaxInt64) * 8 / 1e9 / 3600},
	} {
		if got, err := tcp.Rate(c.window, c.rtt); err != nil || !near(got, c.want) {
			t.Errorf("%d bytes at %v: %v, %v; want %v", c.window, c.rtt, got, err, c.want)
		}
	}
}

func TestWindow(t *testing.T) {
	for _, c := range []struct {
		gbps float64
		rtt  time.Duration
		want int64
	}{
		{10, 100 * time.Millisecond, 125_000_000},
		{0.0065536, 80 * time.Millisecond, 64 * kiB},
		{1, 2 * time.Nanosecond, 1},  // a quarter of a byte
		{1, 12 * time.Nanosecond, 2}, // one and a half
		{1e-9, time.Nanosecond, 1},
	} {
		if got, err := tcp.Window(c.gbps, c.rtt); err != nil || got != c.want {
			t.Errorf("%v Gbit/s at %v: %v, %v; want %v", c.gbps, c.rtt, got, err, c.want)
		}
	}
}

func TestConnections(t *testing.T) {
	for _, c := range []struct {
		gbps   float64
		window int64
		rtt    time.Duration
		want   int
	}{
		{10, 4 * miB, 100 * time.Millisecond, 30},
		{10, 125_000_000, 100 * time.Millisecond, 1},
		{10, 12_500_000, 100 * time.Millisecond, 10}, // exactly, not one more for rounding
		{10, 12_499_999, 100 * time.Millisecond, 11},
		{1e-6, miB, time.Millisecond, 1},
	} {
		if got, err := tcp.Connections(c.gbps, c.window, c.rtt); err != nil || got != c.want {
			t.Errorf("%v Gbit/s, %d bytes, %v: %v, %v; want %v", c.gbps, c.window, c.rtt, got, err, c.want)
		}
	}
}

// TestWindowBoundIsOne goes round the three sides of the bound: so many connections carry
// the rate, and one fewer does not.
func TestWindowBoundIsOne(t *testing.T) {
	for _, gbps := range []float64{0.01, 0.5, 1, 4.99, 16, 100} {
		for _, window := range []int64{64 * kiB, 3 * miB, 16 * miB} {
			for _, rtt := range []time.Duration{time.Millisecond, 33 * time.Millisecond, 290 * time.Millisecond} {
				n, err := tcp.Connections(gbps, window, rtt)
				if err != nil {
					t.Fatal(err)
				}
				one, err := tcp.Rate(window, rtt)
				if err != nil {
					t.Fatal(err)
				}
				if one*float64(n) < gbps*(1-1e-9) || one*float64(n-1) >= gbps {
					t.Errorf("%d connections of %v Gbit/s for %v", n, one, gbps)
				}
				whole, err := tcp.Window(gbps, rtt)
				if err != nil || int64(n) != max(1, (whole+window-1)/window) {
					t.Errorf("%d connections of %d bytes for a window of %d, %v", n, window, whole, err)
				}
			}
		}
	}
}

func TestLossRate(t *testing.T) {
	for _, c := range []struct {
		connections, segment int
		rtt                  time.Duration
		loss                 float64
		want                 float64
	}{
		{1, 1460, 100 * time.Millisecond, 1e-4, 1460 * 8 / 1e9 / 0.1 * math.Sqrt(1.5) * 100},
		{64, 1460, 100 * time.Millisecond, 1e-4, 64 * 1460 * 8 / 1e9 / 0.1 * math.Sqrt(1.5) * 100},
		{1, 1460, 100 * time.Millisecond, 1e-6, 1460 * 8 / 1e9 / 0.1 * math.Sqrt(1.5) * 1000}, // √
		{1, 8960, 10 * time.Millisecond, 1, 8960 * 8 / 1e9 / 0.01 * math.Sqrt(1.5)},
	} {
		if got, err := tcp.LossRate(c.connections, c.segment, c.rtt, c.loss); err != nil || !near(got, c.want) {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
}

func TestLossConnections(t *testing.T) {
	one, err := tcp.LossRate(1, 1460, 80*time.Millisecond, 1e-5)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		gbps float64
		want int
	}{{one / 10, 1}, {one, 1}, {1.01 * one, 2}, {64 * one, 64}} {
		if got, err := tcp.LossConnections(c.gbps, 1460, 80*time.Millisecond, 1e-5); err != nil || got != c.want {
			t.Errorf("%v Gbit/s: %v, %v; want %v", c.gbps, got, err, c.want)
		}
	}
}

func TestInputErrors(t *testing.T) {
	rate := func(window int64, rtt time.Duration) error { _, err := tcp.Rate(window, rtt); return err }
	window := func(gbps float64, rtt time.Duration) error { _, err := tcp.Window(gbps, rtt); return err }
	connections := func(gbps float64, window int64, rtt time.Duration) error {
		_, err := tcp.Connections(gbps, window, rtt)
		return err
	}
	lossRate := func(n, segment int, rtt time.Duration, loss float64) error {
		_, err := tcp.LossRate(n, segment, rtt, loss)
		return err
	}
	lossConnections := func(gbps float64, segment int, rtt time.Duration, loss float64) error {
		_, err := tcp.LossConnections(gbps, segment, rtt, loss)
		return err
	}
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		err      error
		quantity string
	}{
		"no window":            {rate(0, ms), "window"},
		"negative window":      {rate(-1, ms), "window"},
		"unknown RTT":          {rate(kiB, 0), "round-trip time"},
		"negative RTT":         {window(1, -ms), "round-trip time"},
		"no rate":              {window(0, ms), "rate"},
		"NaN rate":             {window(math.NaN(), ms), "rate"},
		"infinite rate":        {window(math.Inf(1), ms), "rate"},
		"window past int64":    {window(1e300, ms), "rate"},
		"connections' rate":    {connections(-1, kiB, ms), "rate"},
		"connections' window":  {connections(1, 0, ms), "window"},
		"connections' RTT":     {connections(1, kiB, 0), "round-trip time"},
		"too many connections": {connections(1e9, 1, time.Second), "rate"},
		"no connections":       {lossRate(0, 1460, ms, 0.1), "number of connections"},
		"no segment":           {lossRate(1, 0, ms, 0.1), "segment"},
		"loss RTT":             {lossRate(1, 1460, 0, 0.1), "round-trip time"},
		"no loss":              {lossRate(1, 1460, ms, 0), "loss"},
		"loss of all and more": {lossRate(1, 1460, ms, 1.5), "loss"},
		"NaN loss":             {lossRate(1, 1460, ms, math.NaN()), "loss"},
		"loss' rate":           {lossConnections(0, 1460, ms, 0.1), "rate"},
		"loss' segment":        {lossConnections(1, -1, ms, 0.1), "segment"},
		"loss' many":           {lossConnections(1e12, 1, time.Hour, 1), "rate"},
	} {
		var input *tcp.InputError
		if !errors.Is(c.err, tcp.ErrInput) || !errors.As(c.err, &input) || input.Quantity != c.quantity {
			t.Errorf("%s: %v", name, c.err)
		}
	}
}
