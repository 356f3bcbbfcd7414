package grid_test

import (
	"math"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

func TestLocationOfEveryBuiltinRegion(t *testing.T) {
	for _, r := range grid.Builtin().Regions() {
		if _, ok := grid.LocationOf(r); !ok {
			t.Errorf("%s has no location", r)
		}
	}
}

func TestLocations(t *testing.T) {
	var regions []grid.Region
	count := map[string]int{}
	for r, l := range grid.Locations() {
		regions = append(regions, r)
		count[r.Provider()]++
		if got, ok := grid.LocationOf(r); !ok || got != l {
			t.Errorf("%s: %v, %v and %v", r, got, ok, l)
		}
		if len(l.Country) != 2 || l.City != "" && l.State != "" {
			t.Errorf("%s: %+v", r, l)
		}
		if l.Point != "geonames" && l.Point != "intercloud" && l.Point != "azure-api" {
			t.Errorf("%s: a point of unknown source %q", r, l.Point)
		}
	}
	if !slices.IsSorted(regions) {
		t.Error("not in byte order")
	}
	for provider, atLeast := range map[string]int{"aws": 38, "azure": 54, "gcp": 43} {
		if count[provider] < atLeast {
			t.Errorf("%d regions of %s", count[provider], provider)
		}
	}
}

func TestLocationsCanBeLeft(t *testing.T) {
	for r := range grid.Locations() {
		if r != "aws:af-south-1" {
			t.Errorf("the first is %s", r)
		}
		break
	}
}

func TestLocationOfZones(t *testing.T) {
	region, _ := grid.LocationOf("gcp:europe-west4")
	for r, want := range map[grid.Region]bool{
		"gcp:europe-west4-a": true,
		"gcp:europe-west4-f": true,
		"gcp:europe-west4-1": false,
		"gcp:europe-west4-":  false,
		"gcp:a":              false,
		"gcp:-a":             false,
		"aws:europe-west4-a": false,
		"aws:us-east-1-a":    false, // AWS writes its zones in another way
		"host:berlin":        false,
		"":                   false,
	} {
		got, ok := grid.LocationOf(r)
		if ok != want || ok && got != region {
			t.Errorf("%s: %+v, %v", r, got, ok)
		}
	}
}

func TestDistanceKM(t *testing.T) {
	at := func(lat, lon float64) grid.Location { return grid.Location{Lat: lat, Lon: lon} }
	const quarter = math.Pi / 2 * 6371
	for _, c := range []struct {
		a, b grid.Location
		want float64
	}{
		{at(0, 0), at(0, 0), 0},
		{at(0, 0), at(0, 90), quarter},
		{at(90, 0), at(0, 123), quarter},
		{at(90, 0), at(-90, 0), 2 * quarter},
		{at(0, 0), at(0, 180), 2 * quarter},
		{at(33.33, 10), at(-33.33, -170), 2 * quarter},      // antipodes: no NaN
		{at(0, 179), at(0, -179), 2 * math.Pi / 180 * 6371}, // over the date line
		{at(51.5, 0), at(52.5, 0), math.Pi / 180 * 6371},
	} {
		there, back := grid.DistanceKM(c.a, c.b), grid.DistanceKM(c.b, c.a)
		if math.Abs(there-c.want) > 1e-3 || there != back {
			t.Errorf("%v to %v: %v and %v, want %v", c.a, c.b, there, back, c.want)
		}
	}
}

// TestLocationsAreWhereTheySay finds misplaced points: regions of one city or, where no city is
// named, of one small country are close together whoever runs them.
func TestLocationsAreWhereTheySay(t *testing.T) {
	byCity := map[string]grid.Region{}
	for r, l := range grid.Locations() {
		if l.City == "" {
			continue
		}
		first, ok := byCity[l.City+l.Country]
		if !ok {
			byCity[l.City+l.Country] = r
			continue
		}
		other, _ := grid.LocationOf(first)
		if km := grid.DistanceKM(l, other); km > 25 {
			t.Errorf("%s and %s are both in %s and %.0f km apart", first, r, l.City, km)
		}
	}
	if len(byCity) < 50 {
		t.Errorf("only %d cities", len(byCity))
	}
}
