package provision_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/skyferry/skyferry/provision"
)

func ExampleParseReady() {
	ready, err := provision.ParseReady([]byte(`{"control":"127.0.0.1:4001","data":"127.0.0.1:4002","pid":123}` + "\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ready.Control, ready.Data, ready.PID)

	_, err = provision.ParseReady([]byte("bash: gateway: command not found\n"))
	fmt.Println(errors.Is(err, provision.ErrProtocol))
	// Output:
	// 127.0.0.1:4001 127.0.0.1:4002 123
	// true
}

// Each kind of error calls for another action; the cause within stays reachable.
func ExampleError() {
	err := error(&provision.Error{
		Op: "run", Node: "azure:westus2#0", Region: "azure:westus2",
		Kind: provision.ErrExited, Err: &provision.Exit{Code: -1, Signal: "killed"},
		Stderr: []string{"joined 8 circuits"},
	})
	fmt.Println(err)

	switch {
	case errors.Is(err, provision.ErrNoCapacity):
		fmt.Println("try the next zone")
	case errors.Is(err, provision.ErrExited):
		exit, _ := errors.AsType[*provision.Exit](err)
		fmt.Printf("start another one (this one got %q)\n", exit.Signal)
	}
	// Output:
	// run azure:westus2#0 in azure:westus2: gateway ended: signal: killed; it last wrote:
	// 	joined 8 circuits
	// start another one (this one got "killed")
}

func ExampleSpec_Tags() {
	spec := provision.Spec{
		Transfer: "2f6d", Name: "aws:us-east-1#0", Region: "aws:us-east-1",
		Expires: time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC),
	}
	fmt.Println(spec.Tags())
	// Output: map[skyferry-expires:1796126400 skyferry-node:aws:us-east-1#0 skyferry-tool:skyferry skyferry-transfer:2f6d]
}

// What a provider does with an instance, and what its caller sees.
func ExampleNewInstance() {
	instance, ended := provision.NewInstance(provision.Machine{Name: "aws:us-east-1#0"})
	fmt.Println(instance.Name, instance.Err())

	ended(&provision.Error{Op: "run", Node: instance.Name, Kind: provision.ErrExited, Err: &provision.Exit{Code: 2}})
	<-instance.Done()
	fmt.Println(instance.Err())
	// Output:
	// aws:us-east-1#0 <nil>
	// run aws:us-east-1#0: gateway ended: exit status 2
}
