package plan

// candidates are the sites and links that restricted programs are made of. They only
// grow, and all programs of one request share them.
type candidates struct {
	sites, links []bool
}

// addedAtOnce is the number of links that enter after each pricing. Measured on the
// reference programs: with more, the programs get large before the prices settle.
const addedAtOnce = 10

// newCandidates starts with the direct link and the cheapest single relays, until
// they could carry the rate one and a half times or there are eight of them.
func (n *network) newCandidates(rate float64) *candidates {
	c := &candidates{sites: make([]bool, len(n.sites)), links: make([]bool, len(n.links))}
	c.sites[n.src], c.sites[n.dst] = true, true
	carried := 0.0
	if direct := n.find(n.src, n.dst); direct >= 0 {
		c.links[direct] = true
		carried = n.capacity(n.links[direct])
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
	for _, i := range n.in[v] {
		c.links[i] = c.links[i] || n.links[i].tail == n.src
	}
	for _, i := range n.out[v] {
		c.links[i] = c.links[i] || n.links[i].head == n.dst
	}
}

// add adds what a pricing misses: all sites and the first few links, with the sites at
// their ends.
func (c *candidates) add(n *network, missing *pricing) {
	for _, v := range missing.sites {
		c.addSite(n, v)
	}
	for _, i := range missing.links[:min(len(missing.links), addedAtOnce)] {
		c.addSite(n, n.links[i].tail)
		c.addSite(n, n.links[i].head)
		c.links[i] = true
	}
}
