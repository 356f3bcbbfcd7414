package lpsolve

import "math"

// check verifies an answer against the problem in plain arithmetic. The stated
// objective must agree with the one computed from the values.
func check(p *Problem, values []float64, stated float64, s Settings) error {
	if len(values) != len(p.Columns) {
		return &CheckError{What: "value", Got: float64(len(values)), Want: float64(len(p.Columns))}
	}
	for i, c := range p.Columns {
		if err := c.check(i, values[i], s); err != nil {
			return err
		}
	}
	for i, r := range p.Rows {
		if err := r.check(i, values, s.Tolerance); err != nil {
			return err
		}
	}
	got, scale := objective(p, values)
	if math.Abs(got-stated) > 10*s.Tolerance*max(1, scale) {
		return &CheckError{What: "objective", Got: stated, Want: got}
	}
	return nil
}

func (c Column) check(i int, v float64, s Settings) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return &CheckError{What: "value", Index: i, Got: v}
	}
	nearest := min(max(v, c.Lower), c.Upper)
	if math.Abs(v-nearest) > s.Tolerance*max(1, math.Abs(nearest)) {
		return &CheckError{What: "bound", Index: i, Got: v, Want: nearest}
	}
	if c.Integer && math.Abs(v-math.Round(v)) > s.IntegerTolerance {
		return &CheckError{What: "whole number", Index: i, Got: v, Want: math.Round(v)}
	}
	return nil
}

func (r Row) check(i int, values []float64, tolerance float64) error {
	sum, scale := 0.0, max(1, math.Abs(r.Bound))
	for _, t := range r.Terms {
		term := t.Value * values[t.Column]
		sum += term
		scale = max(scale, math.Abs(term))
	}
	over := sum - r.Bound
	if r.Relation == AtLeast {
		over = -over
	}
	if r.Relation == Equal {
		over = math.Abs(over)
	}
	if over > tolerance*scale {
		return &CheckError{What: "row", Index: i, Got: sum, Want: r.Bound}
	}
	return nil
}

// objective returns the objective's value and the largest of its terms.
func objective(p *Problem, values []float64) (sum, scale float64) {
	for i, c := range p.Columns {
		term := c.Cost * values[i]
		sum += term
		scale = max(scale, math.Abs(term))
	}
	return sum, scale
}
