// Command gateway is the program that is shipped to machines: a gateway on its standard
// streams, and nothing else. It is built with CGO_ENABLED=0, so that it runs on any
// Linux machine of its architecture.
package main

import (
	"os"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore/all"
)

func main() { os.Exit(dataplane.Run(all.Openers(nil)...)) }
