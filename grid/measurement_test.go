package grid_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

func TestReadMeasurements(t *testing.T) {
	const file = "src,dst,gbps,date,source,connections,rtt_ms,usd_per_gb,samples\n" +
		"aws:a,gcp:b,4,2023-01-05,iperf3,32,80,0.09,\naws:a,gcp:b,5,,,32,82,0.09,\ngcp:b,aws:a,6,,,32,,0.12,3\n"
	got, report, err := grid.ReadMeasurements(csv("new.csv", file), nil)
	if err != nil {
		t.Fatal(err)
	}
	first := grid.Measurement{
		Src: "aws:a", Dst: "gcp:b", Sample: grid.Sample{Gbps: 4, Measured: day(5), Source: "iperf3"},
		Connections: 32, RTT: 81 * time.Millisecond, USDPerGB: 0.09, Priced: true,
	}
	second, third := first, first
	second.Sample = grid.Sample{Gbps: 5, Source: "new.csv"}
	third.Src, third.Dst, third.RTT, third.USDPerGB = "gcp:b", "aws:a", 0, 0.12
	third.Sample = grid.Sample{Gbps: 6, Source: "new.csv; median of 3 samples"}
	if want := []grid.Measurement{first, second, third}; !slices.Equal(got, want) || report.Rows != 3 {
		t.Errorf("measurements %+v, want %+v", got, want)
	}
	for want, file := range map[string]string{
		"no measurement":     "src,dst,gbps,estimated\na:x,b:y,1,1\n",
		"neither 0 nor 1":    "src,dst,gbps,estimated\na:x,b:y,1,yes\n",
		"single measurement": "src,dst,gbps,samples\na:x,b:y,1,2\na:x,b:y,1,1\n",
		"whole number":       "src,dst,gbps,samples\na:x,b:y,1,two\n",
		"32 in the rows":     "src,dst,gbps,connections\na:x,b:y,1,32\nb:y,a:x,1,64\n",
		"no row":             "src,dst,gbps\n",
	} {
		_, _, err := grid.ReadMeasurements(csv("new.csv", file), nil)
		if _, ok := errors.AsType[*grid.ParseError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestReadMeasurementsOfAGridFile(t *testing.T) {
	g := tiered(t)
	got, _, err := grid.ReadMeasurements(csv("my.grid", written(t, g)), nil)
	if err != nil || !slices.Equal(got, slices.Collect(g.Measurements())) || len(got) != 5 {
		t.Errorf("measurements %+v, %v", got, err)
	}
	if _, _, err := grid.ReadMeasurements(csv("my.grid", "skyferry-grid 1\n"), nil); !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("half a grid file: %v", err)
	}
}
