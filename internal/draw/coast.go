package draw

import (
	_ "embed" // for the coastlines
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed land.txt
var landText string

// place is a point on the globe, in degrees north and east.
type place struct{ lat, lon float64 }

// land is the rings around all land, and around lakes the other way round. Its form is told at
// the top of land.txt.
var land = sync.OnceValue(func() [][]place {
	var rings [][]place
	for text := range strings.Lines(landText) {
		if strings.HasPrefix(text, "#") {
			continue
		}
		ring, err := parseRing(strings.Fields(text))
		if err != nil {
			panic("draw: embedded coastlines: " + err.Error())
		}
		rings = append(rings, ring)
	}
	return rings
})

func parseRing(fields []string) ([]place, error) {
	if len(fields)%2 != 0 {
		return nil, fmt.Errorf("%d figures are no pairs", len(fields))
	}
	ring := make([]place, len(fields)/2)
	lon, lat := 0, 0
	for i := range ring {
		east, err := strconv.Atoi(fields[2*i])
		if err != nil {
			return nil, err
		}
		north, err := strconv.Atoi(fields[2*i+1])
		if err != nil {
			return nil, err
		}
		lon, lat = lon+east, lat+north
		ring[i] = place{lat: float64(lat) / 10, lon: float64(lon) / 10}
	}
	return ring, nil
}
