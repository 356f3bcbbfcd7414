package prices

import (
	"strings"

	"github.com/skyferry/skyferry/grid"
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
	members := &area{regions: map[grid.Region]bool{}}
	for first := true; first || strings.TrimLeft(r.fields.rest, " ") != ""; first = false {
		pattern, err := r.word("pattern")
		if err != nil {
			return err
		}
		s, err := parseBase(pattern, false)
		if err != nil {
			return r.fail("pattern", err)
		}
		members.add(s)
	}
	r.layer.areas[name] = members
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
	if !r.first(line{"machine", m.where.text, m.machineType}) {
		return r.fail("type", invalidf("the price of %s in %s is there already", m.machineType, m.where.text))
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
