package wire_test

import (
	"fmt"
	"log"

	"github.com/skyferry/skyferry/internal/wire"
)

// Both ends derive the same keys from what they know; what comes between them cannot
// change a frame, nor play one again.
func Example() {
	circuit := wire.Circuit{Transfer: [16]byte{1}, ID: 1, SourceRandom: [16]byte{2}, DestinationRandom: [16]byte{3}}
	secret := make([]byte, wire.KeySize) // random in earnest
	source, err := wire.NewSealed(secret, circuit, wire.Forward)
	if err != nil {
		log.Fatal(err)
	}
	destination, err := wire.NewSealed(secret, circuit, wire.Forward)
	if err != nil {
		log.Fatal(err)
	}
	frame := source.Append(nil, wire.Header{Type: wire.TypeData, Object: 7, Offset: 100}, []byte("some bytes"))

	header, err := wire.ParseHeader(frame)
	if err != nil {
		log.Fatal(err)
	}
	again := append([]byte(nil), frame...)
	payload, _, err := destination.Open(frame[:wire.HeaderSize], frame[wire.HeaderSize:])
	fmt.Printf("object %d at %d: %q, %v\n", header.Object, header.Offset, payload, err)
	_, _, err = destination.Open(again[:wire.HeaderSize], again[wire.HeaderSize:])
	fmt.Println("once more:", err)
	// Output:
	// object 7 at 100: "some bytes", <nil>
	// once more: frame was damaged, repeated or forged
}

// A gateway that is asked to join a circuit checks that the answer to its challenge
// was made with its key.
func ExampleJoin() {
	hopKey := make([]byte, wire.KeySize) // random in earnest, as is the challenge
	challenge := wire.Challenge{Random: [16]byte{1, 2, 3}}
	asked := wire.Join{Transfer: [16]byte{9}, Route: 1, Circuit: 2}.Append(nil, hopKey, challenge)

	join, err := wire.ParseJoin(asked, hopKey, challenge)
	fmt.Println("route", join.Route, "circuit", join.Circuit, err)
	_, err = wire.ParseJoin(asked, hopKey, wire.Challenge{Random: [16]byte{4, 5, 6}})
	fmt.Println("played again:", err)
	// Output:
	// route 1 circuit 2 <nil>
	// played again: not authorised for this transfer
}
