package lpsolve

import (
	"fmt"
	"math"
)

// Problem is a linear program in sparse rows. The objective is always minimised.
type Problem struct {
	Columns []Column
	Rows    []Row
}

// Column is one variable.
type Column struct {
	// Lower and Upper bound the variable; infinities leave it free.
	// Both zero fixes the variable at zero.
	Lower, Upper float64
	// Cost is the variable's coefficient in the objective.
	Cost float64
	// Integer asks for a whole number.
	Integer bool
}

// Row is one constraint: the sum of its terms stands in Relation to Bound.
type Row struct {
	Terms    []Term
	Relation Relation
	Bound    float64
}

// Term is a coefficient of a row, by the index of its column.
type Term struct {
	Column int
	Value  float64
}

// Relation says how the sum of a row's terms compares with the row's bound.
type Relation int

// The relations a row can state.
const (
	AtMost Relation = iota
	AtLeast
	Equal
)

// largest is the magnitude up to which a coefficient is accepted. lp_solve takes
// 1e30 for infinity and loses accuracy long before.
const largest = 1e15

// Validate reports the first thing that lp_solve or its binding would not survive
// or would silently misread: no columns, an empty row, an index out of range or
// twice in a row, a number that is not finite, crossed bounds. The error is an
// [ErrInvalid].
func (p *Problem) Validate() error {
	if len(p.Columns) == 0 {
		return fmt.Errorf("%w: a problem without columns", ErrInvalid)
	}
	for i, c := range p.Columns {
		if err := c.validate(); err != nil {
			return fmt.Errorf("column %d: %w", i, err)
		}
	}
	seen := make([]int, len(p.Columns))
	for i, r := range p.Rows {
		if err := r.validate(i+1, seen); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return nil
}

func (c Column) validate() error {
	if err := checkFinite("cost", c.Cost); err != nil {
		return err
	}
	return checkBounds(c.Lower, c.Upper)
}

// validate checks one row. The slice seen holds for each column the mark of the
// last row it was found in, so that repeated columns show without a map a row.
func (r Row) validate(mark int, seen []int) error {
	if len(r.Terms) == 0 {
		return fmt.Errorf("%w: no terms", ErrInvalid)
	}
	if r.Relation < AtMost || r.Relation > Equal {
		return fmt.Errorf("%w: unknown relation %d", ErrInvalid, r.Relation)
	}
	for _, t := range r.Terms {
		if t.Column < 0 || t.Column >= len(seen) {
			return fmt.Errorf("%w: column %d of %d", ErrInvalid, t.Column, len(seen))
		}
		if seen[t.Column] == mark {
			return fmt.Errorf("%w: column %d appears twice", ErrInvalid, t.Column)
		}
		seen[t.Column] = mark
		if err := checkFinite("coefficient", t.Value); err != nil {
			return err
		}
	}
	return checkFinite("bound", r.Bound)
}

func checkFinite(what string, v float64) error {
	if math.IsNaN(v) || math.Abs(v) > largest {
		return fmt.Errorf("%w: %s %v", ErrInvalid, what, v)
	}
	return nil
}

// checkBounds accepts finite bounds and infinities that leave the column free.
func checkBounds(lower, upper float64) error {
	if !math.IsInf(lower, -1) {
		if err := checkFinite("lower bound", lower); err != nil {
			return err
		}
	}
	if !math.IsInf(upper, 1) {
		if err := checkFinite("upper bound", upper); err != nil {
			return err
		}
	}
	if lower > upper {
		return fmt.Errorf("%w: bounds %v and %v are crossed", ErrInvalid, lower, upper)
	}
	return nil
}
