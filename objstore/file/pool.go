package file

import (
	"io"
	"slices"
	"sync"
)

// pool keeps at most limit unused values open for their next use, the longest unused
// of which goes first. A value in use is never closed.
type pool[V io.Closer] struct {
	limit int

	mu      sync.Mutex
	entries map[string]*entry[V]
	idle    []*entry[V] // those without users, the longest unused first
}

type entry[V io.Closer] struct {
	key   string
	value V
	users int
	gone  bool // no longer in entries: to be closed by its last user
}

func newPool[V io.Closer](limit int) *pool[V] {
	return &pool[V]{limit: limit, entries: map[string]*entry[V]{}}
}

// get returns the entry for key, opening its value if need be. It is given back with
// put.
func (p *pool[V]) get(key string, open func() (V, error)) (*entry[V], error) {
	if e := p.use(key); e != nil {
		return e, nil
	}
	v, err := open()
	if err != nil {
		return nil, err
	}
	return p.add(key, v), nil
}

func (p *pool[V]) use(key string) *entry[V] {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.entries[key]
	if e == nil {
		return nil
	}
	if e.users++; e.users == 1 {
		p.busy(e)
	}
	return e
}

// add makes v the entry for key, also if another was added meanwhile: that one is
// then closed by its last user.
func (p *pool[V]) add(key string, v V) *entry[V] {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.entries[key]; old != nil {
		p.remove(old)
	}
	e := &entry[V]{key: key, value: v, users: 1}
	p.entries[key] = e
	return e
}

// put gives back an entry.
func (p *pool[V]) put(e *entry[V]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e.users--
	switch {
	case e.users > 0:
	case e.gone:
		e.value.Close() //nolint:errcheck // nothing was written through it that was not checked
	default:
		if p.idle = append(p.idle, e); len(p.idle) > p.limit {
			p.remove(p.idle[0])
		}
	}
}

// drop makes sure that the next get for e's key opens it anew. The caller still gives e back.
func (p *pool[V]) drop(e *entry[V]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remove(e)
}

// clear drops all entries.
func (p *pool[V]) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.entries {
		p.remove(e)
	}
}

func (p *pool[V]) remove(e *entry[V]) {
	if e.gone {
		return
	}
	e.gone = true
	delete(p.entries, e.key)
	if e.users == 0 {
		p.busy(e)
		e.value.Close() //nolint:errcheck // nothing was written through it that was not checked
	}
}

// busy takes e off the idle ones.
func (p *pool[V]) busy(e *entry[V]) {
	i := slices.Index(p.idle, e)
	p.idle = slices.Delete(p.idle, i, i+1)
}
