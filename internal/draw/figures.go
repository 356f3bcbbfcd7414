package draw

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// figures writes a number to four digits, large ones to the unit.
func figures(v float64) string {
	if math.Abs(v) >= 1e4 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// counted is a number of things with an English plural.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// middle is the centre between two points.
func middle(a, b vg.Point) vg.Point { return vg.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2} }
