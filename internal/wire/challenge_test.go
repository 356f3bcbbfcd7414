package wire

import (
	"bytes"
	"errors"
	"testing"
)

var testChallenge = Challenge{Random: [16]byte{1, 2, 3, 15: 4}}

func parsesChallenge(b []byte) error {
	_, err := ParseChallenge(b)
	return err
}

func TestChallengeRoundTrip(t *testing.T) {
	encoded := testChallenge.Append([]byte("before"))[len("before"):]
	if got, err := ParseChallenge(encoded); err != nil || got != testChallenge || len(encoded) != ChallengeSize {
		t.Errorf("%x came back as %x, %v", testChallenge, got, err)
	}
	wantExactly(t, encoded, parsesChallenge)
}

func TestPreambleOfStrangers(t *testing.T) {
	for bit, flipped := range flips(testChallenge.Append(nil)[:preambleSize]) {
		if err := parsesChallenge(append(flipped, testChallenge.Random[:]...)); !errors.Is(err, ErrMalformed) {
			t.Errorf("bit %d flipped: %v, want malformed", bit, err)
		}
	}
	for _, stranger := range []string{"SSH-2.0-OpenSSH_9.2p1 De", "HTTP/1.1 400 Bad Request"} {
		if err := parsesChallenge([]byte(stranger)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%q: %v, want malformed", stranger, err)
		}
	}
}

func FuzzParseChallenge(f *testing.F) {
	f.Add(testChallenge.Append(nil))
	f.Add([]byte("SSH-2.0-OpenSSH_9.2p1 De"))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := ParseChallenge(b)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("%v is not malformed", err)
			}
			return
		}
		if again := c.Append(nil); !bytes.Equal(again, b) {
			t.Fatalf("%x was accepted, and is %x", b, again)
		}
	})
}
