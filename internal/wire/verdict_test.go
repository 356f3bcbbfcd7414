package wire

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// reasonOf reads a verdict as a gateway does.
func reasonOf(t *testing.T, verdict []byte) string {
	t.Helper()
	n, err := ParseVerdict(verdict[:VerdictSize])
	if err != nil || n != len(verdict)-VerdictSize {
		t.Fatalf("%x: reason of %d bytes, %v", verdict, n, err)
	}
	return string(verdict[VerdictSize:])
}

func TestVerdictRoundTrip(t *testing.T) {
	for reason, want := range map[string]string{
		"":                                "",
		"no such route":                   "no such route",
		strings.Repeat("r", 255):          strings.Repeat("r", 255),
		strings.Repeat("r", 256):          strings.Repeat("r", 255),
		strings.Repeat("r", 254) + "é...": strings.Repeat("r", 254),
		"\xff":                            "\uFFFD",
	} {
		encoded := AppendVerdict([]byte("before"), reason)[len("before"):]
		if got := reasonOf(t, encoded); got != want || (encoded[0] == 1) != (reason != "") {
			t.Errorf("%.20q came back as %.20q, refused: %d", reason, got, encoded[0])
		}
	}
}

func TestVerdictMalformed(t *testing.T) {
	for _, b := range [][]byte{{}, {0}, {1}, {0, 1}, {1, 0}, {2, 0}, {2, 1}, {255, 255}, {0, 0, 0}, {1, 1, 'r'}} {
		if n, err := ParseVerdict(b); !errors.Is(err, ErrMalformed) || n != 0 {
			t.Errorf("%x: reason of %d bytes, %v; want malformed", b, n, err)
		}
	}
}

func FuzzParseVerdict(f *testing.F) {
	f.Add(AppendVerdict(nil, ""))
	f.Add(AppendVerdict(nil, "no such route"))
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := ParseVerdict(b[:min(len(b), VerdictSize)])
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("%v is not malformed", err)
			}
			return
		}
		reason := b[VerdictSize:]
		if len(reason) < n || !utf8.Valid(reason[:n]) {
			return // the reader waits for more, or shows it as it can
		}
		if again := AppendVerdict(nil, string(reason[:n])); !bytes.Equal(again, b[:VerdictSize+n]) {
			t.Fatalf("%x was accepted, and is %x", b, again)
		}
	})
}
