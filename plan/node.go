package plan

import (
	"cmp"
	"slices"
)

// node is a part of the search that is left: solutions in its box cost at least bound.
type node struct {
	box    box
	bound  float64
	order  int     // of creation, which decides between equal bounds
	splits []split // at least one
}

// divide divides a node's box in two.
func (n *node) divide(at split) (above, below box) {
	above, below = n.box, n.box
	v, k := at.site, at.floor
	if v < 0 {
		above.totalLower, below.totalUpper = k+1, k
		return above, below
	}
	above.lower = slices.Clone(above.lower)
	above.lower[v] = k + 1
	below.upper = slices.Clone(below.upper)
	below.upper[v] = k
	return above, below
}

// nodeQueue orders nodes by their bounds, for container/heap.
type nodeQueue []*node

// Len, Less, Swap, Push and Pop make it a heap.
func (q nodeQueue) Len() int { return len(q) }

// Less puts the lowest bound first, of equals the newest, which is the deepest.
func (q nodeQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].bound, q[j].bound), cmp.Compare(q[j].order, q[i].order)) < 0
}

// Swap exchanges two nodes.
func (q nodeQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push appends a node.
func (q *nodeQueue) Push(x any) {
	n, _ := x.(*node)
	*q = append(*q, n)
}

// Pop removes the last node.
func (q *nodeQueue) Pop() any {
	last := len(*q) - 1
	n := (*q)[last]
	*q = (*q)[:last]
	return n
}
