package tcp

import (
	"math"
	"time"
)

// mathisConstant is C where each packet is acknowledged: the mean of a window
// that grows from half of its height to all of it, by a segment a round trip.
var mathisConstant = math.Sqrt(3.0 / 2)

// LossRate is the most that so many connections carry together, in Gbit/s, if of
// each a share loss of the packets is lost, from 0 to 1:
//
//	connections · segment · C / (RTT · √loss), C = √(3/2)
//
// with the segment in bytes, 1,460 or 1,448 on an Ethernet. This is the model
// of M. Mathis, J. Semke, J. Mahdavi and T. Ott, "The Macroscopic Behavior of
// the TCP Congestion Avoidance Algorithm", ACM Computer Communication Review
// 27(3), July 1997, for losses at even distances and a receiver that acknowledges each
// packet; one that acknowledges every other makes C = √(3/4). It holds for
// congestion control as of Reno. CUBIC gets more over long paths with few losses; BBR does not
// take loss for congestion. It is a bound for small losses, below 1 % or so:
// beyond, time-outs dominate, and less gets through.
func LossRate(connections, segment int, rtt time.Duration, loss float64) (gbps float64, err error) {
	if err := positive("number of connections", float64(connections)); err != nil {
		return 0, err
	}
	one, err := lossRate(segment, rtt, loss)
	return float64(connections) * one, err
}

// LossConnections is how many connections, rounded up, a rate in Gbit/s needs
// under the bound of [LossRate].
func LossConnections(gbps float64, segment int, rtt time.Duration, loss float64) (int, error) {
	if err := positive("rate", gbps); err != nil {
		return 0, err
	}
	one, err := lossRate(segment, rtt, loss)
	if err != nil {
		return 0, err
	}
	return count(gbps, gbps/one)
}

// lossRate is that of one connection.
func lossRate(segment int, rtt time.Duration, loss float64) (float64, error) {
	if err := check(positive("segment", float64(segment)), checkRTT(rtt), checkLoss(loss)); err != nil {
		return 0, err
	}
	perRoundTrip := float64(segment) * bitsPerByte / bitsPerGbit
	return perRoundTrip * mathisConstant / rtt.Seconds() / math.Sqrt(loss), nil
}

func checkLoss(loss float64) error {
	if loss > 0 && loss <= 1 { // NaN is not either
		return nil
	}
	return &InputError{Quantity: "loss", Value: loss, Want: "above 0 and at most 1"}
}
