package simplex

import "math"

// variable is a column or the logical of a row. What the methods look up together stands together. Places and reduced
// costs, which they go through for all variables, stand apart.
type variable struct {
	lower, upper float64
	value        float64
	cost         float64
	price        float64 // the cost, shifted where the methods need it
	weight       float64 // steepest edge while basic, else Devex
	row          int32   // of a logical, -1 for columns
}

// place says where a variable stands. Its lowest bits say in which directions a nonbasic variable can move.
type place uint8

const (
	fixed   place = 0 // nonbasic, both bounds equal
	atLower place = 1 // can rise
	atUpper place = 2 // can fall
	free    place = atLower | atUpper
	basic   place = 4
)

// boxed reports whether a variable has two bounds.
func (v *variable) boxed() bool { return v.lower > math.Inf(-1) && v.upper < math.Inf(1) }

// settle puts a nonbasic variable at the bound it stands at, or at one that it has. One that was fixed goes where its
// reduced cost keeps it.
func (p *program) settle(i int32) {
	at, v := p.place[i], &p.variables[i]
	high := at == atUpper || at == fixed && p.reduced[i] < 0
	switch {
	case at == basic:
	case v.lower == v.upper:
		p.place[i], v.value = fixed, v.lower
	case high && v.upper < math.Inf(1):
		p.place[i], v.value = atUpper, v.upper
	case v.lower > math.Inf(-1):
		p.place[i], v.value = atLower, v.lower
	case v.upper < math.Inf(1):
		p.place[i], v.value = atUpper, v.upper
	default:
		p.place[i], v.value = free, 0
	}
}

// flip puts a nonbasic variable at its other bound and returns by how much its value rises. The basic ones do not
// follow.
func (p *program) flip(i int32) float64 {
	v := &p.variables[i]
	if p.place[i] == atLower {
		p.place[i], v.value = atUpper, v.upper
		return v.upper - v.lower
	}
	p.place[i], v.value = atLower, v.lower
	return v.lower - v.upper
}

// excess is by how much the value lies above the upper bound, negative by how much below the lower
// one, 0 within the tolerances.
func (v *variable) excess() float64 {
	if v.value >= v.lower-feasibility && v.value <= v.upper+feasibility {
		return 0
	}
	return v.outside()
}

func (v *variable) outside() float64 {
	switch {
	case v.value < v.lower-slack(v.lower):
		return v.value - v.lower
	case v.value > v.upper+slack(v.upper):
		return v.value - v.upper
	default:
		return 0
	}
}

// wrong is by how much a nonbasic variable's reduced cost has the wrong sign, 0 within the tolerance.
func (p *program) wrong(i int, tolerance float64) float64 {
	d := p.reduced[i]
	if d < -tolerance && p.place[i]&atLower != 0 {
		return -d
	}
	if d > tolerance && p.place[i]&atUpper != 0 {
		return d
	}
	return 0
}

// slack is the tolerance at a bound.
func slack(bound float64) float64 {
	if b := math.Abs(bound); b > 1 {
		return feasibility * b
	}
	return feasibility
}
