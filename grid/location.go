package grid

import (
	"iter"
	"math"
	"strings"
)

// Precision says how closely a provider tells where a region is.
type Precision string

// The precisions, finest first. A state or a country stands for a point that
// can be hundreds of kilometres from the machines.
const (
	PrecisionCity    Precision = "city"
	PrecisionState   Precision = "state" // or a province
	PrecisionCountry Precision = "country"
)

// Location is about where a region is. Providers do not publish more than a
// city, and often less.
type Location struct {
	Lat, Lon  float64 // degrees north and east, to two decimals
	City      string  // empty where the provider names none
	State     string  // state or province, where the provider names that and no city
	Country   string  // two letters of ISO 3166-1
	Precision Precision
	Point     string // where Lat and Lon are from: geonames, intercloud or azure-api, see data/locations.csv
}

// LocationOf looks a region up in the table inside the library: the regions of
// AWS, Azure and GCP as of November 2026, with their sources in
// data/locations.csv. A zone of GCP, such as gcp:europe-west4-a, is where its
// region is. It returns false for a region that the table does not have.
func LocationOf(r Region) (Location, bool) {
	l, ok := locationTable().byRegion[foldZone(r)]
	return l, ok
}

// Locations yields the regions of the table by provider and name, in byte
// order, with their locations.
func Locations() iter.Seq2[Region, Location] {
	return func(yield func(Region, Location) bool) {
		table := locationTable()
		for _, r := range table.regions {
			if !yield(r, table.byRegion[r]) {
				return
			}
		}
	}
}

// foldZone takes the letter off a zone of GCP, which names none of its regions so.
func foldZone(r Region) Region {
	name := string(r)
	dash := strings.LastIndexByte(name, '-')
	if r.Provider() == "gcp" && dash > 0 && dash == len(name)-2 && 'a' <= name[dash+1] && name[dash+1] <= 'z' {
		return Region(name[:dash])
	}
	return r
}

const earthRadiusKM = 6371.0 // mean radius

// DistanceKM is the length of the great circle from a to b in km, on a sphere
// with a radius of 6371 km (haversine formula). Cables are longer.
func DistanceKM(a, b Location) float64 {
	latA, latB := radians(a.Lat), radians(b.Lat)
	sinLat := math.Sin((latB - latA) / 2)
	sinLon := math.Sin(radians(b.Lon-a.Lon) / 2)
	h := sinLat*sinLat + math.Cos(latA)*math.Cos(latB)*sinLon*sinLon
	return 2 * earthRadiusKM * math.Asin(math.Sqrt(min(h, 1))) // rounding can take antipodes past 1
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
