package grid

import (
	"slices"
	"strconv"
	"strings"
)

// roomForLinks is made at once for the links that a complete grid of a hundred
// regions has. A file must be longer before it gets more.
const roomForLinks = 10_000

// setStandards prepares what a link has where tables are missing.
func (r *gridReader) setStandards() error {
	for _, column := range tableColumns {
		if column.standard == nil {
			continue
		}
		if err := column.parse(&r.standard, column.standard(&r.cells), &r.cells); err != nil {
			return err
		}
	}
	n := len(r.regions)
	r.spec.Links = make([]Link, 0, min(n*(n-1), roomForLinks))
	return nil
}

// readTables reads the throughput, which says where there are links, and then
// what else is known of them.
func (r *gridReader) readTables() error {
	seen := map[string]bool{}
	for r.statement("table") {
		name := r.line.next()
		i := slices.IndexFunc(tableColumns, func(c tableColumn) bool { return c.name == name })
		switch {
		case i < 0:
			return r.fail(invalidf("no table is called %q", name))
		case seen[name]:
			return r.fail(invalidf("a second table %s", name))
		case len(seen) == 0 && name != colGbps:
			return r.fail(invalidf("the first table must be %s", colGbps))
		}
		seen[name] = true
		if err := r.done(); err != nil {
			return err
		}
		if err := r.readTable(tableColumns[i]); err != nil {
			return err
		}
	}
	return r.checkTables(seen)
}

// checkTables insists on the tables that have no standard.
func (r *gridReader) checkTables(seen map[string]bool) error {
	if len(r.spec.Links) == 0 {
		return nil
	}
	for _, column := range tableColumns {
		if column.standard == nil && !seen[column.name] {
			return r.unexpected("table " + column.name)
		}
	}
	return nil
}

func (r *gridReader) readTable(column tableColumn) error {
	next := 0 // link that the next cell with a link belongs to
	for _, src := range r.regions {
		if r.line.rest == "" {
			return r.unexpected("the row of " + string(src))
		}
		dsts := r.regions
		for r.line.rest != "" {
			cell, repeats, err := r.readCell(len(dsts))
			if err != nil {
				return err
			}
			for _, dst := range dsts[:repeats] {
				if err := r.setCell(column, pair{src, dst}, cell, &next); err != nil {
					return r.fail(err)
				}
			}
			dsts = dsts[repeats:]
		}
		if len(dsts) > 0 {
			return r.fail(invalidf("the row of %s ends before the cell for %s", src, dsts[0]))
		}
		r.advance()
	}
	return nil
}

// readCell reads a cell and how often it stands, at most the number of cells
// that the row still needs.
func (r *gridReader) readCell(needed int) (cell string, repeats int, err error) {
	cell, times, repeated := strings.Cut(r.line.next(), "*")
	repeats = 1
	if repeated {
		if repeats, err = strconv.Atoi(times); err != nil || repeats < 1 {
			return "", 0, r.fail(invalidf("%q is not a number of cells", times))
		}
	}
	if repeats > needed {
		return "", 0, r.fail(invalidf("the row has more cells than there are regions, %d", len(r.regions)))
	}
	return cell, repeats, nil
}

// setCell makes a link of a cell of the first table, and sets the figure of the
// link with the index next otherwise.
func (r *gridReader) setCell(column tableColumn, p pair, cell string, next *int) error {
	if column.name == colGbps {
		return r.addLink(column, p, cell)
	}
	links := r.spec.Links
	if *next == len(links) || links[*next].Src != p.src || links[*next].Dst != p.dst {
		if cell != noCell {
			return invalidf("there is no link from %s to %s", p.src, p.dst)
		}
		return nil
	}
	l := &links[*next]
	*next++
	return column.parse(l, cell, &r.cells)
}

func (r *gridReader) addLink(column tableColumn, p pair, cell string) error {
	if cell == noCell {
		return nil
	}
	if p.src == p.dst {
		return invalidf("a link leads from %s to itself", p.src)
	}
	l := r.standard
	l.Src, l.Dst = p.src, p.dst
	if err := column.parse(&l, cell, &r.cells); err != nil {
		return err
	}
	r.spec.Links = append(r.spec.Links, l)
	return nil
}
