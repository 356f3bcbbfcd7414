package grid_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestReadRefuses replaces the first occurrence of something in a valid file.
func TestReadRefuses(t *testing.T) {
	for _, test := range []struct {
		name, old, new string
		want           string // start of the error
		says           string
	}{
		{"another kind of file", "skyferry-grid 1", "src,dst,gbps", "grid:1:1: ", "skyferry-grid"},
		{"no version", "skyferry-grid 1", "skyferry-grid", "grid:1:", "whole number"},
		{"a newer version", "skyferry-grid 1", "skyferry-grid 2", "grid:1:15: ", "version 2"},
		{"more on the line", "skyferry-grid 1", "skyferry-grid 1 beta", "grid:1:17: ", "beta"},
		{"no connections", "connections 64\n", "", "grid:2:1: ", "expected connections"},
		{"zero connections", "connections 64", "connections 0", "grid:2:13: ", "positive"},
		{"an unknown figure", "origin price", "origin colour", "grid:4:8: ", "colour"},
		{"two origins of a figure", "origin price", "origin throughput", "grid:4:8: ", "second"},
		{"a bad date", "machine 2023-04-01", "machine 2023-04-31", "grid:5:16: ", "date"},
		{"a date long ago", "machine 2023-04-01", "machine 1023-04-01", "grid:5:16: ", "1023"},
		{"a source without quotes", `"a list"`, `a list`, "grid:4:16: ", "quoted"},
		{"a source with an open quote", `"a list"`, `"a list`, "grid:4:16: ", "quoted"},
		{"a malformed region", "region aws:a", "region aws", "grid:6:8: ", "provider:name"},
		{"a region twice", "region azure:b", "region aws:a", "grid:7:8: ", "byte order"},
		{"regions out of order", "region azure:b", "region aws:0", "grid:7:8: ", "byte order"},
		{"no egress", "region aws:a 5", "region aws:a 0", "grid:6:14: ", "0 Gbit/s"},
		{"infinite ingress", "region aws:a 5 10", "region aws:a 5 inf", "grid:6:16: ", "Inf"},
		{"a negative hour", "region aws:a 5 10 1.54", "region aws:a 5 10 -1", "grid:6:19: ", "negative"},
		{"a negative limit", "1.54 0\n", "1.54 -1\n", "grid:6:24: ", "negative"},
		{"no limit", "1.54 0\n", "1.54\n", "grid:6:23: ", "whole number"},
		{"an unknown table", "table usd_per_gb", "table eur_per_gb", "grid:13:7: ", "eur_per_gb"},
		{"a table twice", "table usd_per_gb", "table gbps", "grid:13:7: ", "second"},
		{"another first table", "table gbps", "table usd_per_gb", "grid:9:7: ", "gbps"},
		{"no prices", "table usd_per_gb\n- 0.09*2\n-*2 0\n0.12 -*2\n", "", "grid:13:1: ", "usd_per_gb"},
		{"a rate that is no number", "- 1 2\n", "- 1 x\n", "grid:10:5: ", `"x"`},
		{"an underscore", "- 1 2\n", "- 1_0 2\n", "grid:10:3: ", `"1_0"`},
		{"a negative rate", "- 1 2\n", "- -1 2\n", "grid:10:3: ", "negative"},
		{"a link to itself", "- 1 2\n", "1 1 2\n", "grid:10:1: ", "itself"},
		{"a short row", "- 1 2\n", "- 1\n", "grid:10:3: ", "gcp:c"},
		{"a long row", "- 1 2\n", "- 1 2 3\n", "grid:10:", "more cells"},
		{"a row of too many repeats", "-*2 4", "-*1000000000 4", "grid:11:1: ", "more cells"},
		{"no repeats", "-*2 4", "-*0 4", "grid:11:1: ", "number of cells"},
		{"negative repeats", "-*2 4", "-*-2 4", "grid:11:1: ", "number of cells"},
		{"a missing row", "3 -*2\ntable", "table", "grid:12:1: ", ""},
		{"no price for a link", "- 0.09*2", "-*2 0.09", "grid:14:1: ", `"-"`},
		{"a price without a link", "0.12 -*2", "0.12 1 -", "grid:16:6: ", "no link from gcp:c to azure:b"},
		{"NaN dollars", "0.12 -*2", "nan -*2", "grid:16:1: ", "NaN"},
		{"half a sample", "end\n", "table samples\n- 1 1.5\n-*2 1\n1 -*2\nend\n", "grid:18:5: ", "whole number"},
		{"a maybe", "end\n", "table estimated\n- 1 2\n-*2 1\n1 -*2\nend\n", "grid:18:5: ", "neither 0 nor 1"},
		{"an origin that is not there", "end\n", "table origin\n- 1 0\n-*2 0\n0 -*2\nend\n", "grid:18:3: ", "link-origin 1"},
		{"something after the end", "end\n", "end\nregion\n", "grid:18:1: ", "end"},
		{"something on the last line", "end\n", "end of file\n", "grid:17:5: ", "of"},
		{"a very long line", `"a list"`, `"` + strings.Repeat("a", 1<<20) + `"`, "grid:4:1: ", "longer"},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := strings.Replace(triangleFile, test.old, test.new, 1)
			if file == triangleFile {
				t.Fatalf("%q is not in the file", test.old)
			}
			g, err := grid.Read(strings.NewReader(file))
			if _, ok := errors.AsType[*grid.ParseError](err); !ok || g != nil || !errors.Is(err, grid.ErrInvalid) {
				t.Fatalf("Read = %v, %v, want a ParseError", g, err)
			}
			if !strings.HasPrefix(err.Error(), test.want) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %.200q, want it to begin with %q and say %q", err, test.want, test.says)
			}
		})
	}
}
