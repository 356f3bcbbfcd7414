package simplex

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFactor solves with the factors of random bases, fresh and after pivots, and multiplies the solutions out.
func TestFactor(t *testing.T) {
	r := newRand(t)
	for range 500 {
		m := New()
		for range 1 + r.IntN(20) {
			m.AddRow(AtMost, 0)
		}
		for range 30 {
			m.AddColumn(0, 1, 0, randomTerms(r, m.Rows()))
		}
		m.prepare()
		for i := range m.head {
			if v := m.columns[r.IntN(30)]; r.IntN(4) > 0 && !slices.Contains(m.head, v) {
				m.head[i] = v
			}
		}
		checkFactor(t, m, r)
	}
}

func checkFactor(t *testing.T, m *Model, r *rand.Rand) {
	t.Helper()
	m.factor.refactor(&m.program, m.head)
	m.checkInverse(t, r)
	for range 10 {
		entering := m.columns[r.IntN(30)]
		m.transform(entering)
		for position, a := range m.column.value {
			if math.Abs(a) > 0.3 && !slices.Contains(m.head, entering) {
				m.factor.replace(int32(position), &m.column)
				m.head[position] = entering
			}
		}
		m.checkInverse(t, r)
	}
}

// checkInverse solves forward and backward for random vectors.
func (m *Model) checkInverse(t *testing.T, r *rand.Rand) {
	t.Helper()
	n := len(m.head)
	a, y := make([]float64, n), make([]float64, n)
	for i := range a {
		a[i], y[i] = r.NormFloat64(), r.NormFloat64()
	}
	x, c := slices.Clone(a), make([]float64, n)
	m.factor.forward(x)
	for i, v := range m.head {
		subtract(a, m.terms(v), x[i])
		c[i] = product(y, m.terms(v))
	}
	m.factor.backward(c)
	scale := max(slices.Max(x), -slices.Min(x))
	for i := range a {
		if !near(a[i], 0, 1e-7, scale) || !near(c[i], y[i], 1e-6, 0) {
			t.Fatalf("basis %v: forward misses by %v, backward gives %v for %v", m.head, a[i], c[i], y[i])
		}
	}
}
