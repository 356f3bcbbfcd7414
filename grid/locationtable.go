package grid

import (
	_ "embed" // for the table of locations
	"slices"
	"strings"
	"sync"
)

// The table's sources stand at its top.
//
//go:embed data/locations.csv
var locationsCSV string

type locations struct {
	regions  []Region // in byte order
	byRegion map[Region]Location
}

var locationTable = sync.OnceValue(func() *locations {
	table, err := readLocations("locations.csv", locationsCSV)
	if err != nil {
		panic("grid: embedded locations: " + err.Error())
	}
	return table
})

func readLocations(name, text string) (*locations, error) {
	for strings.HasPrefix(text, "#") {
		_, text, _ = strings.Cut(text, "\n")
	}
	t, err := openTable(Input{Name: name, Reader: strings.NewReader(text)},
		"region", "lat", "lon", "precision", "place", "country", "point")
	if err != nil {
		return nil, err
	}
	list := &locations{byRegion: map[Region]Location{}}
	for {
		more, err := t.next()
		if err != nil {
			return nil, err
		}
		if !more {
			slices.Sort(list.regions)
			return list, nil
		}
		if err := list.readRow(t); err != nil {
			return nil, err
		}
	}
}

func (list *locations) readRow(t *table) error {
	r, err := t.region("region")
	if err != nil {
		return err
	}
	if _, twice := list.byRegion[r]; twice {
		return t.fail("region", invalidf("%s is there twice", r))
	}
	l, err := readLocation(t)
	if err != nil {
		return err
	}
	list.regions = append(list.regions, r)
	list.byRegion[r] = l
	return nil
}

func readLocation(t *table) (l Location, err error) {
	if l.Lat, err = t.number("lat", checkDegrees(90)); err != nil {
		return l, err
	}
	if l.Lon, err = t.number("lon", checkDegrees(180)); err != nil {
		return l, err
	}
	l.Country = t.text("country")
	l.Point = t.text("point")
	l.Precision = Precision(t.text("precision"))
	place := t.text("place")
	switch l.Precision {
	case PrecisionCity:
		l.City = place
	case PrecisionState:
		l.State = place
	case PrecisionCountry:
	default:
		return l, t.fail("precision", invalidf("%q is no precision", string(l.Precision)))
	}
	if (place == "") != (l.Precision == PrecisionCountry) {
		return l, t.fail("place", invalidf("a place is named where, and only where, it is a city or a state"))
	}
	return l, nil
}

func checkDegrees(most float64) func(float64) error {
	return func(degrees float64) error {
		if !(degrees >= -most && degrees <= most) { // NaN fails too
			return invalidf("%v degrees are outside of -%v to %v", degrees, most, most)
		}
		return nil
	}
}
