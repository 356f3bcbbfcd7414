// Package synth is a store without storage, for transfers that measure the network
// alone: objects whose bytes are generated, and a bucket that drops what is written to
// it. What was dropped is still proven: a generated object's checksum is known without
// reading it, and is compared with that of the bytes that arrived.
package synth
