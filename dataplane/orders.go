package dataplane

import (
	"context"
	"sync"

	"github.com/skyferry/skyferry/internal/control"
)

// orderQueue holds the chunks that no circuit has yet. What comes back from a lost
// circuit goes to the front: others of its object may be waiting for it.
type orderQueue struct {
	mu    sync.Mutex
	back  []*control.Order // new ones, taken from the beginning
	front []*control.Order // given back, taken from the end
	wake  chan struct{}    // holds a token while the queue is not empty
}

func newOrderQueue() *orderQueue { return &orderQueue{wake: make(chan struct{}, 1)} }

func (q *orderQueue) push(orders ...*control.Order) {
	q.mu.Lock()
	q.back = append(q.back, orders...)
	q.mu.Unlock()
	q.signal()
}

func (q *orderQueue) giveBack(orders ...*control.Order) {
	q.mu.Lock()
	q.front = append(q.front, orders...)
	q.mu.Unlock()
	q.signal()
}

func (q *orderQueue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// take waits for an order.
func (q *orderQueue) take(ctx context.Context) (*control.Order, error) {
	for {
		if order, more := q.pop(); order != nil {
			if more {
				q.signal() // for the next taker
			}
			return order, ctx.Err()
		}
		select {
		case <-q.wake:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (q *orderQueue) pop() (order *control.Order, more bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case len(q.front) > 0:
		order = q.front[len(q.front)-1]
		q.front = q.front[:len(q.front)-1]
	case len(q.back) > 0:
		order = q.back[0]
		q.back[0] = nil
		q.back = q.back[1:] // append moves what is left when there is no room behind it
	}
	return order, len(q.front) > 0 || len(q.back) > 0
}
