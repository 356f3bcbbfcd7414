package provisiontest_test

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"github.com/skyferry/skyferry/provision/provisiontest"
)

// A gateway that fails before it is ready.
func ExampleGateway() {
	script := provisiontest.Script{Say: []string{"no address to listen on"}, Silent: true, Quit: true, Status: 3}
	stdin := bytes.NewReader(script.Bootstrap())
	err := provisiontest.Gateway(context.Background(), stdin, os.Stdout, os.Stdout)
	fmt.Println(err)
	// Output:
	// no address to listen on
	// exit status 3
}
