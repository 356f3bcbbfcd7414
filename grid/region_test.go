package grid_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

func TestParseRegion(t *testing.T) {
	for _, test := range []struct{ in, provider, name string }{
		{"aws:us-east-1", "aws", "us-east-1"},
		{"azure:eastus", "azure", "eastus"},
		{"gcp:us-east1-b", "gcp", "us-east1-b"},
		{"local:a", "local", "a"},
		{"host:10.0.0.7:22", "host", "10.0.0.7:22"},
		{"host:zürich", "host", "zürich"},
	} {
		r, err := grid.ParseRegion(test.in)
		if err != nil || string(r) != test.in {
			t.Errorf("ParseRegion(%q) = %q, %v", test.in, r, err)
		}
		if r.Provider() != test.provider || r.Name() != test.name {
			t.Errorf("%q: provider %q, name %q", r, r.Provider(), r.Name())
		}
	}
}

func TestParseRegionRefuses(t *testing.T) {
	for _, in := range []string{
		"", ":", "aws", "aws:", ":us-east-1", "aws:us east", " aws:us-east-1", "aws:us-east-1\n", "aws:\x00",
		"aws:\xff", "aws:us\u00a0east", "\ufeffaws:us-east-1", "s3://bucket/key", "file:///tmp",
	} {
		r, err := grid.ParseRegion(in)
		if !errors.Is(err, grid.ErrInvalid) || r != "" {
			t.Errorf("ParseRegion(%q) = %q, %v, want ErrInvalid", in, r, err)
		}
	}
	if _, err := grid.ParseRegion("s3://bucket"); !strings.Contains(err.Error(), "URL") {
		t.Errorf("the error for a URL does not say so: %v", err)
	}
}
