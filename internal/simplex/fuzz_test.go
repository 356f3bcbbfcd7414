package simplex

import (
	"math/rand/v2"
	"testing"
)

// FuzzSequence changes and solves a program as the input says: each byte is one change, drawn with its
// value as seed, and every third change a solve that is compared with a cold one.
func FuzzSequence(f *testing.F) {
	f.Add([]byte{0, 40, 80, 120, 160, 200, 240, 3, 7, 11})
	f.Add([]byte("columns, rows, bounds and costs"))
	f.Fuzz(func(t *testing.T, changes []byte) {
		p := newPair()
		for i, c := range changes[:min(len(changes), 200)] {
			p.change(rand.New(rand.NewPCG(uint64(c), uint64(i%4))))
			if i%3 == 2 {
				p.checkSolve(t)
			}
		}
	})
}
