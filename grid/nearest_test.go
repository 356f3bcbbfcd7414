package grid

import (
	"errors"
	"slices"
	"testing"
)

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"kitten", "sitting", 3},
		{"flaw", "lawn", 2},
		{"us-esat-1", "us-east-1", 2},
		{"same", "same", 0},
	} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := editDistance(test.b, test.a); got != test.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", test.b, test.a, got, test.want)
		}
	}
}

func TestLookupNamesTheNearest(t *testing.T) {
	for _, test := range []struct {
		region, want Region
	}{
		{"aws:us-esat-1", "aws:us-east-1"},
		{"aws:us-east", "aws:us-east-1"},
		{"us-east-1", "aws:us-east-1"},
		{"azure:us-east-1", "aws:us-east-1"}, // the right name of another provider
		{"eastus", "azure:eastus"},
		{"gcp:us-east1-b", "gcp:us-east1"},
		{"AWS:eu-west-3", "aws:eu-west-3"},
	} {
		err := Builtin().Lookup(test.region)
		unknown, ok := errors.AsType[*UnknownRegionError](err)
		if !ok || !errors.Is(err, ErrUnknownRegion) || unknown.Region != test.region {
			t.Fatalf("Lookup(%q) = %v, want an UnknownRegionError", test.region, err)
		}
		if len(unknown.Nearest) == 0 || unknown.Nearest[0] != test.want {
			t.Errorf("nearest to %q: %v, want %s first", test.region, unknown.Nearest, test.want)
		}
		if len(unknown.Nearest) > nearestNames {
			t.Errorf("nearest to %q: %d names", test.region, len(unknown.Nearest))
		}
	}
}

func TestLookupNamesNothingFar(t *testing.T) {
	unknown, ok := errors.AsType[*UnknownRegionError](Builtin().Lookup("xyzzy-plugh"))
	if !ok || len(unknown.Nearest) > 0 {
		t.Fatalf("nearest to nonsense: %v", unknown)
	}
	if got, want := unknown.Error(), `unknown region "xyzzy-plugh"`; got != want {
		t.Errorf("error %q, want %q", got, want)
	}
}

func TestNearestBreaksTiesByName(t *testing.T) {
	got := nearest("aws:us-east-9", []Region{"aws:us-east-1", "aws:us-east-2", "aws:us-east-3", "aws:us-east-4"})
	want := []Region{"aws:us-east-1", "aws:us-east-2", "aws:us-east-3"}
	if !slices.Equal(got, want) {
		t.Errorf("nearest = %v, want %v", got, want)
	}
}
