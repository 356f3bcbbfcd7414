package wire

import (
	"bytes"
	"errors"
	"math"
	"testing"
)

var (
	testHopKey = bytes.Repeat([]byte{9}, KeySize)
	testJoin   = Join{Transfer: [16]byte{1, 15: 2}, Route: 3, Circuit: 4}
)

func TestJoinRoundTrip(t *testing.T) {
	for _, want := range []Join{testJoin, {}, {Route: math.MaxUint32, Circuit: math.MaxUint64}} {
		encoded := want.Append([]byte("before"), testHopKey, testChallenge)[len("before"):]
		if got, err := ParseJoin(encoded, testHopKey, testChallenge); err != nil || got != want || len(encoded) != JoinSize {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
		wantExactly(t, encoded, func(b []byte) error {
			_, err := ParseJoin(b, testHopKey, testChallenge)
			return err
		})
	}
}

func TestJoinOfOthersIsRefused(t *testing.T) {
	otherKey := bytes.Repeat([]byte{8}, KeySize)
	otherChallenge := Challenge{Random: [16]byte{15: 1}}
	for name, encoded := range map[string][]byte{
		"other key":       testJoin.Append(nil, otherKey, testChallenge),
		"no key":          testJoin.Append(nil, nil, testChallenge),
		"other challenge": testJoin.Append(nil, testHopKey, otherChallenge),
		"no challenge":    testJoin.Append(nil, testHopKey, Challenge{}),
		"no token":        append(testJoin.Append(nil, testHopKey, testChallenge)[:joinFields], make([]byte, 32)...),
	} {
		if got, err := ParseJoin(encoded, testHopKey, testChallenge); !errors.Is(err, ErrToken) || got != (Join{}) {
			t.Errorf("%s: %+v, %v; want that it is not authorised", name, got, err)
		}
	}
}

func TestAlteredJoinIsRefused(t *testing.T) {
	for bit, flipped := range flips(testJoin.Append(nil, testHopKey, testChallenge)) {
		want := ErrToken
		if bit < 8*preambleSize {
			want = ErrMalformed
		}
		if got, err := ParseJoin(flipped, testHopKey, testChallenge); !errors.Is(err, want) || got != (Join{}) {
			t.Errorf("bit %d flipped: %+v, %v; want %v", bit, got, err, want)
		}
	}
}

// A gateway that was given no key, or half of one, lets nobody in.
func TestJoinWithoutAKeyIsRefused(t *testing.T) {
	for _, key := range [][]byte{nil, {}, testHopKey[:16], append(testHopKey[:KeySize:KeySize], 1)} {
		if _, err := ParseJoin(testJoin.Append(nil, key, testChallenge), key, testChallenge); !errors.Is(err, ErrToken) {
			t.Errorf("key of %d bytes: %v, want that it is not authorised", len(key), err)
		}
	}
}

func FuzzParseJoin(f *testing.F) {
	encoded := testJoin.Append(nil, testHopKey, testChallenge)
	f.Add(encoded, false)
	f.Add(encoded[:joinFields], true)
	f.Fuzz(func(t *testing.T, b []byte, sign bool) {
		if sign { // nobody guesses a token
			b = append(b, token(testHopKey, testChallenge, b)...)
		}
		j, err := ParseJoin(b, testHopKey, testChallenge)
		if err != nil {
			if !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrToken) {
				t.Fatalf("%v is neither malformed nor a wrong token", err)
			}
			return
		}
		if again := j.Append(nil, testHopKey, testChallenge); !bytes.Equal(again, b) {
			t.Fatalf("%x was accepted, and is %x", b, again)
		}
	})
}
