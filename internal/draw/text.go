package draw

import (
	"image/color"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// lettering is how a line of text is written.
type lettering struct {
	size   vg.Length
	color  color.Color
	bold   bool
	align  vg.Length // part of the text that is left of the point: 0, 0.5, 1
	turned bool      // a quarter turn counter-clockwise: read from below
}

// The letterings that all pictures share.
var (
	titleText = lettering{size: 19, color: ink, bold: true}
	noteText  = lettering{size: 13, color: faded}
	headText  = lettering{size: 14, color: ink, bold: true}
	keyText   = lettering{size: 13, color: ink}
	tickText  = lettering{size: 12, color: ink}
	axisText  = lettering{size: 13, color: ink}
	smallText = lettering{size: 11, color: faded}
)

// capHeight is the height of capitals in Liberation Sans over its size.
const capHeight = 0.72

func (t lettering) font() plotfont.Font {
	f := plotfont.Font{Typeface: "Liberation", Variant: "Sans", Size: t.size}
	if t.bold {
		f.Weight = font.WeightBold
	}
	return f
}

func (t lettering) face() plotfont.Face {
	return plot.DefaultTextHandler.Cache().Lookup(t.font(), t.size)
}

// style is the same for what gonum writes.
func (t lettering) style() text.Style {
	return text.Style{
		Color: t.color, Font: t.font(), Handler: plot.DefaultTextHandler,
		XAlign: text.XAlignment(-t.align), YAlign: text.YCenter,
	}
}

func (t lettering) centred() lettering { t.align = 0.5; return t }
func (t lettering) right() lettering   { t.align = 1; return t }

// width is that of a line.
func (t lettering) width(line string) vg.Length {
	face := t.face()
	return face.Width(printable(line))
}

// write puts a line where at is in the middle of its height.
func (t lettering) write(c vg.Canvas, at vg.Point, line string) {
	if line == "" {
		return
	}
	shift := vg.Point{X: -t.align * t.width(line), Y: -capHeight / 2 * t.size}
	c.SetColor(t.color)
	if !t.turned {
		c.FillString(t.face(), at.Add(shift), line)
		return
	}
	c.Push()
	c.Translate(at)
	c.Rotate(math.Pi / 2)
	c.FillString(t.face(), shift, line)
	c.Pop()
}

// fit shortens a line until it is no wider than there is room.
func (t lettering) fit(line string, room vg.Length) string {
	if t.width(line) <= room {
		return line
	}
	letters := []rune(line)
	for len(letters) > 0 && t.width(string(letters)+"…") > room {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// printable replaces what an XML document cannot hold and what would break a line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF' {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}
