package plan

// candidates are the sites and links that restricted programs are made of. They only
// grow, and all programs of one request share them.
type candidates struct {
	sites []bool // by site
	links []bool // by link
	// order lists them as they entered.
	siteOrder, linkOrder []int
}

// newCandidates starts with the direct link and the cheapest single relays, until
// they could carry the rate one and a half times or there are eight of them.
func (n *network) newCandidates(rate float64) *candidates {
	c := &candidates{sites: make([]bool, len(n.sites)), links: make([]bool, len(n.links))}
	c.addSite(n, n.src)
	c.addSite(n, n.dst)
	carried := 0.0
	if n.direct >= 0 {
		carried = n.capacity(&n.links[n.direct])
	}
	for i, r := range n.cheapestRelays() {
		if i == 8 || carried > 1.5*rate {
			break
		}
		c.addSite(n, r.site)
		carried += r.gbps * float64(n.sites[r.site].limit)
	}
	return c
}

// addSite adds a site and its links from the source and to the destination.
func (c *candidates) addSite(n *network, v int) {
	if c.sites[v] {
		return
	}
	c.sites[v] = true
	c.siteOrder = append(c.siteOrder, v)
	if v != n.src {
		c.addLink(n, n.find(n.src, v))
	}
	if v != n.dst {
		c.addLink(n, n.find(v, n.dst))
	}
}

// addLink adds a link and the sites at its ends; -1 is none.
func (c *candidates) addLink(n *network, i int) {
	if i < 0 || c.links[i] {
		return
	}
	c.links[i] = true
	c.addSite(n, int(n.links[i].tail))
	c.addSite(n, int(n.links[i].head))
	c.linkOrder = append(c.linkOrder, i)
}

// add adds what a pricing misses, with the sites at the links' ends.
func (c *candidates) add(n *network, missing *pricing) {
	for _, v := range missing.sites {
		c.addSite(n, v)
	}
	for _, i := range missing.links {
		c.addLink(n, i)
	}
}
