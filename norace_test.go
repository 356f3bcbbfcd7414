//go:build !race

package skyferry_test

// raceEnabled tells whether this binary has the race detector, which takes several times
// the memory.
const raceEnabled = false
