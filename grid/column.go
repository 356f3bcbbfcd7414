package grid

import "strconv"

// cellRefs are what the cells of a table refer to.
type cellRefs struct {
	connections uint32             // of the grid
	origins     []linkOrigin       // of links: the grid's own, and then those of the file in their order
	numbers     map[linkOrigin]int // the inverse, for writing
}

// linkOrigin is where the rate of a link comes from.
type linkOrigin struct {
	source   uint32 // of Grid.sources
	measured stamp
}

// tableColumn is one table of the format: how a link's figure is written and read.
type tableColumn struct {
	name     string
	standard func(*cellRefs) string // what every link has without this table, nil if it must be there
	format   func([]byte, *record, *cellRefs) []byte
	parse    func(*record, string, *cellRefs) error
}

var tableColumns = []tableColumn{
	{
		name:   colGbps,
		format: func(b []byte, r *record, _ *cellRefs) []byte { return appendNumber(b, r.gbps) },
		parse: func(r *record, text string, _ *cellRefs) (err error) {
			r.gbps, err = parseNumber(text, checkGbps)
			return err
		},
	},
	{
		name:   colUSD,
		format: func(b []byte, r *record, _ *cellRefs) []byte { return appendNumber(b, r.usdPerGB) },
		parse: func(r *record, text string, _ *cellRefs) (err error) {
			r.usdPerGB, err = parseNumber(text, checkUSD)
			return err
		},
	},
	{
		name:     colRTT,
		standard: func(*cellRefs) string { return noCell },
		format:   formatRTT,
		parse:    parseRTT,
	},
	{
		name:     colConnections,
		standard: func(c *cellRefs) string { return strconv.Itoa(int(c.connections)) },
		format:   func(b []byte, r *record, _ *cellRefs) []byte { return strconv.AppendUint(b, uint64(r.connections), 10) },
		parse: func(r *record, text string, _ *cellRefs) error {
			n, err := parseCount(text, checkConnections)
			r.connections = uint32(n)
			return err
		},
	},
	{
		name:     colSamples,
		standard: func(*cellRefs) string { return "1" },
		format:   func(b []byte, r *record, _ *cellRefs) []byte { return strconv.AppendUint(b, uint64(r.samples), 10) },
		parse: func(r *record, text string, _ *cellRefs) error {
			n, err := parseCount(text, checkSamples)
			r.samples = uint32(n)
			return err
		},
	},
	{
		name:     colEstimated,
		standard: func(*cellRefs) string { return "0" },
		format:   formatEstimated,
		parse:    parseEstimated,
	},
	{
		name:     "origin",
		standard: func(*cellRefs) string { return "0" },
		format:   formatLinkOrigin,
		parse:    parseLinkOrigin,
	},
}

func formatRTT(b []byte, r *record, _ *cellRefs) []byte {
	if r.rtt == 0 {
		return append(b, noCell...)
	}
	return appendNumber(b, milliseconds(r.rtt))
}

func parseRTT(r *record, text string, _ *cellRefs) error {
	if text == noCell {
		return nil
	}
	ms, err := parseNumber(text, checkMilliseconds)
	r.rtt = fromMilliseconds(ms)
	return err
}

func formatEstimated(b []byte, r *record, _ *cellRefs) []byte {
	if r.estimated {
		return append(b, '1')
	}
	return append(b, '0')
}

func parseEstimated(r *record, text string, _ *cellRefs) error {
	if text != "0" && text != "1" {
		return invalidf("%q is neither 0 nor 1", text)
	}
	r.estimated = text == "1"
	return nil
}

func formatLinkOrigin(b []byte, r *record, c *cellRefs) []byte {
	return strconv.AppendInt(b, int64(c.numbers[linkOrigin{r.source, r.measured}]), 10)
}

func parseLinkOrigin(r *record, text string, c *cellRefs) error {
	o, err := c.parseOrigin(text)
	if err == nil {
		r.source, r.measured = o.source, o.measured
	}
	return err
}

func (c *cellRefs) parseOrigin(text string) (linkOrigin, error) {
	n, err := parseCount(text, func(n int) error {
		if n < 0 || n >= len(c.origins) {
			return invalidf("there is no link-origin %d, only %d of them", n, len(c.origins)-1)
		}
		return nil
	})
	if err != nil {
		return linkOrigin{}, err
	}
	return c.origins[n], nil
}
