package local_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
)

// A gateway as a function: it reads a line, gets ready, and ends when its input does.
func Example() {
	gateway := func(_ context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
		in := bufio.NewReader(stdin)
		bootstrap, err := in.ReadString('\n')
		if err != nil {
			return err
		}
		fmt.Fprintln(stdout, `{"control":"127.0.0.1:4001","data":"127.0.0.1:4002","pid":0}`)
		_, err = io.Copy(io.Discard, in)
		fmt.Fprintf(stderr, "ended after %q\n", bootstrap)
		return err
	}
	ctx := context.Background()
	provider, err := local.New(&local.Options{Run: gateway})
	if err != nil {
		fmt.Println(err)
		return
	}
	instance, err := provider.Start(ctx, provision.Spec{
		Transfer: "t1", Name: "local:a#0", Region: "local:a", Bootstrap: []byte("role: relay\n"), Log: os.Stdout,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("circuits go to", instance.Data)

	fmt.Println(provider.Close(ctx))
	<-instance.Done()
	fmt.Println(instance.Err())
	// Output:
	// circuits go to 127.0.0.1:4002
	// [local:a#0] ended after "role: relay\n"
	// <nil>
	// <nil>
}

// A program that is no gateway is told from one that crashes.
func ExampleProvider_Start() {
	ctx := context.Background()
	for _, script := range []string{"echo hello", "echo no memory >&2; exit 7"} {
		provider, err := local.New(&local.Options{Path: "sh", Args: []string{"sh", "-c", script}})
		if err != nil {
			fmt.Println(err)
			return
		}
		_, err = provider.Start(ctx, provision.Spec{Transfer: "t1", Name: "local:a#0", Region: "local:a"})
		exit, exited := errors.AsType[*provision.Exit](err)
		fmt.Println(provision.KindOf(err), exited && exit.Code == 7)
		fmt.Println(provider.Close(ctx))
	}
	// Output:
	// not a gateway false
	// <nil>
	// gateway ended true
	// <nil>
}
