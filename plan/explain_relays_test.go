package plan

import (
	"slices"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestExplainSimpler: of two relays of which each does as well as the other, one is enough.
func TestExplainSimpler(t *testing.T) {
	before := Outcome{ThroughputGbps: 4, USDPerGB: 0.1, Relays: []grid.Region{"a:1", "a:2"}}
	after := func(gbps, usd float64, relays ...grid.Region) Change {
		c := Change{Kind: ChangeWithoutRelay, Region: "a:1", What: "without a:1", Before: before, After: &Outcome{ThroughputGbps: gbps, USDPerGB: usd, Relays: relays}}
		c.settle()
		return c
	}
	for _, c := range []struct {
		change            Change
		key               grid.Region
		simpler, sentence string
	}{
		{after(4, 0.1, "a:2"), "", "without a:1", "an equal plan with 1 relay less"},
		{after(4, 0.1, "a:2", "a:3"), "", "", "an equal plan over a:3"},
		{after(4, 0.1+1e-9, "a:1", "a:2"), "", "", "an equal plan"},
		{after(3, 0.1, "a:2"), "a:1", "", "3 Gbit/s (-25 %) at 0.1000 USD/GB"},
		{after(4, 0.125, "a:2"), "a:1", "", "4 Gbit/s at 0.1250 USD/GB (+25 %)"},
		{after(3, 0.0999, "a:2"), "a:1", "", "3 Gbit/s (-25 %) at 0.0999 USD/GB (-0.1 %)"},
		{Change{Kind: ChangeWithoutRelay, Region: "a:1", Before: before, Problem: "no plan"}, "a:1", "", "no plan"},
	} {
		changes := []Change{c.change}
		if got := keyRelay(changes, false); got != c.key {
			t.Errorf("%s: the key relay is %q, want %q", c.sentence, got, c.key)
		}
		if got := simpler(changes); got != c.simpler {
			t.Errorf("%s: simpler %q, want %q", c.sentence, got, c.simpler)
		}
		if got := c.change.text(); got != c.sentence {
			t.Errorf("%q, want %q", got, c.sentence)
		}
	}
}

// TestExplainDearRelay: the highest rate can cost much for little; then the text says so.
func TestExplainDearRelay(t *testing.T) {
	_, x := explained(t, grid.Builtin(), Request{Src: "azure:brazilsouth", Dst: "gcp:southamerica-east1", Goal: Fastest()})
	want := "azure:canadacentral hardly pays: without it the plan is 0.29 % slower and 40 % cheaper."
	if x.KeyRelay != "azure:canadacentral" || !slices.Contains(x.Text, want) {
		t.Errorf("%q", x.Text)
	}
}
