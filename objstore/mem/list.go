package mem

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// List walks the keys as they were when it began; an object that is gone by its turn
// is left out.
func (b *bucket) List(_ context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		keys := b.sortedKeys()
		from, _ := slices.BinarySearch(keys, max(opts.Prefix, opts.StartAfter))
		for _, key := range keys[from:] {
			if !strings.HasPrefix(key, opts.Prefix) || opts.EndBefore != "" && key >= opts.EndBefore {
				return
			}
			o, ok := b.get(key)
			if !ok || key == opts.StartAfter {
				continue
			}
			if !yield(o.describe(), nil) {
				return
			}
		}
	}
}

func (b *bucket) get(key string) (object, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	o, ok := b.objects[key]
	return o, ok
}

// sortedKeys returns a slice that nobody changes any more: after a change of the keys
// the next call makes another.
func (b *bucket) sortedKeys() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.keysOK {
		b.keys, b.keysOK = slices.Sorted(maps.Keys(b.objects)), true
	}
	return b.keys
}
