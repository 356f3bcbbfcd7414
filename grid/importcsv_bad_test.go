package grid_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// badCSV is what is wrong in a file and where.
type badCSV struct {
	name               string
	throughput, prices string // prices: twoPrices if empty
	tier               string
	want               string // start of the error: file:line:column: field
	says               string // part of the error
}

func TestImportCSVRefusesThroughput(t *testing.T) {
	checkBadCSV(t, []badCSV{
		{name: "empty file", throughput: "", want: "t.csv:1:1: ", says: "empty"},
		{name: "nothing but a byte order mark", throughput: "\ufeff", want: "t.csv:1:1: ", says: "empty"},
		{name: "nothing but a header", throughput: "src,dst,gbps\n", want: "t.csv:1:1: ", says: "no row"},
		{name: "nothing but a region to itself", throughput: "src,dst,gbps\naws:a,aws:a,1\n", want: "t.csv:1:1: ", says: "no row"},
		{name: "no column gbps", throughput: "src,dst,mbps\naws:a,gcp:b,1\n", want: "t.csv:1:1: gbps: ", says: "src, dst, mbps"},
		{name: "no column src", throughput: "from,dst,gbps\n", want: "t.csv:1:1: src: ", says: "no such column"},
		{name: "semicolons", throughput: "src;dst;gbps\naws:a;gcp:b;1\n", want: "t.csv:1:1: src: ", says: "no such column"},
		{name: "UTF-16", throughput: "\xff\xfes\x00r\x00c\x00", want: "t.csv:1:1: src: ", says: "no such column"},
		{name: "a column twice", throughput: "src,dst,gbps,Gbps\n", want: "t.csv:1:14: gbps: ", says: "two columns"},
		{name: "a short row", throughput: twoLinks + "aws:a,gcp:b\n", want: "t.csv:4:1: ", says: "number of fields"},
		{name: "a long row", throughput: twoLinks + "aws:a,gcp:b,1,2\n", want: "t.csv:4:1: ", says: "number of fields"},
		{name: "an open quote", throughput: twoLinks + "\"aws:a,gcp:b,1\n", want: "t.csv:4:16: ", says: "quote"},
		{name: "a stray quote", throughput: "src,dst,gbps\naws:a,gcp:\"b,1\n", want: "t.csv:2:11: ", says: `"`},
		{name: "a rate that is no number", throughput: "src,dst,gbps\naws:a,gcp:b,fast\n", want: "t.csv:2:13: gbps: ", says: `"fast"`},
		{name: "no rate", throughput: "src,dst,gbps\naws:a,gcp:b,\n", want: "t.csv:2:13: gbps: ", says: `""`},
		{name: "a comma for a point", throughput: "src,dst,gbps\naws:a,gcp:b,\"1,5\"\n", want: "t.csv:2:13: gbps: ", says: `"1,5"`},
		{name: "an underscore", throughput: "src,dst,gbps\naws:a,gcp:b,1_0\n", want: "t.csv:2:13: gbps: ", says: `"1_0"`},
		{name: "a hexadecimal number", throughput: "src,dst,gbps\naws:a,gcp:b,0x1p2\n", want: "t.csv:2:13: gbps: ", says: `"0x1p2"`},
		{name: "an underscore in a count", throughput: "src,dst,gbps,connections\naws:a,gcp:b,1,6_4\n", want: "t.csv:2:15: connections: ", says: `"6_4"`},
		{name: "NaN", throughput: "src,dst,gbps\naws:a,gcp:b,NaN\n", want: "t.csv:2:13: gbps: ", says: "NaN"},
		{name: "Inf", throughput: "src,dst,gbps\naws:a,gcp:b,1\ngcp:b,aws:a,+Inf\n", want: "t.csv:3:13: gbps: ", says: "Inf"},
		{name: "out of range", throughput: "src,dst,gbps\naws:a,gcp:b,1e999\n", want: "t.csv:2:13: gbps: ", says: "1e999"},
		{name: "a negative rate", throughput: "src,dst,gbps\naws:a,gcp:b,-1\n", want: "t.csv:2:13: gbps: ", says: "negative"},
		{name: "a rate of zero", throughput: "src,dst,gbps\naws:a,gcp:b,0\n", want: "t.csv:2:13: gbps: ", says: "not a rate"},
		{name: "bit/s", throughput: "src,dst,gbps\naws:a,gcp:b,4432700000\n", want: "t.csv:2:13: gbps: ", says: "unit"},
		{name: "a malformed source", throughput: "src,dst,gbps\nus-east-1,gcp:b,1\n", want: "t.csv:2:1: src: ", says: "provider:name"},
		{name: "a malformed destination", throughput: "src,dst,gbps\naws:a,gcp:,1\n", want: "t.csv:2:7: dst: ", says: "provider:name"},
		{name: "a malformed region in a row to skip", throughput: twoLinks + "aws,aws,1\n", want: "t.csv:4:1: src: ", says: "provider:name"},
		{name: "a mark in the middle", throughput: twoLinks + "\ufeffaws:a,gcp:b,1\n", want: "t.csv:4:1: src: ", says: "printed"},
		{name: "a place after quoted lines", throughput: "note,src,dst,gbps\n\"a\nb\",aws:a,gcp:b,x\n", want: "t.csv:3:16: gbps: "},
		{name: "no connections", throughput: "src,dst,gbps,connections\naws:a,gcp:b,1,0\n", want: "t.csv:2:15: connections: "},
		{name: "half a connection", throughput: "src,dst,gbps,connections\naws:a,gcp:b,1,1.5\n", want: "t.csv:2:15: connections: "},
		{
			name: "other connections", throughput: "src,dst,gbps,connections\naws:a,gcp:b,1,64\ngcp:b,aws:a,1,32\n",
			want: "t.csv:3:15: connections: ", says: "64",
		},
		{name: "negative seconds", throughput: "src,dst,gbps,seconds\naws:a,gcp:b,1,-5\n", want: "t.csv:2:15: seconds: "},
		{name: "NaN seconds", throughput: "src,dst,gbps,seconds\naws:a,gcp:b,1,nan\n", want: "t.csv:2:15: seconds: "},
		{name: "no date", throughput: "src,dst,gbps,date\naws:a,gcp:b,1,yesterday\n", want: "t.csv:2:15: date: ", says: "yesterday"},
		{name: "a date long ago", throughput: "src,dst,gbps,date\naws:a,gcp:b,1,1066-10-14\n", want: "t.csv:2:15: date: ", says: "1066"},
		{name: "a negative round trip", throughput: "src,dst,gbps,rtt_ms\naws:a,gcp:b,1,-3\n", want: "t.csv:2:15: rtt_ms: "},
		{
			name: "a pair in two tiers", throughput: "src,dst,gbps,dst_tier\naws:a,gcp:b,1,PREMIUM\naws:a,gcp:b,1,STANDARD\n",
			want: "t.csv:3:15: dst_tier: ", says: "line 2",
		},
		{
			name: "no row of the tier", throughput: "src,dst,gbps,src_tier,dst_tier\naws:a,gcp:b,1,PREMIUM,STANDARD\n", tier: "PREMIUM",
			want: "t.csv:1:1: ", says: "PREMIUM",
		},
		{name: "a tier where there is none", throughput: twoLinks, tier: "FOO", want: "t.csv:1:1: src_tier: ", says: "the tier FOO"},
	})
}

func TestImportCSVRefusesPrices(t *testing.T) {
	checkBadCSV(t, []badCSV{
		{name: "empty file", throughput: twoLinks, prices: "\n", want: "p.csv:1:1: ", says: "empty"},
		{name: "no column", throughput: twoLinks, prices: "src,dst,usd\naws:a,gcp:b,1\n", want: "p.csv:1:1: usd_per_gb: "},
		{name: "an underscore", throughput: twoLinks, prices: "src,dst,usd_per_gb\naws:a,gcp:b,0.1_2\n", want: "p.csv:2:13: usd_per_gb: ", says: `"0.1_2"`},
		{
			name: "no price of the tier", throughput: twoLinks, tier: "FOO",
			prices: "src,dst,dst_tier,usd_per_gb\naws:a,gcp:b,PREMIUM,1\ngcp:b,aws:a,PREMIUM,2\n",
			want:   "t.csv:2:1: src: ", says: "no price",
		},
		{name: "NaN", throughput: twoLinks, prices: "src,dst,usd_per_gb\naws:a,gcp:b,nan\n", want: "p.csv:2:13: usd_per_gb: "},
		{name: "Inf", throughput: twoLinks, prices: "src,dst,usd_per_gb\naws:a,gcp:b,inf\n", want: "p.csv:2:13: usd_per_gb: "},
		{name: "negative", throughput: twoLinks, prices: "src,dst,usd_per_gb\naws:a,gcp:b,-0.1\n", want: "p.csv:2:13: usd_per_gb: ", says: "negative"},
		{name: "with a currency", throughput: twoLinks, prices: "src,dst,usd_per_gb\naws:a,gcp:b,$0.1\n", want: "p.csv:2:13: usd_per_gb: "},
		{name: "ragged", throughput: twoLinks, prices: twoPrices + "aws:a\n", want: "p.csv:4:1: ", says: "number of fields"},
		{
			name: "another price", throughput: twoLinks, prices: twoPrices + "aws:a,gcp:b,0.08\n",
			want: "p.csv:4:13: usd_per_gb: ", says: "0.09 on line 2",
		},
		{
			name: "another price in another tier", throughput: twoLinks,
			prices: "src,dst,dst_tier,usd_per_gb\naws:a,gcp:b,PREMIUM,1\naws:a,gcp:b,STANDARD,2\n",
			want:   "p.csv:3:22: usd_per_gb: ", says: "tiers differ",
		},
		{name: "a pair without a price", throughput: twoLinks, prices: "src,dst,usd_per_gb\naws:a,gcp:b,1\n", want: "t.csv:3:1: src: ", says: "no price for gcp:b to aws:a"},
		{name: "no row", throughput: twoLinks, prices: "src,dst,usd_per_gb\n", want: "t.csv:2:1: src: ", says: "no price for aws:a to gcp:b"},
		{
			name: "another price in the throughput file", throughput: "src,dst,gbps,usd_per_gb\naws:a,gcp:b,1,1\naws:a,gcp:b,1,2\n",
			want: "t.csv:3:15: usd_per_gb: ", says: "line 2",
		},
	})
}

func checkBadCSV(t *testing.T, tests []badCSV) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			prices := test.prices
			if prices == "" {
				prices = twoPrices
			}
			g, _, err := grid.ImportCSV(csvFiles(test.throughput, prices), &grid.ImportOptions{Tier: test.tier})
			if g != nil || !errors.Is(err, grid.ErrInvalid) {
				t.Fatalf("ImportCSV = %v, %v, want ErrInvalid", g, err)
			}
			if _, ok := errors.AsType[*grid.ParseError](err); !ok {
				t.Errorf("error %T, want a ParseError", err)
			}
			if !strings.HasPrefix(err.Error(), test.want) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %q, want it to begin with %q and say %q", err, test.want, test.says)
			}
		})
	}
}

func TestImportCSVUnknownRegion(t *testing.T) {
	_, _, err := grid.ImportCSV(csvFiles(twoLinks, twoPrices+"aws:a,gpc:b,0.1\n"), nil)
	where, ok := errors.AsType[*grid.ParseError](err)
	if !ok || where.File != "p.csv" || where.Line != 4 || where.Column != 7 || where.Field != "dst" {
		t.Errorf("error %v, want a ParseError at p.csv:4:7", err)
	}
	unknown, ok := errors.AsType[*grid.UnknownRegionError](err)
	if !ok || unknown.Region != "gpc:b" || len(unknown.Nearest) == 0 || unknown.Nearest[0] != "gcp:b" {
		t.Errorf("error %v, want an UnknownRegionError with gcp:b", err)
	}
	if !errors.Is(err, grid.ErrUnknownRegion) || !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("error %v, want both kinds", err)
	}
}

func TestImportCSVRefusesRoundTrips(t *testing.T) {
	for name, test := range map[string]struct{ content, want string }{
		"no column":      {"src,dst,ms\n", "r.csv:1:1: rtt_ms: "},
		"not a number":   {"src,dst,rtt_ms\naws:a,gcp:b,x\n", "r.csv:2:13: rtt_ms: "},
		"zero":           {"src,dst,avg_ms\naws:a,gcp:b,0\n", "r.csv:2:13: avg_ms: "},
		"NaN":            {"src,dst,avg_ms\naws:a,gcp:b,NaN\n", "r.csv:2:13: avg_ms: "},
		"two hours":      {"src,dst,rtt_ms\naws:a,gcp:b,7.2e6\n", "r.csv:2:13: rtt_ms: "},
		"unknown region": {"src,dst,rtt_ms\naws:z,gcp:b,1\n", "r.csv:2:1: src: "},
		"empty":          {"", "r.csv:1:1: "},
	} {
		files := csvFiles(twoLinks, twoPrices)
		files.RTT = csv("r.csv", test.content)
		_, _, err := grid.ImportCSV(files, nil)
		if !errors.Is(err, grid.ErrInvalid) || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error %v, want it to begin with %q", name, err, test.want)
		}
	}
}

func TestImportCSVNeedsThroughput(t *testing.T) {
	if _, _, err := grid.ImportCSV(grid.Files{Prices: csv("p.csv", twoPrices)}, nil); !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("error %v, want ErrInvalid", err)
	}
}

func TestImportCSVChecksRenamedRegions(t *testing.T) {
	_, _, err := grid.ImportCSV(csvFiles(twoLinks, twoPrices), &grid.ImportOptions{
		Rename: func(r grid.Region) grid.Region { return grid.Region(r.Name()) },
	})
	if !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("error %v, want ErrInvalid", err)
	}
}
