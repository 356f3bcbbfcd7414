package grid

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Region is a place where gateways can run, written provider:name, such as
// aws:us-east-1, azure:eastus, gcp:us-east1, local:a or host:backup-7.
type Region string

// ParseRegion checks the shape of s: a provider and a name, neither of them
// empty, with a colon between, and nothing but printable characters without
// spaces. It does not ask whether any grid has the region; [Grid.Lookup] does.
// A URL is not a region. The error is of the kind [ErrInvalid].
func ParseRegion(s string) (Region, error) {
	provider, name, found := strings.Cut(s, ":")
	switch {
	case !found || provider == "" || name == "":
		return "", invalidf("region %q is not of the form provider:name, such as aws:us-east-1", s)
	case strings.HasPrefix(name, "//"):
		return "", invalidf("%q is a URL, not a region of the form provider:name, such as aws:us-east-1", s)
	case !utf8.ValidString(s) || strings.ContainsFunc(s, notInRegion):
		return "", invalidf("region %q holds a space or a character that cannot be printed", s)
	}
	return Region(s), nil
}

func notInRegion(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }

// Provider is the part before the first colon: aws, azure, gcp, local, host.
func (r Region) Provider() string {
	provider, _, _ := strings.Cut(string(r), ":")
	return provider
}

// Name is the part after the first colon, as the provider spells it.
func (r Region) Name() string {
	_, name, _ := strings.Cut(string(r), ":")
	return name
}
