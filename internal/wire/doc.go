// Package wire is what two gateways say to each other on a TCP connection: the
// authenticated set-up of a circuit hop by hop, and the frames that carry chunks
// one way and acknowledgements the other, sealed from end to end.
//
// It holds no connection and no goroutine: every function turns values into bytes
// or bytes into values. SPEC.md beside this file describes the format well enough
// for another implementation to talk to this one.
package wire
