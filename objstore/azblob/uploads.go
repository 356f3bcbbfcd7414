package azblob

import (
	"context"
	"sync"

	"github.com/skyferry/skyferry/objstore"
)

// uploads remembers which uploads are there and which are gone, so that not every part
// needs a request to find out.
type uploads struct {
	mu  sync.Mutex
	all map[uploadID]*upload
}

// mostUploads bounds the uploads remembered; one that is forgotten is asked for again.
const mostUploads = 10_000

// upload is what is known of one. Who holds turn finds it out; the others wait.
type upload struct {
	turn  chan struct{}
	state uploadState // read and written by who holds turn
}

type uploadState int

const (
	uploadUnknown uploadState = iota
	uploadThere
	uploadGone
)

func (s *uploads) get(id uploadID) *upload {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u, ok := s.all[id]; ok {
		return u
	}
	if s.all == nil {
		s.all = map[uploadID]*upload{}
	}
	for other := range s.all {
		if len(s.all) < mostUploads {
			break
		}
		delete(s.all, other)
	}
	u := &upload{turn: make(chan struct{}, 1)}
	s.all[id] = u
	return u
}

// set notes what was found out.
func (s *uploads) set(id uploadID, state uploadState) {
	u := s.get(id)
	u.turn <- struct{}{}
	u.state = state
	<-u.turn
}

// find returns whether an upload is there; find is asked if that is not known.
func (s *uploads) find(ctx context.Context, id uploadID, find func() (uploadState, error)) (uploadState, error) {
	u := s.get(id)
	select {
	case u.turn <- struct{}{}:
	case <-ctx.Done():
		return uploadUnknown, ctx.Err()
	}
	defer func() { <-u.turn }()
	if u.state != uploadUnknown {
		return u.state, nil
	}
	state, err := find()
	if err == nil {
		u.state = state
	}
	return state, err
}

// errGone is what an upload that is not there gives.
func errGone(u objstore.Upload) error {
	e := objstore.Errorf(objstore.ErrNotFound, "there is no upload %s", u.ID)
	e.Hint = "it was completed or aborted, or something else was written under its key since"
	return e
}
