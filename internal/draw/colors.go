package draw

import (
	"image/color"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// The colours of everything that is no data.
var (
	paper   = color.NRGBA{255, 255, 255, 255}
	ink     = color.NRGBA{32, 38, 46, 255}
	faded   = color.NRGBA{96, 104, 114, 255}
	hairs   = color.NRGBA{225, 228, 232, 255}
	unknown = color.NRGBA{217, 220, 224, 255} // a link that was never measured
)

// The palette of Okabe and Ito, less its black and its yellow, which is too light on white.
var (
	orange    = color.NRGBA{230, 159, 0, 255}
	skyBlue   = color.NRGBA{86, 180, 233, 255}
	green     = color.NRGBA{0, 158, 115, 255}
	blue      = color.NRGBA{0, 114, 178, 255}
	vermilion = color.NRGBA{213, 94, 0, 255}
	purple    = color.NRGBA{204, 121, 167, 255}
)

// What stands for the direct path and for the overlay in every picture.
var (
	directColor  = color.NRGBA{140, 148, 158, 255}
	overlayColor = blue
)

// priceColors runs from dark to light in a hue that no cloud has.
var priceColors = newRamp(
	color.NRGBA{66, 8, 76, 255}, color.NRGBA{150, 30, 122, 255},
	color.NRGBA{214, 84, 142, 255}, color.NRGBA{240, 152, 178, 255},
)

// cloudColors gives every cloud a colour: the three large ones always the same, others in turn.
func cloudColors(clouds []string) map[string]color.NRGBA {
	known := map[string]color.NRGBA{"aws": orange, "azure": blue, "gcp": green}
	rest := []color.NRGBA{purple, skyBlue, vermilion}
	colors := make(map[string]color.NRGBA, len(clouds))
	turn := 0
	for _, cloud := range clouds {
		c, ok := known[cloud]
		if !ok {
			c = rest[turn%len(rest)]
			turn++
		}
		colors[cloud] = c
	}
	return colors
}

// cloudsOf lists the clouds of regions, by name, each once.
func cloudsOf(regions []grid.Region) []string {
	var clouds []string
	for _, r := range regions {
		clouds = append(clouds, r.Provider())
	}
	slices.Sort(clouds)
	return slices.Compact(clouds)
}

// translucent is the colour with some of what is below it shining through.
func translucent(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(opacity * 255)
	return c
}
