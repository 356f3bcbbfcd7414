package grid

// priceList holds what the rows of a price file say.
type priceList struct {
	byID   map[LinkID]listedPrice
	tiered bool // whether the file tells tiers apart
}

type listedPrice struct {
	usd   float64
	tiers string
	line  int
}

func newPriceList(r *rows) *priceList {
	return &priceList{byID: map[LinkID]listedPrice{}, tiered: r.report.Tiered}
}

// readPrices reads a file of prices. Every region must pass known.
func readPrices(in Input, opt ImportOptions, known func(Region) error) (*priceList, FileReport, error) {
	r, err := openRows(in, opt, known, colUSD)
	if err != nil {
		return nil, FileReport{}, err
	}
	list := newPriceList(r)
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
	first, ok := list.byID[r.id]
	if ok && first.usd != usd {
		hint := ""
		if first.tiers != r.tiers {
			hint = ": the tiers differ, choose one"
		}
		return r.fail(colUSD, invalidf("%s to %s costs %v here and %v on line %d%s",
			r.id.Src, r.id.Dst, usd, first.usd, first.line, hint))
	}
	if ok {
		return nil
	}
	list.byID[r.id] = listedPrice{usd: usd, tiers: r.tiers, line: r.position(colUSD).line}
	return nil
}

// apply sets the price of each link that the list has, notes which, and returns
// how many of the list's prices are of no link.
func (list *priceList) apply(links []Link, priced []bool) (unused int) {
	used := map[LinkID]bool{}
	for i := range links {
		if p, key, ok := valueOf(list.byID, list.tiered, links[i].ID()); ok {
			links[i].USDPerGB = p.usd
			priced[i], used[key] = true, true
		}
	}
	return len(list.byID) - len(used)
}
