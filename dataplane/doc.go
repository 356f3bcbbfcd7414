// Package dataplane moves the bytes: gateways on the machines of a transfer, joined
// by circuits, and the coordinator in the caller's process that tells them what to
// move and keeps the books.
//
// A caller makes a [Transfer], starts a gateway for each node with the document that
// [Transfer.Bootstrap] returns, and calls [Transfer.Run] with the topology and the
// job. A gateway is [Serve], or a whole program through [Main].
//
// # Who owns what
//
// The coordinator (coordinator.go) owns the books (board.go): which chunks are
// pending, which gateway has which, which parts an object still lacks. It holds one
// control stream a gateway (remote.go). When a stream breaks, the gateway's chunks
// go back to pending and the gateway is replaced or given up.
//
// A gateway serves one control stream (attachment.go). At the source, readers take
// orders from a queue and read chunks into memory (source.go); each circuit has one
// goroutine that sends and one that receives acknowledgements (circuit.go), and takes
// the next chunk only when its window has room: late binding. A relay joins two
// connections and copies in the kernel (relay.go). At the destination each circuit
// has one goroutine that receives and one that sends heartbeats; a chunk that has
// arrived whole is written by a goroutine of its own and acknowledged when the store
// has it (destination.go).
//
// Shutdown goes from the source on: the coordinator says finish, source gateways close
// their circuits, relays and destinations see the end of the stream, and every
// goroutine ends before the control stream is answered. A cancelled context closes
// every connection at once, in any order.
package dataplane
