package prices

import (
	"cmp"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// rule says what holds from some regions to others.
type rule[T any] struct {
	from, to selector
	value    T
}

// ruleSet is sorted: the most specific source first, then the most specific
// destination, then in the order of the file. The first rule that fits counts.
type ruleSet[T any] []rule[T]

func (rules ruleSet[T]) sort() {
	slices.SortStableFunc(rules, func(a, b rule[T]) int {
		return cmp.Or(cmp.Compare(b.from.weight(), a.from.weight()), cmp.Compare(b.to.weight(), a.to.weight()))
	})
}

// out keeps the rules about a source: a book has many sources, and a grid asks for
// all destinations of one after the other.
func (rules ruleSet[T]) out(src grid.Region) ruleSet[T] {
	var some ruleSet[T]
	for i := range rules {
		if rules[i].from.matches(src, src) {
			some = append(some, rules[i])
		}
	}
	return some
}

// to returns what holds from src, of which the rules are, to dst.
func (rules ruleSet[T]) to(src, dst grid.Region) (value T, found bool) {
	for i := range rules {
		if rules[i].to.matches(src, dst) {
			return rules[i].value, true
		}
	}
	return value, false
}
