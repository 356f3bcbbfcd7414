package simplex

import "math"

// vector is a sparse vector in dense memory: index names its nonzeros.
type vector struct {
	value []float64
	index []int32
}

// grow appends zeros.
func (v *vector) grow(n int) {
	v.value = growTo(v.value, n)
	if cap(v.index) < n {
		v.index = append(make([]int32, 0, cap(v.value)), v.index...)
	}
}

// growTo appends zeros to a slice.
func growTo[S ~[]E, E any](s S, n int) S {
	return append(s, make(S, n-len(s))...)
}

// clear makes a vector zero whose index is complete.
func (v *vector) clear() {
	for _, i := range v.index {
		v.value[i] = 0
	}
	v.index = v.index[:0]
}

// gather makes the index of what stands in value, and drops noise.
func (v *vector) gather() {
	index := v.index[:len(v.value)]
	n := 0
	for i, x := range v.value {
		if x == 0 {
			continue
		}
		if math.Abs(x) < noise {
			v.value[i] = 0
			continue
		}
		index[n] = int32(i)
		n++
	}
	v.index = index[:n]
}

// square is the sum of the squares.
func (v *vector) square() float64 {
	sum := 0.0
	for _, i := range v.index {
		sum += v.value[i] * v.value[i]
	}
	return sum
}
