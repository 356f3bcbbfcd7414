package grid

// priceList holds what the rows of a price file say.
type priceList struct {
	byPair map[pair]listedPrice
}

type listedPrice struct {
	usd   float64
	tiers string
	line  int
}

func newPriceList() *priceList { return &priceList{byPair: map[pair]listedPrice{}} }

// readPrices reads a file of prices. Every region must pass known.
func readPrices(in Input, opt ImportOptions, known func(Region) error) (*priceList, FileReport, error) {
	r, err := openRows(in, opt, known, colUSD)
	if err != nil {
		return nil, FileReport{}, err
	}
	list := newPriceList()
	for {
		more, err := r.next()
		if err != nil || !more {
			return list, r.report, err
		}
		if err := list.readRow(r); err != nil {
			return nil, FileReport{}, err
		}
	}
}

// readRow takes the current row's price. The same price twice is harmless; of
// two different ones neither can be chosen.
func (list *priceList) readRow(r *rows) error {
	usd, err := r.number(colUSD, checkUSD)
	if err != nil {
		return err
	}
	first, ok := list.byPair[r.pair]
	if ok && first.usd != usd {
		hint := ""
		if first.tiers != r.tiers {
			hint = ": the tiers differ, choose one"
		}
		return r.fail(colUSD, invalidf("%s to %s costs %v here and %v on line %d%s",
			r.pair.src, r.pair.dst, usd, first.usd, first.line, hint))
	}
	if ok {
		return nil
	}
	list.byPair[r.pair] = listedPrice{usd: usd, tiers: r.tiers, line: r.position(colUSD).line}
	return nil
}

// apply sets the price of each link that the list has, and returns how many of
// the list's pairs are no link.
func (list *priceList) apply(links []Link) (unused int) {
	unused = len(list.byPair)
	for i := range links {
		if p, ok := list.byPair[pair{links[i].Src, links[i].Dst}]; ok {
			links[i].USDPerGB = p.usd
			unused--
		}
	}
	return unused
}

// checkComplete returns an error at the first measured pair without a price.
func (list *priceList) checkComplete(measured []*measurement) error {
	for _, m := range measured {
		if _, ok := list.byPair[m.pair]; !ok {
			return m.at.fail(invalidf("there is no price for %s to %s", m.pair.src, m.pair.dst))
		}
	}
	return nil
}
