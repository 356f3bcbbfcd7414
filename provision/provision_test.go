package provision_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/provision"
)

func TestSpecValidate(t *testing.T) {
	valid := provision.Spec{Transfer: "t1", Name: "local:a#0", Region: "local:a"}
	if err := valid.Validate(); err != nil {
		t.Errorf("a valid spec: %v", err)
	}
	for name, spoil := range map[string]func(*provision.Spec){
		"no transfer":            func(s *provision.Spec) { s.Transfer = "" },
		"no name":                func(s *provision.Spec) { s.Name = "" },
		"line end in a name":     func(s *provision.Spec) { s.Name = "a\nb" },
		"escape in the transfer": func(s *provision.Spec) { s.Transfer = "a\x1b[1m" },
		"zero byte in the tool":  func(s *provision.Spec) { s.Tool = "a\x00" },
		"no region":              func(s *provision.Spec) { s.Region = "" },
		"region of no provider":  func(s *provision.Spec) { s.Region = "us-east-1" },
	} {
		spec := valid
		spoil(&spec)
		err := spec.Validate()
		if !errors.Is(err, provision.ErrInvalid) || !strings.Contains(err.Error(), "spec: ") {
			t.Errorf("%s: %v, want ErrInvalid that says why", name, err)
		}
	}
}

func TestTagsNameTheTool(t *testing.T) {
	spec := provision.Spec{Transfer: "t1", Name: "n", Tool: "etl"}
	tags := spec.Tags()
	if tags[provision.TagTool] != "etl" {
		t.Errorf("the tool is %q", tags[provision.TagTool])
	}
	if expires, ok := tags[provision.TagExpires]; ok {
		t.Errorf("a machine that never expires has the tag %q", expires)
	}
}

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want provision.Kind
	}{
		{nil, ""},
		{io.EOF, ""},
		{context.Canceled, ""},
		{provision.ErrQuota, provision.ErrQuota},
		{fmt.Errorf("plan: %w", provision.ErrQuota), provision.ErrQuota},
		{fmt.Errorf("plan: %w", &provision.Error{Kind: provision.ErrNoCapacity, Err: io.EOF}), provision.ErrNoCapacity},
	} {
		if got := provision.KindOf(c.err); got != c.want {
			t.Errorf("%v has the kind %q, want %q", c.err, got, c.want)
		}
	}
}

func TestErrorReachesItsCauses(t *testing.T) {
	cause := errors.New("the gateway's own")
	err := fmt.Errorf("transfer: %w", &provision.Error{
		Op: "run", Kind: provision.ErrExited, Err: &provision.Exit{Code: 1, Err: cause}, Hint: "look at the log",
	})
	if !errors.Is(err, provision.ErrExited) || !errors.Is(err, cause) || errors.Is(err, provision.ErrTimeout) {
		t.Errorf("%v is not what it wraps", err)
	}
	if want := "transfer: run: gateway ended: the gateway's own; look at the log"; err.Error() != want {
		t.Errorf("it says %q, want %q", err, want)
	}
	bare := &provision.Error{Op: "stop", Node: "n", Kind: provision.ErrNotFound}
	if !errors.Is(bare, provision.ErrNotFound) || bare.Error() != "stop n: not found" {
		t.Errorf("without a cause: %q", bare)
	}
}

// TestInstanceEndsOnce: the first reason counts.
func TestInstanceEndsOnce(t *testing.T) {
	instance, ended := provision.NewInstance(provision.Machine{Name: "n"})
	ended(nil)
	ended(provision.ErrExited)
	<-instance.Done()
	if err := instance.Err(); err != nil {
		t.Errorf("the second reason replaced the first: %v", err)
	}
}

// TestMachineIsData: what was written down is what is read, for a later process to stop.
func TestMachineIsData(t *testing.T) {
	m := provision.Machine{
		Name: "aws:us-east-1#0", ID: "i-0123", Transfer: "t1", Region: "aws:us-east-1",
		Control: "192.0.2.1:4001", Data: "192.0.2.1:4002", PID: 9, Expires: time.Unix(1_796_126_400, 0).UTC(),
	}
	document, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var got provision.Machine
	if err := json.Unmarshal(document, &got); err != nil || got != m {
		t.Errorf("read %+v (%v), want %+v", got, err, m)
	}
}
