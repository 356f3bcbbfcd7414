package dataplane

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/control"
)

// stalling is a coordinator whose clock a test moves.
type stalling struct {
	*coordinator
	t     *testing.T
	clock stallClock
	now   time.Time
}

func newStalling(t *testing.T) *stalling {
	c := newTestCoordinator(t, Options{Stall: 10 * time.Second, StoreTimeout: time.Minute, Attempts: 2, Restarts: 1})
	for _, m := range c.nodes {
		m.up = true
	}
	now := time.Now()
	s := &stalling{coordinator: c, t: t, clock: stallClock{moved: now, open: now}, now: now}
	books{c.board, t}.object(1, 3, 10)
	return s
}

// after moves the clock in the steps of the coordinator's.
func (s *stalling) after(d time.Duration) (err error) {
	for end := s.now.Add(d); err == nil && s.now.Before(end); {
		s.now = s.now.Add(progressInterval)
		err = s.clock.check(s.coordinator, s.now)
	}
	return err
}

func (s *stalling) wantGoing(d time.Duration) {
	s.t.Helper()
	if err := s.after(d); err != nil {
		s.t.Errorf("stalled too early: %v", err)
	}
}

func (s *stalling) wantStalled(d time.Duration, why string) {
	s.t.Helper()
	if err := s.after(d); !errors.Is(err, ErrStalled) || !strings.Contains(err.Error(), why) {
		s.t.Errorf("%v, want stalled because of %q", err, why)
	}
}

func TestStalledWithoutCircuits(t *testing.T) {
	s := newStalling(t)
	s.wantGoing(9 * time.Second)
	s.wantStalled(2*time.Second, "no gateway has reported a circuit")
}

// The time counts from the loss of the last circuit, however long nothing moved before.
func TestStallCountsFromTheLastCircuit(t *testing.T) {
	s := newStalling(t)
	s.routes[0] = &control.RouteState{Id: 0, Live: 1}
	s.wantGoing(time.Minute)
	s.routes[0] = &control.RouteState{Id: 0, Problem: "connection reset"}
	s.wantGoing(9 * time.Second)
	s.wantStalled(2*time.Second, "connection reset")
}

func TestExhaustedRoutesDoNotCount(t *testing.T) {
	s := newStalling(t)
	s.routes[1] = &control.RouteState{Id: 1, Live: 5, Exhausted: true}
	s.wantGoing(9 * time.Second)
	s.wantStalled(2*time.Second, "all that the plan allows")
}

// While a gateway is brought back, that has its own time-out; but not for ever.
func TestStallWaitsForGateways(t *testing.T) {
	s := newStalling(t)
	s.nodes["r"].up = false
	s.wantGoing(time.Minute)
	s.nodes["r"].gone = true
	s.wantGoing(9 * time.Second)
	s.wantStalled(2*time.Second, "")
	s = newStalling(t)
	s.nodes["r"].up = false
	s.wantStalled(time.Hour, "nothing has moved")
}

func TestStalledWithCircuits(t *testing.T) {
	s := newStalling(t)
	s.routes[0] = &control.RouteState{Id: 0, Live: 3}
	s.wantGoing(2*time.Minute + 30*time.Second) // 4 × 10 s and 2 × 1 min
	s.wantStalled(30*time.Second, "3 circuits are open")
}

// Nothing stalls as long as nothing waits: the listing may be slow.
func TestNothingWaits(t *testing.T) {
	s := newStalling(t)
	b := books{s.board, t}
	for _, o := range b.takes("s") {
		b.lands("s", o, "")
	}
	s.now = time.Now()
	s.wantGoing(time.Hour)
}

// twoSources is a coordinator with two sources, of which b has no circuit.
func twoSources(t *testing.T) (c *coordinator, cancelled map[string]bool) {
	c = newTestCoordinator(t, Options{Silence: time.Second})
	c.top.Routes = []Route{{Nodes: []string{"a", "d"}, Circuits: 1}, {Nodes: []string{"b", "d"}, Circuits: 1}}
	c.roles = map[string]Role{"a": RoleSource, "b": RoleSource, "d": RoleDestination}
	c.nodes = map[string]*member{"d": {up: true}}
	cancelled = map[string]bool{}
	c.board = newBoard(1, 1<<30, nil)
	books{c.board, t}.object(1, 2*maxOrders, 1)
	for _, name := range []string{"a", "b"} {
		_, cancel := context.WithCancelCause(t.Context())
		c.nodes[name] = &member{up: true, open: time.Now(), remote: &remote{name: name, cancel: func(err error) {
			cancelled[name] = true
			cancel(err)
		}}}
		if n := len((books{c.board, t}).takes(name)); n == 0 {
			t.Fatal("no orders")
		}
	}
	c.routes[0] = &control.RouteState{Id: 0, Live: 1}
	c.routes[1] = &control.RouteState{Id: 1, Problem: "refused"}
	return c, cancelled
}

func TestStuckSourcesGiveBack(t *testing.T) {
	c, cancelled := twoSources(t)
	now := time.Now()
	c.recallStuck(now.Add(time.Second))
	if len(cancelled) != 0 {
		t.Errorf("%v after half of the time", cancelled)
	}
	c.recallStuck(now.Add(3 * time.Second))
	if !cancelled["b"] || cancelled["a"] {
		t.Errorf("%v gave their chunks back, want b", cancelled)
	}
	c.board.giveBack("b")
	if orders := (books{c.board, t}).takes("b"); len(orders) != 0 {
		t.Errorf("%d orders for a source without circuits", len(orders))
	}
	delete(cancelled, "b")
	c.recallStuck(now.Add(time.Minute))
	if len(cancelled) != 0 {
		t.Errorf("%v gave back what it did not have", cancelled)
	}
	c.routeChanged(&control.RouteState{Id: 1, Live: 1})
	if orders := (books{c.board, t}).takes("b"); len(orders) == 0 {
		t.Error("no orders for a source whose circuits are back")
	}
}

func TestLonelySourcesKeepTheirChunks(t *testing.T) {
	c, cancelled := twoSources(t)
	c.routes[0] = &control.RouteState{Id: 0, Problem: "refused"}
	c.recallStuck(time.Now().Add(time.Hour))
	if len(cancelled) != 0 {
		t.Errorf("%v gave chunks back that nobody can move", cancelled)
	}
}

func TestLosing(t *testing.T) {
	cause := errors.New("machine gone")
	c := newTestCoordinator(t, Options{})
	for _, relay := range []string{"r", "q"} {
		if err := c.lose(relay, cause); err != nil {
			t.Errorf("without %s: %v", relay, err)
		}
	}
	if err := c.lose("d", cause); !errors.Is(err, ErrGatewaysLost) || !errors.Is(err, cause) {
		t.Error(err)
	}
	two, _ := twoSources(t)
	if err := two.lose("a", cause); err != nil {
		t.Error(err)
	}
	if err := two.lose("b", cause); !errors.Is(err, ErrGatewaysLost) {
		t.Error(err)
	}
	gone := 0
	for _, m := range two.nodes {
		if m.gone {
			gone++
		}
	}
	if gone != 2 || slices.Contains([]bool{two.nodes["a"].gone, two.nodes["b"].gone}, false) {
		t.Errorf("%d are gone", gone)
	}
}
