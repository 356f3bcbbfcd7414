// Package endtoend holds tests of whole transfers between the stores of clouds, over real
// servers. They stand apart from those of package skyferry, which would otherwise link
// every cloud's SDK into the gateways whose memory they measure.
package endtoend
