package tcp_test

import (
	"fmt"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/grid/tcp"
)

// The window of a TCP without window scaling, over an ocean.
func ExampleRate() {
	gbps, _ := tcp.Rate(64<<10, 80*time.Millisecond)
	fmt.Printf("%.2f Mbit/s\n", 1000*gbps)

	_, err := tcp.Rate(64<<10, 0)
	fmt.Println(err)
	// Output:
	// 6.55 Mbit/s
	// a round-trip time of 0 is not finite and positive
}

func ExampleWindow() {
	link, _ := grid.Builtin().Link("azure:eastus", "aws:ap-south-1")
	bytes, _ := tcp.Window(link.Gbps, link.RTT)
	fmt.Printf("%.2f Gbit/s at %v: %.1f MB under way, %.0f kB on each of %d connections\n", link.Gbps, link.RTT,
		float64(bytes)/1e6, float64(bytes)/1e3/float64(link.Connections), link.Connections)
	// Output:
	// 1.18 Gbit/s at 199.939ms: 29.6 MB under way, 462 kB on each of 64 connections
}

func ExampleConnections() {
	for _, window := range []int64{64 << 10, 4 << 20, 16 << 20} {
		n, _ := tcp.Connections(5, window, 150*time.Millisecond)
		fmt.Printf("windows of %d KiB: %d connections\n", window>>10, n)
	}
	// Output:
	// windows of 64 KiB: 1431 connections
	// windows of 4096 KiB: 23 connections
	// windows of 16384 KiB: 6 connections
}

func ExampleLossRate() {
	for _, n := range []int{1, 64} {
		gbps, _ := tcp.LossRate(n, 1460, 150*time.Millisecond, 1e-5)
		fmt.Printf("%d connections: %.3f Gbit/s\n", n, gbps)
	}
	n, _ := tcp.LossConnections(5, 1460, 150*time.Millisecond, 1e-5)
	fmt.Println("for 5 Gbit/s:", n)
	// Output:
	// 1 connections: 0.030 Gbit/s
	// 64 connections: 1.930 Gbit/s
	// for 5 Gbit/s: 166
}
