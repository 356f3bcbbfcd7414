package dataplane

import (
	"fmt"

	"github.com/skyferry/skyferry/objstore"
)

// minChunk is the least size of a chunk in bytes that is worth its overhead.
const minChunk = 64 << 10

// sizing divides each gateway's memory budget among the circuits that pass it.
type sizing struct {
	windows []int64 // by route: most unacknowledged bytes of one circuit
	part    int64   // wanted part size in bytes
	largest int64   // largest chunk that the gateways can hold
	limits  objstore.Limits
}

// newSizing gives each circuit an equal share of half the memory of the busiest
// gateway on its way; the other half is for buffers. Standby routes have the gateways
// to themselves when they are used.
func newSizing(top Topology, opts Options, limits objstore.Limits) (sizing, error) {
	s := sizing{windows: make([]int64, len(top.Routes)), largest: opts.Memory/2 - bufferUnit, limits: limits}
	passing := map[bool]map[string]int64{false: {}, true: {}}
	for _, r := range top.Routes {
		for _, n := range r.Nodes {
			passing[r.Standby][n] += int64(r.Circuits)
		}
	}
	least := opts.Memory / 2
	for i, r := range top.Routes {
		s.windows[i] = opts.Memory / 2
		for _, n := range r.Nodes {
			s.windows[i] = min(s.windows[i], opts.Memory/2/passing[r.Standby][n])
		}
		least = min(least, s.windows[i])
	}
	s.part = max(min(opts.PartSize, least/2), limits.MinPartSize)
	if limits.MaxPartSize > 0 {
		s.part = min(s.part, limits.MaxPartSize)
	}
	if least < 2*minChunk || s.part > s.largest {
		return s, fmt.Errorf("%w: %d bytes of memory are too little for the circuits of a gateway, or for parts of %d bytes; raise the memory or lower the number of circuits", ErrInvalid, opts.Memory, s.part)
	}
	return s, nil
}

// floors is what each source gateway needs to keep its circuits busy, in bytes.
func (s sizing) floors(top Topology) map[string]int64 {
	floors := make(map[string]int64)
	for _, r := range top.Routes {
		floors[r.Nodes[0]] += int64(r.Circuits) * s.part
	}
	return floors
}

// whole tells whether an object moves as one chunk, without an upload.
func (s sizing) whole(size int64) bool {
	return size <= s.part && (s.limits.MaxPutSize == 0 || size <= s.limits.MaxPutSize)
}

// partSize returns the part size of a large object: the wanted one, or what the
// store's limits demand.
func (s sizing) partSize(size int64) (int64, error) {
	part, err := s.limits.PartSize(size, s.part)
	if err != nil {
		return 0, err
	}
	if part > s.largest {
		return 0, objstore.Errorf(objstore.ErrInvalid, "an object of %d bytes needs parts of %d bytes, of which gateways can hold %d: raise their memory", size, part, s.largest)
	}
	return part, nil
}
