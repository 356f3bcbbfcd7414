package dataplane

import (
	"context"
	"sync"

	"github.com/skyferry/skyferry/internal/control"
)

// orderQueue holds the chunks that no circuit has yet; those of lost circuits go first.
type orderQueue struct {
	mu      sync.Mutex
	waiting backlog[control.Order]
	wake    chan struct{} // holds a token while the queue is not empty
}

func newOrderQueue() *orderQueue { return &orderQueue{wake: make(chan struct{}, 1)} }

func (q *orderQueue) push(orders ...*control.Order) {
	q.mu.Lock()
	q.waiting.push(orders...)
	q.mu.Unlock()
	poke(q.wake)
}

func (q *orderQueue) giveBack(orders ...*control.Order) {
	q.mu.Lock()
	q.waiting.giveBack(orders...)
	q.mu.Unlock()
	poke(q.wake)
}

// take waits for an order.
func (q *orderQueue) take(ctx context.Context) (*control.Order, error) {
	for {
		if order, more := q.pop(); order != nil {
			if more {
				poke(q.wake) // for the next taker
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
	order = q.waiting.pop()
	return order, !q.waiting.empty()
}
