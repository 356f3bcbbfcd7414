package draw

import "cmp"

// Options change how a picture looks; nil means all defaults.
type Options struct {
	// Title stands above the picture. Default: what the picture shows.
	Title string
	// Note is a line below the title. Default: each picture's own summary.
	Note string
	// Width and Height are the size in CSS pixels, from 480 and 320 to 10,000. Default: each picture's own.
	Width, Height int
}

const (
	leastWidth, leastHeight = 480, 320
	mostPixels              = 10_000
)

// with returns the options with a picture's defaults filled in.
func (o *Options) with(defaults Options) (Options, error) {
	if o == nil {
		o = &Options{}
	}
	filled := Options{
		Title:  cmp.Or(o.Title, defaults.Title),
		Note:   cmp.Or(o.Note, defaults.Note),
		Width:  cmp.Or(o.Width, defaults.Width),
		Height: cmp.Or(o.Height, defaults.Height),
	}
	if filled.Width < leastWidth || filled.Width > mostPixels || filled.Height < leastHeight || filled.Height > mostPixels {
		return filled, invalidf("a picture of %d by %d pixels; from %d by %d to %d by %d are drawn",
			filled.Width, filled.Height, leastWidth, leastHeight, mostPixels, mostPixels)
	}
	return filled, nil
}
