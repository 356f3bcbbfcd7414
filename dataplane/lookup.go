package dataplane

import (
	"context"
	"iter"
	"sync"

	"github.com/skyferry/skyferry/objstore"
)

// lookups is how many objects are looked up at once.
const lookups = 32

// found is an item of which the source store has told all, or why it cannot be moved.
type found struct {
	item Item
	err  error
}

// lookedUp yields the job's items, each with what the source store tells of it alone, in
// the order in which the job has them.
//
// One goroutine goes through the job's items and starts one for each look-up; the channel
// of answers holds as many as may be open. All have ended when the iteration has.
func (c *coordinator) lookedUp(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		answers := make(chan chan found, lookups-1) // one more is waited for
		running.Go(func() {
			defer close(answers)
			c.lookUpAll(ctx, &running, answers)
		})
		for answer := range answers {
			f := <-answer
			if !yield(f.item, f.err) {
				return
			}
		}
	}
}

// lookUpAll sends an answer that is to come for each item of the job.
func (c *coordinator) lookUpAll(ctx context.Context, running *sync.WaitGroup, answers chan<- chan found) {
	for item, err := range c.job.Items {
		answer := make(chan found, 1)
		select {
		case answers <- answer:
		case <-ctx.Done():
			return
		}
		if err != nil {
			answer <- found{item, err}
			continue
		}
		running.Go(func() {
			source, err := c.lookUp(ctx, item.Source)
			answer <- found{Item{Source: source, Key: item.Key}, err}
		})
	}
}

// lookUp returns an object with its attributes. ErrChanged if it is not the one that was
// listed any more.
func (c *coordinator) lookUp(ctx context.Context, listed objstore.Object) (objstore.Object, error) {
	now, err := retry(ctx, c.storeCall("look up", listed.Key), func(ctx context.Context) (objstore.Object, error) {
		return c.job.Source.Bucket.Stat(ctx, listed.Key)
	})
	if err == nil && now.Version != listed.Version {
		err = &objstore.Error{Op: "look up", URL: c.job.Source.Bucket.URL(), Key: listed.Key, Kind: objstore.ErrChanged}
	}
	if err != nil {
		return listed, err
	}
	return now, nil
}
