package grid

import (
	"slices"
	"strconv"
	"strings"
)

// roomForLinks is made at once for the links that a complete grid of a hundred
// regions has. A file must be longer before it gets more, and each of its tiers,
// of which it may have many, starts with little.
const (
	roomForLinks     = 10_000
	roomForTierLinks = 64
)

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
	if len(r.table.links) == 0 {
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
	return r.readSquare(func(src, dst int, cell string) error {
		return r.setCell(column, src, dst, cell, &next)
	})
}

// readSquare gives every cell of a row for each region to a function.
func (r *gridReader) readSquare(set func(src, dst int, cell string) error) error {
	for src := range r.regions {
		if err := r.readRow(src, set); err != nil {
			return err
		}
	}
	return nil
}

func (r *gridReader) readRow(src int, set func(src, dst int, cell string) error) error {
	if r.line.rest == "" {
		return r.unexpected("the row of " + string(r.regions[src]))
	}
	dst := 0
	for r.line.rest != "" {
		cell, repeats, err := r.readCell(len(r.regions) - dst)
		if err != nil {
			return err
		}
		for range repeats {
			if err := set(src, dst, cell); err != nil {
				return r.fail(err)
			}
			dst++
		}
	}
	if dst < len(r.regions) {
		return r.fail(invalidf("the row of %s ends before the cell for %s", r.regions[src], r.regions[dst]))
	}
	r.advance()
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
func (r *gridReader) setCell(column tableColumn, src, dst int, cell string, next *int) error {
	if column.name == colGbps {
		return r.addLink(column, src, dst, cell)
	}
	links := r.table.links
	if *next == len(links) || links[*next].src != uint32(src) || links[*next].dst != uint32(dst) {
		if cell != noCell {
			return invalidf("there is no link from %s to %s", r.regions[src], r.regions[dst])
		}
		return nil
	}
	l := &links[*next]
	*next++
	return column.parse(l, cell, &r.cells)
}

func (r *gridReader) addLink(column tableColumn, src, dst int, cell string) error {
	if cell == noCell {
		return nil
	}
	if src == dst {
		return invalidf("a link leads from %s to itself", r.regions[src])
	}
	l := r.standard
	l.src, l.dst = uint32(src), uint32(dst)
	if err := column.parse(&l, cell, &r.cells); err != nil {
		return err
	}
	r.makeRoom()
	r.table.links = append(r.table.links, l)
	return nil
}

// makeRoom doubles the room for links when it is used up, but never beyond what
// a complete grid of these regions has.
func (r *gridReader) makeRoom() {
	if links := r.table.links; len(links) == cap(links) {
		complete := len(r.regions) * (len(r.regions) - 1)
		room := roomForLinks
		if r.tier != "" {
			room = roomForTierLinks
		}
		r.table.links = slices.Grow(links, min(max(len(links), room), complete-len(links)))
	}
}
