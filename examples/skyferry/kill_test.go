package main

import (
	"os/exec"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
)

func TestKillFlag(t *testing.T) {
	for _, good := range []string{"source@50%", "relay@0%", "destination@99.5%"} {
		var k killFlag
		if err := k.Set(good); err != nil || k.String() != good {
			t.Errorf("%q: %q, %v", good, k.String(), err)
		}
	}
	for _, bad := range []string{"", "relay", "relay@", "relay@50", "relay@%", "gateway@50%", "relay@101%", "relay@-1%", "relay@NaN%"} {
		if err := new(killFlag).Set(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// TestKillOnce: the first gateway of the role dies when the share has arrived, not
// before, and no other one dies later.
func TestKillOnce(t *testing.T) {
	victim, other := exec.Command("sleep", "1000"), exec.Command("sleep", "1000")
	for _, c := range []*exec.Cmd{victim, other} {
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
	}
	var k killFlag
	if err := k.Set("relay@50%"); err != nil {
		t.Fatal(err)
	}
	k.watch(dataplane.GatewayUp{Node: "r#0", Role: dataplane.RoleRelay, PID: victim.Process.Pid})
	k.watch(dataplane.GatewayUp{Node: "r#1", Role: dataplane.RoleRelay, PID: other.Process.Pid})
	k.watch(dataplane.Progress{Bytes: 49, Total: 100})
	if k.missed() == nil {
		t.Error("killed at 49 %")
	}
	k.watch(dataplane.Progress{Bytes: 60, Total: 100})
	k.watch(dataplane.Progress{Bytes: 70, Total: 100})
	if err := k.missed(); err != nil {
		t.Error(err)
	}
	if err := victim.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("the victim: %v", err)
	}
	if err := other.Process.Kill(); err != nil {
		t.Errorf("the other one had ended: %v", err)
	}
	_ = other.Wait() // killed by the line above
}

// TestKillNobody: a role that is not there is told, and a gateway without a process
// is left alone.
func TestKillNobody(t *testing.T) {
	var k killFlag
	if err := k.Set("relay@50%"); err != nil {
		t.Fatal(err)
	}
	k.watch(dataplane.GatewayUp{Node: "s#0", Role: dataplane.RoleSource, PID: 1})
	k.watch(dataplane.GatewayUp{Node: "r#0", Role: dataplane.RoleRelay})
	k.watch(dataplane.Progress{Bytes: 100, Total: 100})
	if k.missed() == nil {
		t.Error("nothing was killed, and nothing is said")
	}
}
