package main

import (
	"strings"
	"testing"

	"github.com/skyferry/skyferry/plan"
)

const explainFields = planFields + ` explain.text explain.key_relay explain.changes[].kind explain.changes[].region explain.changes[].change
	explain.changes[].before.throughput_gbps explain.changes[].after.usd_per_gb explain.changes[].after.relays
	explain.changes[].gain_gbps explain.changes[].gain_usd_per_gb explain.changes[].unchanged
	explain.figures.measured explain.figures.age_days explain.figures.estimated explain.figures.single_samples`

func TestPlanExplainJSON(t *testing.T) {
	o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--fastest", "--explain", "--json").want(t, statusDone)
	doc := decode[struct {
		Explain plan.Explanation
	}](t, o, explainFields)
	if x := doc.Explain; len(x.Text) < 5 || len(x.Changes) < 5 || x.KeyRelay != "azure:centralindia" {
		t.Errorf("%+v", x)
	}
	if o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--json").want(t, statusDone); strings.Contains(o.stdout, `"explain"`) {
		t.Errorf("explained without being asked: %s", o.stdout)
	}
}

func TestPlanExplainForPeople(t *testing.T) {
	o := call(t, "plan", "azure:eastus", "aws:ap-south-1", "--fastest", "--explain").want(t, statusDone).wantOut(t,
		"\nExplained\n  Limited by the link azure:centralindia -> aws:ap-south-1: 9.652 of 9.652 Gbit/s.\n",
		"  One more machine in aws:ap-south-1: 16 Gbit/s (+66 %) at ", "  Buys nothing: ")
	if o.stderr != "" {
		t.Errorf("standard error: %s", o.stderr)
	}
	if o := call(t, "plan", "azure:eastus", "aws:ap-south-1").want(t, statusDone); strings.Contains(o.stdout, "Explained") {
		t.Errorf("explained without being asked: %s", o.stdout)
	}
	call(t, "plan", "azure:eastus", "aws:ap-south-1", "--explain", "--dot", "-").want(t, statusUsage).wantErr(t, "--dot a file")
}
