package objstore_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skyferry/skyferry/objstore"
)

// paged is a store of sorted keys that answers a listing in pages of 1,000, as object
// stores do: a page begins after any key, and knows nothing of the listing's end.
type paged struct {
	objstore.Driver
	keys    []string
	latency time.Duration
	limits  objstore.Limits
	fail    func(page int) error

	keyError func(key string) error

	mu       sync.Mutex
	pages    int
	now, top int // requests at once
}

func (p *paged) URL() string             { return "paged://b" }
func (p *paged) Limits() objstore.Limits { return p.limits }
func (p *paged) CheckKey(string) error   { return nil }
func (p *paged) Close() error            { return nil }

func (p *paged) begin() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages++
	p.now++
	p.top = max(p.top, p.now)
	return p.pages
}

func (p *paged) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now--
}

// page returns the keys of the page after one key, and whether there are more.
func (p *paged) page(ctx context.Context, prefix, after string) ([]string, bool, error) {
	number := p.begin()
	defer p.end()
	if p.latency > 0 {
		select {
		case <-time.After(p.latency):
		case <-ctx.Done():
			return nil, false, ctx.Err()
		}
	}
	if p.fail != nil {
		if err := p.fail(number); err != nil {
			return nil, false, err
		}
	}
	from, found := slices.BinarySearch(p.keys, max(prefix, after))
	if found && after == p.keys[from] {
		from++
	}
	to := from
	for to < len(p.keys) && to < from+1000 && strings.HasPrefix(p.keys[to], prefix) {
		to++
	}
	return p.keys[from:to], to-from == 1000, nil
}

func (p *paged) errorOf(key string) error {
	if p.keyError == nil {
		return nil
	}
	return p.keyError(key)
}

func (p *paged) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		for after, more := opts.StartAfter, true; more; {
			keys, further, err := p.page(ctx, opts.Prefix, after)
			if err != nil {
				yield(objstore.Object{}, err)
				return
			}
			for _, key := range keys {
				if opts.EndBefore != "" && key >= opts.EndBefore || !yield(objstore.Object{Key: key}, p.errorOf(key)) {
					return
				}
				after = key
			}
			more = further
		}
	}
}

// spaces are key spaces of n keys.
var spaces = map[string]func(r *rand.Rand, n int) []string{
	"counter": func(_ *rand.Rand, n int) []string {
		return made(n, func(i int) string { return fmt.Sprintf("photos/IMG_%07d.jpg", i) })
	},
	"hex": func(r *rand.Rand, n int) []string {
		return made(n, func(int) string { return fmt.Sprintf("%016x", r.Uint64()) })
	},
	"binary": func(r *rand.Rand, n int) []string {
		return made(n, func(int) string {
			p := make([]byte, 6+r.IntN(10))
			for i := range p {
				p[i] = byte(r.Uint32())
			}
			return string(p)
		})
	},
	"deep": func(_ *rand.Rand, n int) []string {
		lead := strings.Repeat("the/same/", 40)
		return made(n, func(i int) string { return fmt.Sprintf("%s%d/%d", lead, i%7, i) })
	},
	"dates": func(_ *rand.Rand, n int) []string {
		day := time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC)
		return made(n, func(i int) string {
			return day.Add(time.Duration(i)*7*time.Minute).Format("logs/2006/01/02/15-04-05") + ".gz"
		})
	},
	"small directories": func(_ *rand.Rand, n int) []string {
		return made(n, func(i int) string { return fmt.Sprintf("d%05d/part-%05d", i/700, i%700) })
	},
	"words": func(r *rand.Rand, n int) []string {
		return made(n, func(int) string {
			var s strings.Builder
			for range 3 + r.IntN(4) {
				s.WriteString([]string{"alpha", "beta", "zeta", "Omega", "été", "日本", "_", "0", "9"}[r.IntN(9)])
				s.WriteByte('/')
			}
			return fmt.Sprintf("%s%d", s.String(), r.IntN(1000))
		})
	},
	"lopsided": func(r *rand.Rand, n int) []string {
		return made(n, func(i int) string {
			if i%20 == 0 {
				return fmt.Sprintf("%c/%x", 'a'+r.IntN(26), r.Uint64())
			}
			return fmt.Sprintf("m/mm/%09d", i*i)
		})
	},
	"unpadded": func(_ *rand.Rand, n int) []string { return made(n, func(i int) string { return fmt.Sprint(i) }) },
}

func made(n int, key func(int) string) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = key(i)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func keysOf(seq iter.Seq2[objstore.Object, error]) (keys []string, err error) {
	for o, err := range seq {
		if err != nil {
			return keys, err
		}
		keys = append(keys, o.Key)
	}
	return keys, nil
}
