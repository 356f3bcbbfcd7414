package grid

import (
	"errors"
	"strings"
	"testing"
)

func TestReadLocationsRefuses(t *testing.T) {
	const header = "# comment\nregion,lat,lon,precision,place,country,point\n"
	const good = "aws:x,1,2,city,Y,DE,geonames\n"
	if _, err := readLocations("table", header+good); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ text, field string }{
		"nothing":            {"", ""},
		"no column":          {"region,lat\naws:x,1\n", "lon"},
		"broken row":         {header + "aws:x,1\n", ""},
		"region":             {header + "x,1,2,city,Y,DE,geonames\n", "region"},
		"twice":              {header + good + good, "region"},
		"latitude":           {header + "aws:x,90.5,2,city,Y,DE,geonames\n", "lat"},
		"longitude":          {header + "aws:x,1,-181,city,Y,DE,geonames\n", "lon"},
		"no number":          {header + "aws:x,NaN,2,city,Y,DE,geonames\n", "lat"},
		"precision":          {header + "aws:x,1,2,village,Y,DE,geonames\n", "precision"},
		"city without name":  {header + "aws:x,1,2,city,,DE,geonames\n", "place"},
		"country with place": {header + "aws:x,1,2,country,Y,DE,geonames\n", "place"},
	} {
		_, err := readLocations("table", c.text)
		parse, ok := errors.AsType[*ParseError](err)
		if !ok || parse.Field != c.field || !errors.Is(err, ErrInvalid) || !strings.HasPrefix(err.Error(), "table:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
