package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// document is what a test looks at in a picture.
type document struct {
	title         string
	width, height float64
	texts         []written
	paths         []drawnPath
}

// written is a line of text with the rectangle that it takes, in pixels from the top left.
type written struct {
	text                   string
	left, top, right, base float64
}

// drawnPath is an outline with its style.
type drawnPath struct{ outline, style string }

// affine is a transformation: x' = a·x + c·y + e, y' = b·x + d·y + f.
type affine [6]float64

func (m affine) then(inner affine) affine {
	return affine{
		m[0]*inner[0] + m[2]*inner[1], m[1]*inner[0] + m[3]*inner[1],
		m[0]*inner[2] + m[2]*inner[3], m[1]*inner[2] + m[3]*inner[3],
		m[0]*inner[4] + m[2]*inner[5] + m[4], m[1]*inner[4] + m[3]*inner[5] + m[5],
	}
}

func (m affine) at(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// transformOf reads the transform attribute.
func transformOf(t *testing.T, text string) affine {
	m := affine{1, 0, 0, 1, 0, 0}
	for call := range strings.SplitSeq(text, ")") {
		name, list, found := strings.Cut(strings.TrimSpace(call), "(")
		if !found {
			continue
		}
		var f []float64
		for number := range strings.SplitSeq(list, ",") {
			v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
			if err != nil {
				t.Fatalf("transform %q: %v", text, err)
			}
			f = append(f, v)
		}
		switch name {
		case "translate":
			m = m.then(affine{1, 0, 0, 1, f[0], f[1]})
		case "scale":
			m = m.then(affine{f[0], 0, 0, f[1], 0, 0})
		case "rotate":
			sin, cos := math.Sincos(f[0] * math.Pi / 180)
			m = m.then(affine{cos, sin, -sin, cos, 0, 0})
		default:
			t.Fatalf("transform %q", text)
		}
	}
	return m
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func number(t *testing.T, e xml.StartElement, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(attribute(e, name), 64)
	if err != nil {
		t.Fatalf("%s of %s: %v", name, e.Name.Local, err)
	}
	return v
}

// parse reads a picture as strictly as XML is.
func parse(t *testing.T, content []byte) *document {
	t.Helper()
	doc, decoder := &document{}, xml.NewDecoder(bytes.NewReader(content))
	stack := []affine{{1, 0, 0, 1, 0, 0}}
	var open []xml.StartElement
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return doc
		}
		if err != nil {
			t.Fatalf("no XML: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Copy())
			stack = append(stack, stack[len(stack)-1].then(transformOf(t, attribute(e, "transform"))))
			doc.element(t, e)
		case xml.EndElement:
			open, stack = open[:len(open)-1], stack[:len(stack)-1]
		case xml.CharData:
			if len(open) > 0 {
				doc.chars(t, open[len(open)-1], stack[len(stack)-1], string(e))
			}
		}
	}
}

func (doc *document) element(t *testing.T, e xml.StartElement) {
	switch e.Name.Local {
	case "svg":
		doc.width, doc.height = number(t, e, "width"), number(t, e, "height")
	case "path":
		doc.paths = append(doc.paths, drawnPath{attribute(e, "d"), attribute(e, "style")})
	}
}

func (doc *document) chars(t *testing.T, e xml.StartElement, m affine, text string) {
	switch e.Name.Local {
	case "title":
		doc.title = text
	case "text":
		style := attribute(e, "style")
		l := lettering{bold: strings.Contains(style, "font-weight:bold")}
		_, size, _ := strings.Cut(style, "font-size:")
		size, _, _ = strings.Cut(size, "px")
		v, err := strconv.ParseFloat(size, 64)
		if err != nil {
			t.Fatalf("size of %q: %v", text, err)
		}
		l.size = vg.Length(v)
		if told := number(t, e, "textLength"); !near(told, float64(l.width(text)), 0.1) {
			t.Errorf("%q is %v wide, not %v", text, l.width(text), told)
		}
		x, y := number(t, e, "x"), number(t, e, "y")
		x0, y0 := m.at(x, y)
		x1, y1 := m.at(x+float64(l.width(text)), y-capHeight*v)
		doc.texts = append(doc.texts, written{text, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)})
	}
}

// has tells whether a line of text is in the picture.
func (doc *document) has(text string) bool {
	return slices.ContainsFunc(doc.texts, func(w written) bool { return w.text == text })
}

// styled counts paths whose style has all of these parts.
func (doc *document) styled(parts ...string) (n int) {
	for _, p := range doc.paths {
		if !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(p.style, part) }) {
			n++
		}
	}
	return n
}

// wantTidy reports texts that leave the page or overlap.
func (doc *document) wantTidy(t *testing.T) {
	t.Helper()
	for i, a := range doc.texts {
		if a.left < 0 || a.top < 0 || a.right > doc.width || a.base > doc.height {
			t.Errorf("%q leaves the page: %+v", a.text, a)
		}
		for _, b := range doc.texts[:i] {
			if a.left < b.right && b.left < a.right && a.top < b.base && b.top < a.base {
				t.Errorf("%q and %q overlap: %+v %+v", a.text, b.text, a, b)
			}
		}
	}
}

// drawn draws twice, wants the same bytes, and reads them.
func drawn(t *testing.T, picture func(io.Writer) error) *document {
	t.Helper()
	var first, second bytes.Buffer
	if err := errors.Join(picture(&first), picture(&second)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same data gave different bytes")
	}
	return parse(t, first.Bytes())
}

func hex(c interface{ RGBA() (r, g, b, a uint32) }) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02X%02X%02X", r>>8, g>>8, b>>8)
}
