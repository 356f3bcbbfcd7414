package prices

import (
	_ "embed" // for the book
	"strings"
	"sync"
)

//go:embed data/builtin.prices
var builtinBook string

// Builtin returns the book inside the library: list prices of AWS, Azure and GCP for
// all links of [grid.Builtin], from public pages. data/builtin.prices says for each
// line where it comes from, and what is unknown.
//
// [grid.Builtin]: https://pkg.go.dev/github.com/skyferry/skyferry/grid#Builtin
func Builtin() *Book { return builtin() }

var builtin = sync.OnceValue(func() *Book {
	b, err := Read(namedReader{strings.NewReader(builtinBook)})
	if err != nil {
		panic("prices: embedded book: " + err.Error())
	}
	return b
})

type namedReader struct{ *strings.Reader }

func (namedReader) Name() string { return "builtin.prices" }
