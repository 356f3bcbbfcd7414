package prices

import (
	"math"
	"strings"
)

// pair takes FROM and TO.
func (r *reader) pair() (from, to selector, err error) {
	if from, err = r.selector("from", false); err != nil {
		return from, to, err
	}
	to, err = r.selector("to", true)
	return from, to, err
}

func (r *reader) selector(field string, destination bool) (selector, error) {
	text, err := r.word(field)
	if err != nil {
		return selector{}, err
	}
	s, err := r.layer.areas.parse(text, destination)
	if err != nil {
		return s, r.fail(field, err)
	}
	return s, nil
}

func (r *reader) readEgress() error {
	from, to, err := r.pair()
	if err != nil {
		return err
	}
	if !r.first(line{"egress", from.text, to.text}) {
		return r.fail("to", invalidf("egress from %s to %s is there already", from.text, to.text))
	}
	tariff := &tariffLine{source: r.source, book: r.layer.info.String()}
	if tariff.perAccount, err = r.pool(); err != nil {
		return err
	}
	gb, err := r.unit()
	if err != nil {
		return err
	}
	if tariff.tiers, err = r.tiers(gb); err != nil {
		return err
	}
	r.layer.egress = append(r.layer.egress, rule[*tariffLine]{from: from, to: to, value: tariff})
	return nil
}

func (r *reader) pool() (perAccount bool, err error) {
	word, err := r.word("pool")
	if err != nil {
		return false, err
	}
	if word != "region" && word != "account" {
		return false, r.fail("pool", invalidf("%q is neither region nor account", word))
	}
	return word == "account", nil
}

// tiers takes the rest of the line.
func (r *reader) tiers(unitGB float64) ([]Tier, error) {
	var tiers []Tier
	for last := false; !last; {
		word, err := r.word("price")
		if err != nil {
			return nil, err
		}
		price, width, bounded := strings.Cut(word, ":")
		last = !bounded
		usd, err := number(price, maxUSD)
		if err != nil {
			return nil, r.fail("price", err)
		}
		units := math.Inf(1)
		if bounded {
			if units, err = number(width, maxGB); err != nil || units == 0 {
				return nil, r.fail("price", invalidf("%q is not the width of a tier", width))
			}
		}
		tiers = append(tiers, Tier{USDPerGB: usd / unitGB, WidthGB: units * unitGB})
	}
	return tiers, nil
}

func (r *reader) readFree() error {
	from, to, err := r.pair()
	if err != nil {
		return err
	}
	if !r.first(line{"free", from.text, to.text}) {
		return r.fail("to", invalidf("an allowance from %s to %s is there already", from.text, to.text))
	}
	unitGB, err := r.unit()
	if err != nil {
		return err
	}
	word, err := r.word("volume")
	if err != nil {
		return err
	}
	volume, err := number(word, maxGB)
	if err != nil {
		return r.fail("volume", err)
	}
	r.layer.free = append(r.layer.free, rule[*allowance]{from: from, to: to, value: &allowance{gb: volume * unitGB}})
	return nil
}
