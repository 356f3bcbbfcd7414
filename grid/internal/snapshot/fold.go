package main

import (
	"fmt"
	"regexp"

	"github.com/skyferry/skyferry/grid"
)

// gcpZone is a region of GCP, such as us-east1, with a zone's letter.
var gcpZone = regexp.MustCompile(`^(gcp:[a-z]+-[a-z]+[0-9]+)-[a-z]$`)

// foldZone returns the region of a zone of GCP, and any other region as it is.
func foldZone(r grid.Region) grid.Region {
	if m := gcpZone.FindStringSubmatch(string(r)); m != nil {
		return grid.Region(m[1])
	}
	return r
}

// folding folds zones and notes where two of them become one region. The public
// figures have one zone a region; figures of several would need a decision
// which of them stands for it, so they are an error and not a silent mixture.
type folding struct {
	zone     map[grid.Region]grid.Region // by region
	collided error
}

func (f *folding) rename(zone grid.Region) grid.Region {
	if f.zone == nil {
		f.zone = map[grid.Region]grid.Region{}
	}
	region := foldZone(zone)
	first, ok := f.zone[region]
	if ok && first != zone && f.collided == nil {
		f.collided = fmt.Errorf("both %s and %s fold to %s: keep the rows of one", first, zone, region)
	}
	f.zone[region] = zone
	return region
}

func (f *folding) check() error { return f.collided }
