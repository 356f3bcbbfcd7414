package grid

import "fmt"

// egressRule knows which sources have one price for a whole cloud.
type egressRule struct{ byCloud map[sourceToCloud]commonPrice }

type sourceToCloud struct {
	src Region
	dst string // provider
}

type commonPrice struct {
	usd    float64
	links  int
	differ bool
}

// minPrices is how many equal prices make a rule: two may be equal by chance.
const minPrices = 3

func newEgressRule(g *Grid) *egressRule {
	rule := &egressRule{byCloud: map[sourceToCloud]commonPrice{}}
	for l := range g.Links() {
		if l.Estimated {
			continue
		}
		key := sourceToCloud{l.Src, l.Dst.Provider()}
		p := rule.byCloud[key]
		p.differ = p.links > 0 && (p.differ || p.usd != l.USDPerGB)
		p.usd = l.USDPerGB
		p.links++
		rule.byCloud[key] = p
	}
	return rule
}

// price returns no source if no price is known.
func (e *estimator) price(src, dst Region) (usd float64, source string, err error) {
	if usd, known := e.opt.Price(src, dst); known {
		if err := checkUSD(usd); err != nil {
			return 0, "", fmt.Errorf("price of %s to %s: %w", src, dst, err)
		}
		return usd, "price given", nil
	}
	p := e.prices.byCloud[sourceToCloud{src, dst.Provider()}]
	if p.differ || p.links < minPrices {
		return 0, "", nil
	}
	return p.usd, fmt.Sprintf("price as on all %d measured links from %s to %s", p.links, src, dst.Provider()), nil
}

// PricesIn reads a price file as [ImportCSV] describes it, for
// [EstimateOptions.Price]: it knows the prices of the file's pairs and no others.
// What is wrong in the file is a [*ParseError] of the kind [ErrInvalid].
func PricesIn(file Input, options *ImportOptions) (func(src, dst Region) (usdPerGB float64, known bool), error) {
	list, _, err := readPrices(file, options.withDefaults(), nil)
	if err != nil {
		return nil, err
	}
	return func(src, dst Region) (float64, bool) {
		p, _, known := valueOf(list.byID, list.tiered, LinkID{Src: src, Dst: dst})
		return p.usd, known
	}, nil
}
