package dataplane_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/skyferry/skyferry/dataplane"
)

// startGateway runs a gateway in this process, as a program does on a machine: the document
// goes in, one line with the addresses comes out, and the end of the input ends it.
func startGateway(transfer *dataplane.Transfer, name string) (node dataplane.Node, stop func(), err error) {
	document, err := transfer.Bootstrap(name)
	if err != nil {
		return node, nil, err
	}
	stdin, input := io.Pipe()
	output, stdout := io.Pipe()
	ended := make(chan struct{})
	go func() {
		err := dataplane.Serve(context.Background(), stdin, stdout, dataplane.ServeOptions{})
		stdout.CloseWithError(fmt.Errorf("gateway %s has ended: %w", name, err))
		close(ended)
	}()
	stop = func() {
		input.Close()
		<-ended
	}
	if _, err := input.Write(document); err != nil {
		return node, stop, err
	}
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		return node, stop, err
	}
	node.Name = name
	return node, stop, json.Unmarshal(line, &node) // "control" and "data"
}

// Three objects of generated data go over a relay. The sums are compared at the
// destination, and nothing is stored.
func Example() {
	transfer, err := dataplane.New(dataplane.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	route := []string{"source", "relay", "destination"}
	topology := dataplane.Topology{Routes: []dataplane.Route{{Nodes: route, Circuits: 4}}}
	for _, name := range route {
		node, stop, err := startGateway(transfer, name)
		if stop != nil {
			defer stop()
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		topology.Nodes = append(topology.Nodes, node)
	}
	job, err := dataplane.GeneratedJob(context.Background(), 3, 10_000_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := transfer.Run(context.Background(), topology, job)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Objects, "objects,", report.Bytes, "bytes, verified:", report.Verified)
	for _, link := range report.Links {
		fmt.Println(link.From, "to", link.To, link.Bytes, "bytes over", link.Connections, "connections")
	}
	// Output:
	// 3 objects, 30000000 bytes, verified: true
	// relay to destination 30000000 bytes over 4 connections
	// source to relay 30000000 bytes over 4 connections
}
