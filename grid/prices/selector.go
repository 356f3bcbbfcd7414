package prices

import (
	"slices"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

const (
	anywhere = "*"
	internet = "internet"
)

// selector says which regions a line of a book is about; format.go has the spelling.
type selector struct {
	text   string
	region grid.Region // exactly this one
	prefix string      // else every region that begins so
	leaves bool        // else every region of another provider than the source's
	area   *area       // and within it; nil for no such bound
}

// area is a group of regions. It may have many, and is asked for each link of a grid.
type area struct {
	regions  map[grid.Region]bool
	patterns []selector
}

// areas are the named groups of regions of a book.
type areas map[string]*area

// parse reads a selector. Only a destination may be the internet.
func (a areas) parse(text string, destination bool) (selector, error) {
	base, name, bounded := strings.Cut(text, "@")
	s, err := parseBase(base, destination)
	if err != nil {
		return s, err
	}
	s.text = text
	if bounded {
		within, known := a[name]
		if !known {
			return s, invalidf("there is no area %q above this line", name)
		}
		s.area = within
	}
	return s, nil
}

func parseBase(text string, destination bool) (selector, error) {
	prefix, open := strings.CutSuffix(text, anywhere)
	switch {
	case text == internet && destination:
		return selector{leaves: true}, nil
	case text == internet:
		return selector{}, invalidf("nothing comes from the internet: it is only a destination")
	case open && prefix == "":
		return selector{}, nil
	case strings.Contains(prefix, anywhere):
		return selector{}, invalidf("%q has a * before its end", text)
	case open && !strings.Contains(prefix, ":"):
		return selector{}, invalidf("%q needs a provider before the *, such as aws:*", text)
	case open:
		return selector{prefix: prefix}, nil
	}
	region, err := grid.ParseRegion(text)
	return selector{region: region}, err
}

// matches reports whether the selector means r, on the way out of src.
func (s *selector) matches(src, r grid.Region) bool {
	switch {
	case s.region != "":
		if r != s.region {
			return false
		}
	case s.leaves:
		if r.Provider() == src.Provider() {
			return false
		}
	case !strings.HasPrefix(string(r), s.prefix):
		return false
	}
	return s.area == nil || s.area.has(r)
}

func (a *area) add(s selector) {
	if s.region != "" {
		a.regions[s.region] = true
	} else {
		a.patterns = append(a.patterns, s)
	}
}

func (a *area) has(r grid.Region) bool {
	return a.regions[r] || slices.ContainsFunc(a.patterns, func(s selector) bool { return s.matches(r, r) })
}

// The weights order what a selector can say: a region, the beginning of its name,
// an area, a provider, the internet, nothing.
const (
	exactWeight    = 1 << 20
	letterWeight   = 1 << 8 // for each letter of the name
	areaWeight     = 1 << 6
	providerWeight = 2
	leavesWeight   = 1
)

// weight is the greater, the fewer regions the selector is about.
func (s *selector) weight() int {
	w := 0
	switch {
	case s.region != "":
		w = exactWeight
	case s.leaves:
		w = leavesWeight
	case s.prefix != "":
		_, name, _ := strings.Cut(s.prefix, ":")
		w = providerWeight + letterWeight*len(name)
	}
	if s.area != nil {
		w += areaWeight
	}
	return w
}

// provider of the regions that the selector means, empty if it does not bound it.
func (s *selector) provider() string {
	if s.region != "" {
		return s.region.Provider()
	}
	return grid.Region(s.prefix).Provider()
}
