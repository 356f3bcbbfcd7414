package tcp

import (
	"math"
	"time"
)

const (
	bitsPerByte = 8
	bitsPerGbit = 1e9
)

// Rate is the most that one connection carries, in Gbit/s, whose window is of so
// many bytes: window / RTT. The window is the least of what the receiver
// advertises and what the sender's congestion control and buffer allow.
func Rate(window int64, rtt time.Duration) (gbps float64, err error) {
	if err := check(positive("window", float64(window)), checkRTT(rtt)); err != nil {
		return 0, err
	}
	return float64(window) * bitsPerByte / bitsPerGbit / rtt.Seconds(), nil
}

// Window is the least window in bytes, rounded up, that a rate in Gbit/s needs:
// the bandwidth-delay product, rate · RTT. Over several connections it is the sum
// of their windows. Buffers need more, since what is lost stays in them until it
// has been sent again.
func Window(gbps float64, rtt time.Duration) (bytes int64, err error) {
	if err := check(positive("rate", gbps), checkRTT(rtt)); err != nil {
		return 0, err
	}
	product := ceil(bandwidthDelay(gbps, rtt))
	if product > maxWindow {
		return 0, &InputError{Quantity: "rate", Value: gbps, Want: "one whose window can be counted in bytes"}
	}
	return int64(product), nil
}

const maxWindow = 1 << 62

// Connections is how many connections, rounded up, a rate in Gbit/s needs with
// windows of so many bytes each.
func Connections(gbps float64, window int64, rtt time.Duration) (int, error) {
	if err := check(positive("rate", gbps), positive("window", float64(window)), checkRTT(rtt)); err != nil {
		return 0, err
	}
	return count(gbps, bandwidthDelay(gbps, rtt)/float64(window))
}

// bandwidthDelay is in bytes.
func bandwidthDelay(gbps float64, rtt time.Duration) float64 {
	return gbps * bitsPerGbit / bitsPerByte * rtt.Seconds()
}

const maxConnections = 1 << 30

// count rounds connections up to a number that an int holds everywhere.
func count(gbps, connections float64) (int, error) {
	n := ceil(connections)
	if n > maxConnections {
		return 0, &InputError{Quantity: "rate", Value: gbps, Want: "one that fewer than a billion connections carry"}
	}
	return int(n), nil
}

// ceil forgives what rounding adds to a whole number. It is at least 1.
func ceil(x float64) float64 {
	const rounding = 1e-12
	return max(1, math.Ceil(x*(1-rounding)))
}
