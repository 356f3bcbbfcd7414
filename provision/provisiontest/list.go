package provisiontest

import (
	"slices"
	"testing"

	"github.com/skyferry/skyferry/provision"
)

var listTests = map[string]func(*testing.T, Harness){
	"ByTransfer": testListByTransfer,
	"Same":       testListSame,
}

func testListByTransfer(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	one := h.spec("b", Script{})
	start(t, p, one)
	sibling := one
	sibling.Name = "a"
	start(t, p, sibling)
	other := h.spec("c", Script{})
	start(t, p, other)

	wantNodes(t, p, one.Transfer, "a", "b")
	wantNodes(t, p, other.Transfer, "c")
	wantNodes(t, p, "", "a", "b", "c")
	wantNodes(t, p, "no such transfer")
}

// testListSame: what is listed is what Start returned, and can be stopped.
func testListSame(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	instance := start(t, p, h.spec("node#0", Script{}))
	machines, err := p.List(t.Context(), instance.Transfer)
	if err != nil {
		t.Fatalf("List: %v", err)
	}
	if !slices.Equal(machines, []provision.Machine{instance.Machine}) {
		t.Fatalf("listed %+v, want %+v", machines, instance.Machine)
	}
	if err := p.Stop(t.Context(), machines[0]); err != nil {
		t.Errorf("Stop: %v", err)
	}
	wantDone(t, instance)
}
