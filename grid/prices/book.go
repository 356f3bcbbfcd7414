package prices

import (
	"strings"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// Book is an immutable book of prices, or several laid over each other. It may be
// used by several goroutines at once.
type Book struct {
	layers []*layer // the first that knows a price counts
}

// layer is what one file says.
type layer struct {
	info     Info
	areas    areas
	egress   ruleSet[*tariffLine]
	free     ruleSet[*allowance]
	machines []machineLine
	services []serviceLine
}

// Info describes one book.
type Info struct {
	Name    string
	Date    time.Time // of the book as a whole
	Sources []Source  // of its lines, in the order of the file
}

// String is the name with the date.
func (i Info) String() string { return i.Name + " (" + i.Date.Format(time.DateOnly) + ")" }

// Layers describes the books, the one that wins first.
func (b *Book) Layers() []Info {
	infos := make([]Info, len(b.layers))
	for i, l := range b.layers {
		infos[i] = l.info
	}
	return infos
}

// String names the books with their dates, the one that wins first.
func (b *Book) String() string {
	names := make([]string, len(b.layers))
	for i, l := range b.layers {
		names[i] = l.info.String()
	}
	return strings.Join(names, " over ")
}

// Date is that of the oldest of the books: no price is older than its book says.
func (b *Book) Date() time.Time {
	oldest := b.layers[0].info.Date
	for _, l := range b.layers[1:] {
		if l.info.Date.Before(oldest) {
			oldest = l.info.Date
		}
	}
	return oldest
}

// Over lays the book over another: whatever it knows wins, however specific the
// lines of the other are. An allowance is looked up on its own: where negotiated
// prices come without one, the book must say that 0 GB are free.
func (b *Book) Over(base *Book) *Book {
	layers := make([]*layer, 0, len(b.layers)+len(base.layers))
	return &Book{layers: append(append(layers, b.layers...), base.layers...)}
}

// Egress returns what moving data from src to dst costs. The error is an
// [*UnknownPriceError].
func (b *Book) Egress(src, dst grid.Region) (*Tariff, error) {
	return b.from(src).to(dst)
}

// outgoing is what a book says about one source.
type outgoing struct {
	book   *Book
	src    grid.Region
	egress []ruleSet[*tariffLine]
	free   []ruleSet[*allowance]
}

func (b *Book) from(src grid.Region) *outgoing {
	o := &outgoing{book: b, src: src}
	for _, l := range b.layers {
		o.egress = append(o.egress, l.egress.out(src))
		o.free = append(o.free, l.free.out(src))
	}
	return o
}

func (o *outgoing) to(dst grid.Region) (*Tariff, error) {
	line, found := first(o.egress, o.src, dst)
	if !found {
		return nil, &UnknownPriceError{Book: o.book.String(), Src: o.src, Dst: dst}
	}
	t := &Tariff{
		Tiers: line.tiers, PerAccount: line.perAccount, Source: line.source, Book: line.book, line: line,
	}
	if free, found := first(o.free, o.src, dst); found {
		t.allowance, t.FreeGB = free, free.gb
	}
	return t, nil
}

// first looks into one layer after the other.
func first[T any](layers []ruleSet[T], src, dst grid.Region) (value T, found bool) {
	for _, rules := range layers {
		if value, found = rules.to(src, dst); found {
			return value, true
		}
	}
	return value, false
}
