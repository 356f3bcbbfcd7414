package simplex

import "math"

// vector is a sparse vector in dense memory: index names its nonzeros.
type vector struct {
	value []float64
	index []int32
}

// grow adds a zero.
func (v *vector) grow() {
	v.value = append(v.value, 0)
	if cap(v.index) < len(v.value) {
		v.index = append(make([]int32, 0, 2*len(v.value)), v.index...)
	}
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
	index := v.index[:0]
	for i, x := range v.value {
		if x == 0 {
			continue
		}
		if math.Abs(x) < noise {
			v.value[i] = 0
			continue
		}
		index = append(index, int32(i))
	}
	v.index = index
}

// square is the sum of the squares.
func (v *vector) square() float64 {
	sum := 0.0
	for _, i := range v.index {
		sum += v.value[i] * v.value[i]
	}
	return sum
}
