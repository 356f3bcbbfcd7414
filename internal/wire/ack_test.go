package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func validAcks() map[string]Ack {
	return map[string]Ack{
		"accepted":      {CRC: 1, WriteMicros: 2, ETag: "etag"},
		"store's own":   {CRC: 1, HasStoreCRC: true, StoreCRC: 3},
		"own zero":      {HasStoreCRC: true},
		"specification": vectorAck,
		"refused":       {Kind: "throttled", Message: "slow down: é"},
		"only a kind":   {Kind: "unavailable"},
		"bytes as etag": {ETag: "\x00\xff"},
		"longest":       {ETag: strings.Repeat("e", maxField), Kind: strings.Repeat("k", maxMessage), Message: strings.Repeat("m", maxMessage), CRC: 1<<32 - 1, WriteMicros: 1<<32 - 1},
	}
}

func parsesAck(b []byte) error {
	_, err := ParseAck(b)
	return err
}

func TestAckRoundTrip(t *testing.T) {
	for name, want := range validAcks() {
		encoded := want.Append([]byte("before"))[len("before"):]
		got, err := ParseAck(encoded)
		if err != nil || *got != want {
			t.Errorf("%s: %.200v came back as %.200v, %v", name, want, got, err)
		}
		if len(encoded) < minAck || len(encoded) > maxAck {
			t.Errorf("%s: %d bytes, from %d to %d fit a frame", name, len(encoded), minAck, maxAck)
		}
	}
}

func TestAckPrefixes(t *testing.T) {
	for _, name := range []string{"specification", "refused"} {
		a := validAcks()[name]
		wantExactly(t, a.Append(nil), parsesAck)
	}
}

// What is told is cut to what can be sent and shown, between characters.
func TestAckWordsAreMadeFit(t *testing.T) {
	for name, message := range map[string]string{
		"long":                        strings.Repeat("m", maxMessage+1),
		"cut within a character":      strings.Repeat("m", maxMessage-1) + "é",
		"not UTF-8":                   "key \xff",
		"not UTF-8, and long by that": strings.Repeat("\xffm", maxMessage/2),
	} {
		got, err := ParseAck((&Ack{Kind: message, Message: message}).Append(nil))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Message == "" || got.Message != got.Kind || len(got.Message) > maxMessage || !utf8.ValidString(got.Message) {
			t.Errorf("%s: became %d bytes %.20q", name, len(got.Message), got.Message)
		}
	}
}

// Half an ETag would name no part: the part is refused.
func TestAckOfALongETagIsARefusal(t *testing.T) {
	a := Ack{CRC: 1, HasStoreCRC: true, StoreCRC: 1, ETag: strings.Repeat("e", maxField+1)}
	got, err := ParseAck(a.Append(nil))
	if err != nil || got.Kind != "unsupported" || got.Message == "" || got.ETag != "" || got.HasStoreCRC {
		t.Errorf("%+v, %v; want a refusal", got, err)
	}
}

func TestAckWithoutStoreChecksumSendsNone(t *testing.T) {
	got, err := ParseAck((&Ack{StoreCRC: 5}).Append(nil))
	if err != nil || got.StoreCRC != 0 || got.HasStoreCRC {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAckMalformed(t *testing.T) {
	encode := func(flag byte, storeCRC uint32, kind, message string) []byte {
		b := binary.BigEndian.AppendUint32([]byte{flag}, 1)
		b = binary.BigEndian.AppendUint32(b, storeCRC)
		b = binary.BigEndian.AppendUint32(b, 2)
		return appendField(appendField(appendField(b, "etag"), kind), message)
	}
	if err := parsesAck(encode(1, 3, "kind", "message")); err != nil {
		t.Errorf("valid: %v", err)
	}
	for name, b := range map[string][]byte{
		"flag 2":                encode(2, 3, "", ""),
		"checksum without flag": encode(0, 3, "", ""),
		"long kind":             encode(0, 0, strings.Repeat("k", maxMessage+1), ""),
		"long message":          encode(0, 0, "kind", strings.Repeat("m", maxMessage+1)),
		"kind not UTF-8":        encode(0, 0, "\xff", ""),
		"message not UTF-8":     encode(0, 0, "kind", "\xc3"),
		"message of no error":   encode(0, 0, "", "message"),
	} {
		if a, err := ParseAck(b); !errors.Is(err, ErrMalformed) || a != nil {
			t.Errorf("%s: %+v, %v; want malformed", name, a, err)
		}
	}
}

func FuzzParseAck(f *testing.F) {
	for _, a := range validAcks() {
		f.Add(a.Append(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := ParseAck(b)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("%v is not malformed", err)
			}
			return
		}
		if again := a.Append(nil); !bytes.Equal(again, b) {
			t.Fatalf("%x was accepted, and is %x", b, again)
		}
	})
}

// Whatever a store says, the acknowledgement can be read at the other end.
func FuzzAckAppend(f *testing.F) {
	f.Add("etag", "kind", "message", true)
	f.Add("", "", "\xff", false)
	f.Fuzz(func(t *testing.T, etag, kind, message string, has bool) {
		if kind == "" {
			message = ""
		}
		a := Ack{ETag: etag, Kind: kind, Message: message, HasStoreCRC: has, StoreCRC: 1}
		got, err := ParseAck(a.Append(nil))
		if err != nil || (got.Kind == "") != (kind == "" && len(etag) <= maxField) {
			t.Fatalf("%+v became %+v, %v", a, got, err)
		}
	})
}
