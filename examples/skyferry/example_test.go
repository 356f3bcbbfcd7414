package main

import (
	"context"
	"fmt"
	"io"
	"os"
)

// A goal that no plan reaches: the document says what is within reach, and the exit
// status that something was not done.
func Example() {
	status := run(context.Background(),
		[]string{"plan", "azure:eastus", "aws:ap-south-1", "--at-gbps", "20", "--json"},
		streams{out: os.Stdout, err: io.Discard})
	fmt.Println("exit status", status)
	// Output:
	// {"version":1,"status":"infeasible","max_gbps":9.6517}
	// exit status 1
}
