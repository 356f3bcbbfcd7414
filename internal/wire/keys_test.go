package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"testing"
)

// RFC 5869 with SHA-256 for 32 bytes is two HMACs: extract, and one step of expand.
func TestKeyIsThatOfTheSpecification(t *testing.T) {
	mac := func(key []byte, parts ...[]byte) []byte {
		h := hmac.New(sha256.New, key)
		for _, part := range parts {
			h.Write(part)
		}
		return h.Sum(nil)
	}
	for direction, words := range map[Direction]string{Forward: "source to destination", Return: "destination to source"} {
		extracted := mac(append(testCircuit.SourceRandom[:], testCircuit.DestinationRandom[:]...), testSecret)
		want := mac(extracted, []byte("skyferry seal v1 "), []byte(words), testCircuit.Transfer[:], []byte{0, 0, 0, 0, 0, 0, 0, 3}, []byte{1})
		got, err := testCircuit.key(testSecret, direction)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: key %x, %v; want %x", direction, got, err, want)
		}
	}
}

// Deriving a key must not write into the circuit that it was given.
func TestDerivingLeavesTheCircuitAlone(t *testing.T) {
	c := testCircuit
	if _, err := c.key(testSecret, Forward); err != nil || c != testCircuit {
		t.Errorf("%+v became %+v, %v", testCircuit, c, err)
	}
}
