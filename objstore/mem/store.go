package mem

import (
	"sync"
	"time"

	"github.com/skyferry/skyferry/objstore"
)

// Store holds buckets by name. It is made by [NewStore] and may be used at once from
// many goroutines.
type Store struct {
	now func() time.Time

	mu      sync.Mutex
	buckets map[string]*bucket
}

// NewStore returns a store without buckets.
func NewStore() *Store {
	return &Store{now: time.Now, buckets: map[string]*bucket{}}
}

// Bucket returns the bucket with this name, which begins empty when it is asked for
// the first time. All of one name share their objects and uploads; closing one of
// them does nothing to the others. A name with a slash cannot be reached by URL.
func (s *Store) Bucket(name string) *objstore.Bucket {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.buckets[name]
	if b == nil {
		b = newBucket(scheme+"://"+name, s.now)
		s.buckets[name] = b
	}
	return objstore.NewBucket(b)
}
