// Coast makes land.txt, the coastlines of package draw, of a TopoJSON file of land.
//
//	npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
//	WORLD_ATLAS=$PWD/package go generate ./internal/draw
//
// The form of its input is that of https://github.com/topojson/topojson-specification.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
)

const head = `# Land of the world: Natural Earth 1:110m, version 4.1.0 (public domain, https://www.naturalearthdata.com),
# from land-110m.json of the npm package world-atlas 2.0.2. Written by internal/coast, not by hand.
# A ring a line: longitude and latitude of its first point in tenths of a degree, then the steps to each next one.
`

func main() {
	in := flag.String("in", "", "TopoJSON `file`")
	out := flag.String("out", "land.txt", "`file` to write")
	flag.Parse()
	if err := convert(*in, *out); err != nil {
		log.Fatal("coast: ", err)
	}
}

func convert(in, out string) error {
	content, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	rings, err := readLand(content)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	var text bytes.Buffer
	text.WriteString(head)
	for _, ring := range rings {
		writeRing(&text, ring)
	}
	return os.WriteFile(out, text.Bytes(), 0o666)
}

// topology is what is needed of a TopoJSON file.
type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]float64
	Objects   struct {
		Land struct{ Geometries []geometry }
	}
}

// geometry is a MultiPolygon: arcs by polygon, ring and place in the ring.
type geometry struct {
	Type string
	Arcs [][][]int
}

// lattice is a point in tenths of a degree.
type lattice struct{ lon, lat int }

// readLand returns the rings of all polygons, holes among them, turned as they are in the file.
func readLand(content []byte) (rings [][]lattice, err error) {
	var t topology
	if err := json.Unmarshal(content, &t); err != nil {
		return nil, err
	}
	for _, g := range t.Objects.Land.Geometries {
		if g.Type != "MultiPolygon" {
			return nil, fmt.Errorf("a %s is no MultiPolygon", g.Type)
		}
		for _, polygon := range g.Arcs {
			for _, ring := range polygon {
				points, err := t.ring(ring)
				if err != nil {
					return nil, err
				}
				rings = append(rings, points)
			}
		}
	}
	if len(rings) == 0 {
		return nil, errors.New("no land")
	}
	return rings, nil
}

// ring joins arcs; each begins where the one before ends. ^i is arc i backwards.
func (t *topology) ring(arcs []int) (ring []lattice, err error) {
	for _, i := range arcs {
		backwards := i < 0
		if backwards {
			i = ^i
		}
		if i >= len(t.Arcs) {
			return nil, fmt.Errorf("there is no arc %d", i)
		}
		arc := t.arc(i)
		for k := range arc {
			if backwards {
				k = len(arc) - 1 - k
			}
			ring = follow(ring, arc[k])
		}
	}
	if len(ring) == 0 {
		return nil, errors.New("a ring without points")
	}
	return home(closed(ring)), nil
}

// around is once around the globe, in tenths of a degree.
const around = 3600

// follow appends a point by the shorter way around the globe, so that no ring is torn at 180 degrees: its
// longitudes may go on past that.
func follow(ring []lattice, next lattice) []lattice {
	if len(ring) == 0 {
		return append(ring, next)
	}
	last := ring[len(ring)-1]
	for next.lon-last.lon > around/2 {
		next.lon -= around
	}
	for next.lon-last.lon < -around/2 {
		next.lon += around
	}
	if next == last {
		return ring
	}
	return append(ring, next)
}

// home turns a ring around the globe until its middle is between -180 and 180 degrees.
func home(ring []lattice) []lattice {
	west, east := ring[0].lon, ring[0].lon
	for _, p := range ring {
		west, east = min(west, p.lon), max(east, p.lon)
	}
	turn := around * int(math.Round(float64(west+east)/2/around))
	for i := range ring {
		ring[i].lon -= turn
	}
	return ring
}

// closed gives a ring that leads around the South Pole, and so ends a turn away from where it began, its way
// along the lower edge of a map.
func closed(ring []lattice) []lattice {
	first, last := ring[0], ring[len(ring)-1]
	if first.lon == last.lon {
		return ring
	}
	return append(ring, lattice{last.lon, -900}, lattice{first.lon, -900})
}

// arc undoes the file's steps and its scale.
func (t *topology) arc(i int) []lattice {
	x, y := 0.0, 0.0
	points := make([]lattice, len(t.Arcs[i]))
	for k, step := range t.Arcs[i] {
		x, y = x+step[0], y+step[1]
		points[k] = lattice{
			lon: int(math.Round(10 * (x*t.Transform.Scale[0] + t.Transform.Translate[0]))),
			lat: int(math.Round(10 * (y*t.Transform.Scale[1] + t.Transform.Translate[1]))),
		}
	}
	return points
}

// writeRing leaves out what rounding has made too small to have an inside. A bytes.Buffer takes everything.
func writeRing(w io.Writer, ring []lattice) {
	if len(ring) < 4 {
		return
	}
	last := lattice{}
	for k, p := range ring {
		if k > 0 {
			_, _ = io.WriteString(w, " ")
		}
		_, _ = fmt.Fprintf(w, "%d %d", p.lon-last.lon, p.lat-last.lat)
		last = p
	}
	_, _ = io.WriteString(w, "\n")
}
