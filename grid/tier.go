package grid

import (
	"iter"
	"strings"
)

// LinkID names a link: its ends and its tier.
type LinkID struct {
	Src, Dst Region
	Tier     string // empty for the grid's own tier
}

// ID names the link.
func (l Link) ID() LinkID { return LinkID{Src: l.Src, Dst: l.Dst, Tier: l.Tier} }

// Tiers are the names of the tiers besides the grid's own, in byte order. A
// tier holds links over another network path: "private" between internal
// addresses of one cloud, "standard" where the grid's own is the premium one. A
// name such as "premium/standard" has the tier at the source before that at the
// destination.
func (g *Grid) Tiers() []string {
	names := make([]string, len(g.tiers))
	for i, t := range g.tiers {
		names[i] = t.name
	}
	return names
}

// TierLinks yields the links of a tier by source, then destination, in byte
// order; none if the grid has no such tier. The empty tier is the grid's own, so
// that TierLinks("") are [Grid.Links].
func (g *Grid) TierLinks(tier string) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		t := g.table(tier)
		if t == nil {
			return
		}
		for i := range t.links {
			if !yield(g.link(&t.links[i], tier)) {
				return
			}
		}
	}
}

// TierLink is [Grid.Link] for the links of a tier. It is absent, with false, for
// a tier that the grid does not have.
func (g *Grid) TierLink(tier string, src, dst Region) (Link, bool) {
	t := g.table(tier)
	if t == nil {
		return Link{}, false
	}
	i, ok := g.findPair(t, src, dst)
	if !ok {
		return Link{}, false
	}
	return g.link(&t.links[i], tier), true
}

// checkTier refuses what cannot stand in a file as the name of a tier, and names
// that two spellings would make two tiers of.
func checkTier(name string) error {
	if name == "" {
		return nil
	}
	src, dst, two := strings.Cut(name, "/")
	switch {
	case src == "" || two && dst == "" || strings.ContainsFunc(src+dst, notInTier):
		return invalidf("the tier %q is not made of small letters, digits, - and _, such as private or premium/standard", name)
	case src == dst:
		return invalidf("the tier %q is %q at both ends: write that", name, src)
	}
	return nil
}

func notInTier(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// tierName is the tier of a link from the tiers at its ends.
func tierName(src, dst string) string {
	src, dst = strings.ToLower(src), strings.ToLower(dst)
	if src == dst {
		return src
	}
	return src + "/" + dst
}

// tierEnds is the inverse of tierName.
func tierEnds(tier string) (src, dst string) {
	src, dst, two := strings.Cut(tier, "/")
	if !two {
		return src, src
	}
	return src, dst
}
