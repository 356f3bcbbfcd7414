package prices

import (
	"math"
	"strings"
)

func (r *reader) readName() (err error) {
	if r.layer.info.Name != "" {
		return r.fail("name", invalidf("the book has a name already"))
	}
	r.layer.info.Name, err = r.text("name")
	return err
}

func (r *reader) readDate() (err error) {
	if !r.layer.info.Date.IsZero() {
		return r.fail("date", invalidf("the book has a date already"))
	}
	r.layer.info.Date, err = r.day("date")
	return err
}

func (r *reader) readSource() (err error) {
	if r.source.Date, err = r.day("date"); err != nil {
		return err
	}
	if r.source.Text, err = r.text("page"); err != nil {
		return err
	}
	r.layer.info.Sources = append(r.layer.info.Sources, r.source)
	return nil
}

func (r *reader) readArea() error {
	name, err := r.word("area")
	if err != nil {
		return err
	}
	if _, known := r.layer.areas[name]; known || strings.ContainsAny(name, "@*:") {
		return r.fail("area", invalidf("%q is there already, or has one of @*: in it", name))
	}
	var members []selector
	for {
		text := r.fields.next()
		if text == "" {
			break
		}
		s, err := parseBase(text, false)
		if err != nil {
			return r.fail("pattern", err)
		}
		members = append(members, s)
	}
	if members == nil {
		return r.fail("pattern", invalidf("missing"))
	}
	r.layer.areas[name] = members
	return nil
}

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
	if r.layer.egress.has(from, to) {
		return r.fail("to", invalidf("egress from %s to %s is there already", from.text, to.text))
	}
	line := &tariffLine{source: r.source, book: r.layer.info.String()}
	if line.perAccount, err = r.pool(); err != nil {
		return err
	}
	gb, err := r.unit()
	if err != nil {
		return err
	}
	if line.tiers, err = r.tiers(gb); err != nil {
		return err
	}
	r.layer.egress = append(r.layer.egress, rule[*tariffLine]{from: from, to: to, value: line})
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
	if r.layer.free.has(from, to) {
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

func (r *reader) readMachine() error {
	m := machineLine{source: r.source, book: r.layer.info.String()}
	var err error
	if m.where, err = r.selector("from", false); err != nil {
		return err
	}
	if m.where.provider() == "" {
		return r.fail("from", invalidf("%q names no provider: machine types are a provider's own", m.where.text))
	}
	if m.machineType, err = r.word("type"); err != nil {
		return err
	}
	if m.onDemand, err = r.price("on demand"); err != nil {
		return err
	}
	if m.spot, err = r.price("spot"); err != nil {
		return err
	}
	for _, have := range r.layer.machines {
		if have.machineType == m.machineType && have.where.text == m.where.text {
			return r.fail("type", invalidf("the price of %s in %s is there already", m.machineType, m.where.text))
		}
	}
	r.layer.machines = append(r.layer.machines, m)
	return nil
}

func (r *reader) readService() (err error) {
	s := serviceLine{source: r.source}
	if s.name, err = r.text("service"); err != nil {
		return err
	}
	if s.from, s.to, err = r.pair(); err != nil {
		return err
	}
	unitGB, err := r.unit()
	if err != nil {
		return err
	}
	if s.fee, err = r.price("fee"); err != nil {
		return err
	}
	if s.fee > 0 {
		s.fee /= unitGB
	}
	if s.note, err = r.text("note"); err != nil {
		return err
	}
	r.layer.services = append(r.layer.services, s)
	return nil
}
