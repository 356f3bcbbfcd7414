package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// page is a picture with its title and note written, and room for the rest. The unit of
// length is the pixel; the origin is at the bottom left.
type page struct {
	options Options
	svg     *textCanvas
	room    vgdraw.Canvas // what is left of the page
}

// textCanvas writes nothing that XML cannot hold, and keeps how wide its texts are, in their order.
type textCanvas struct {
	*vgsvg.Canvas
	widths []vg.Length
}

// FillString writes a line of text.
func (c *textCanvas) FillString(f font.Face, at vg.Point, s string) {
	s = printable(s)
	c.widths = append(c.widths, f.Width(s))
	c.Canvas.FillString(f, at, s)
}

// margin is left free at the edges.
const margin = 18

func newPage(o Options) *page {
	width, height := vg.Length(o.Width), vg.Length(o.Height)
	svg := &textCanvas{Canvas: vgsvg.NewWith(vgsvg.UseWH(width, height))}
	p := &page{options: o, svg: svg, room: vgdraw.NewCanvas(svg, width, height)}
	p.room.SetColor(paper)
	p.room.Fill(p.room.Path())
	p.room = vgdraw.Crop(p.room, margin, -margin, margin, -margin)
	p.line(titleText, o.Title)
	p.line(noteText, o.Note)
	return p
}

// line writes a line at the top of the room and takes its height away.
func (p *page) line(t lettering, line string) {
	if line == "" {
		return
	}
	t.write(p.room, vg.Point{X: p.room.Min.X, Y: p.room.Max.Y - t.size/2}, t.fit(line, p.room.Size().X))
	p.room.Max.Y -= 1.5 * t.size
}

// footer writes a small line at the bottom of the room and takes its height away.
func (p *page) footer(line string) {
	if line == "" {
		return
	}
	t := smallText
	t.write(p.room, vg.Point{X: p.room.Min.X, Y: p.room.Min.Y + t.size/2}, t.fit(line, p.room.Size().X))
	p.room.Min.Y += 1.8 * t.size
}

// The fonts are named once, on the document. A quote in front of what gonum writes on each text
// cannot stand in the text itself, where it is escaped.
const fontNames = "'Liberation Sans',Arial,Helvetica,sans-serif"

var (
	plainFont = []byte(`style="font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;`)
	boldFont  = []byte(`style="font-family:Liberation Sans;font-variant:normal;font-weight:bold;font-style:normal;`)
)

// writeTo writes the document, with a head of our own: gonum sizes in points and names nothing.
func (p *page) writeTo(w io.Writer) error {
	var drawn, head bytes.Buffer
	if _, err := p.svg.WriteTo(&drawn); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	_, body, _ := bytes.Cut(drawn.Bytes(), []byte("<svg "))
	_, body, _ = bytes.Cut(body, []byte(">"))
	fmt.Fprintf(&head, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="%[3]s">`+"\n<title>",
		p.options.Width, p.options.Height, fontNames)
	if err := xml.EscapeText(&head, []byte(printable(p.options.Title))); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	head.WriteString("</title>")
	body = bytes.ReplaceAll(body, plainFont, []byte(`style="`))
	body = bytes.ReplaceAll(body, boldFont, []byte(`style="font-weight:bold;`))
	head.Write(p.svg.withWidths(body))
	if _, err := w.Write(head.Bytes()); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	return nil
}

// withWidths tells the widths of all texts: a viewer that has none of the fonts fits another one in.
func (c *textCanvas) withWidths(body []byte) []byte {
	var told bytes.Buffer
	start := []byte("<text ")
	for _, width := range c.widths {
		before, after, _ := bytes.Cut(body, start)
		told.Write(before)
		fmt.Fprintf(&told, `<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" `, width.Points())
		body = after
	}
	told.Write(body)
	return told.Bytes()
}
