// Package tcp answers what a TCP connection can carry over a long path: how
// much a window allows over a round trip, which window and how many connections
// a rate needs, and what lost packets leave of it.
//
//   - [Rate], [Window] and [Connections] are about one bound, seen from three sides: a
//     sender has at most a window of bytes under way, and learns only after a
//     round trip that they arrived, so its rate is at most window / RTT. 64 KiB
//     at 80 ms is 6.55 Mbit/s.
//   - [LossRate] and [LossConnections] are about the loss of packets, to which a
//     sender answers by halving its window.
//
// The bounds hold at the same time: the lesser counts. They explain why one
// connection over a long path is slow on a fast network, and why gateways open many.
//
// Rates are in Gbit/s, 10^9 bit/s, of one machine; bytes are single bytes, so
// that KiB and MiB are the caller's. Every function returns an [*InputError] for
// what is not a finite positive number, such as a round-trip time of 0, which in
// a grid means unknown.
package tcp
