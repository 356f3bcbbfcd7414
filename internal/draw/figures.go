package draw

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// figures writes a number to four digits, without an exponent where it can.
func figures(v float64) string { return fmt.Sprintf("%.4g", v) }

// counted is a number of things with an English plural.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// middle is the centre between two points.
func middle(a, b vg.Point) vg.Point { return vg.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2} }
