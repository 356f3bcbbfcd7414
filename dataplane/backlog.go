package dataplane

// backlog holds what waits for its turn. What was given back goes first: others of its
// object may be waiting for it. It is not safe for concurrent use.
type backlog[T any] struct {
	fresh    []*T // taken from the beginning
	returned []*T // taken from the end
}

func (b *backlog[T]) push(items ...*T)     { b.fresh = append(b.fresh, items...) }
func (b *backlog[T]) giveBack(items ...*T) { b.returned = append(b.returned, items...) }
func (b *backlog[T]) empty() bool          { return len(b.fresh)+len(b.returned) == 0 }

// pop takes the next item; nil if there is none.
func (b *backlog[T]) pop() (item *T) {
	switch {
	case len(b.returned) > 0:
		item = b.returned[len(b.returned)-1]
		b.returned = b.returned[:len(b.returned)-1]
	case len(b.fresh) > 0:
		item = b.fresh[0]
		b.fresh[0] = nil
		b.fresh = b.fresh[1:] // append moves what is left when there is no room behind it
	}
	return item
}
