package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/grid/prices"
	"github.com/skyferry/skyferry/plan"
)

// builtinBook stands for the book inside the library, where a file is asked for.
const builtinBook = "builtin"

// priceFlags choose a price book and what its prices depend on.
type priceFlags struct {
	books   []string
	moved   movedFlag
	types   []string
	spot    bool
	compare bool
}

func (p *priceFlags) add(f *pflag.FlagSet) {
	f.StringArrayVar(&p.books, "price-book", nil, "price book `file`, or "+builtinBook+"; each one is laid over those before it")
	f.Var(&p.moved, "moved-gb", "GB that have left this month already: `N` from the source, or WHERE=N, as aws=5000 or aws:us-east-1=5000")
	f.StringArrayVar(&p.types, "vm-type", nil, "machine `type` whose hourly price the book has, as n2-standard-32; one for each cloud")
	f.BoolVar(&p.spot, "spot", false, "take the machine types' spot prices")
	f.BoolVar(&p.compare, "compare", false, "say what the clouds' own services would charge: their fees by the price book (default: "+builtinBook+"), egress as in the plan")
}

// check says what is wrong with the flags as they were given.
func (p *priceFlags) check(c *cobra.Command) error {
	switch {
	case len(p.books) == 0 && len(given(c, "moved-gb")) > 0:
		return usage(c, errors.New("--moved-gb counts for the tiers of a --price-book: give one"))
	case len(p.books) == 0 && len(given(c, "vm-type", "spot")) > 0:
		return usage(c, errors.New("--vm-type and --spot are for prices of a --price-book: give one"))
	case len(p.books) > 0 && len(given(c, "prices")) > 0:
		return usage(c, errors.New("--prices and --price-book are different prices of egress: give one"))
	case len(p.types) > 0 && len(given(c, "vm-usd-per-hour")) > 0:
		return usage(c, errors.New("--vm-usd-per-hour and --vm-type are different prices of machines: give one"))
	case p.spot && len(p.types) == 0:
		return usage(c, errors.New("--spot needs a --vm-type"))
	}
	return nil
}

// apply puts the prices of the books into the grid that a plan is made on, and notes
// what is printed with the plan. Without any of the flags the grid stays as it is.
func (p *priceFlags) apply(c *cobra.Command, g *grid.Grid, request plan.Request) (*grid.Grid, *pricing, error) {
	if len(p.books) == 0 && !p.compare {
		return g, nil, nil
	}
	book, err := p.open()
	if err != nil {
		return nil, nil, err
	}
	ask := pricing{
		book: book, compare: p.compare, applied: len(p.books) > 0,
		usage: prices.Usage{
			VolumeGB: request.VolumeGB, MovedGB: p.moved.volumes(request.Src),
			MachineTypes: p.types, Spot: p.spot, SkipUnknown: true,
		},
	}
	if ask.applied {
		var applied prices.Applied
		if g, applied, err = book.Apply(g, ask.usage); err != nil {
			return nil, nil, usage(c, tellMachines(err))
		}
		ask.unknown, ask.otherMachines = len(applied.Unknown), applied.OtherPriced
		tellUnknown(c.ErrOrStderr(), applied.Unknown)
	}
	ask.machine, _ = g.Machine(request.Src)
	if direct, ok := g.Link(request.Src, request.Dst); ok {
		ask.directUSD = new(direct.USDPerGB * request.VolumeGB)
	}
	return g, &ask, nil
}

// tellUnknown says that links are left out before a plan lacks them.
func tellUnknown(w io.Writer, links []prices.UnknownPriceError) {
	if len(links) > 0 {
		fmt.Fprintf(w, "Links left out as the price book does not know their price: %d, such as %s\n", len(links), arrow(links[0].Src, links[0].Dst))
	}
}

// tellMachines says what can be done about a machine without a price.
func tellMachines(err error) error {
	if unknown, ok := errors.AsType[*prices.UnknownPriceError](err); ok && unknown.Machine != "" {
		return fmt.Errorf("%w; leave --vm-type out for the grid's own price, or give one with --vm-usd-per-hour", err)
	}
	return err
}

// open reads the books and lays each over those before it.
func (p *priceFlags) open() (*prices.Book, error) {
	var book *prices.Book
	for _, name := range p.books {
		next := prices.Builtin()
		if name != builtinBook {
			var err error
			if next, err = prices.ReadFile(name); err != nil {
				return nil, err
			}
		}
		if book != nil {
			next = next.Over(book)
		}
		book = next
	}
	if book == nil {
		book = prices.Builtin()
	}
	return book, nil
}

// movedFlag holds volumes in GB by region or provider, that of the source without either.
type movedFlag map[string]float64

// String implements pflag.Value; it is empty where nothing was given.
func (m *movedFlag) String() string { return "" }

// Type implements pflag.Value.
func (m *movedFlag) Type() string { return "GB" }

// Set implements pflag.Value.
func (m *movedFlag) Set(s string) error {
	where, number, named := strings.Cut(s, "=")
	if !named {
		where, number = "", s
	}
	gb, err := strconv.ParseFloat(number, 64)
	if err != nil || !(gb >= 0) || math.IsInf(gb, 0) || strings.ContainsAny(number, "_xX") || named && where == "" { // no Go literals
		return fmt.Errorf("%q is not a volume; write 5000, aws=5000 or aws:us-east-1=5000, in GB", s)
	}
	if *m == nil {
		*m = movedFlag{}
	}
	(*m)[where] = gb
	return nil
}

// volumes names the source.
func (m movedFlag) volumes(src grid.Region) map[string]float64 {
	named := map[string]float64{}
	for where, gb := range m {
		if where == "" {
			where = string(src)
		}
		named[where] = gb
	}
	return named
}
