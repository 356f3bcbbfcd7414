package wire

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// vectors reads the test vectors of the specification.
func vectors(t *testing.T) map[string][]byte {
	t.Helper()
	spec, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(spec), "\n```vectors\n")
	block, _, ok := strings.Cut(block, "```")
	if !ok {
		t.Fatal("SPEC.md has no test vectors")
	}
	found, name := make(map[string][]byte), ""
	for lines := bufio.NewScanner(strings.NewReader(block)); lines.Scan(); {
		text := lines.Text()
		if !strings.HasPrefix(text, " ") {
			name, text, _ = strings.Cut(text, " ")
		}
		value, err := hex.DecodeString(strings.TrimSpace(text))
		if err != nil {
			t.Fatalf("vector %s: %v", name, err)
		}
		found[name] = append(found[name], value...)
	}
	return found
}

// setting is the circuit of the test vectors.
type setting struct {
	circuit        Circuit
	secret, hopKey []byte
	route          uint32
	challenge      Challenge
}

func settingOf(v map[string][]byte) setting {
	return setting{
		circuit: Circuit{
			Transfer:          [16]byte(v["transfer"]),
			ID:                binary.BigEndian.Uint64(v["circuit"]),
			SourceRandom:      [16]byte(v["source.random"]),
			DestinationRandom: [16]byte(v["destination.random"]),
		},
		secret: v["secret"], hopKey: v["hop.key"],
		route:     binary.BigEndian.Uint32(v["route"]),
		challenge: Challenge{Random: [16]byte(v["challenge.random"])},
	}
}

var inputs = []string{"transfer", "secret", "hop.key", "route", "circuit", "challenge.random", "source.random", "destination.random"}

// The messages of the vectors.
var (
	vectorChunk = Chunk{
		Length: 11, Key: "a/b c", UploadID: "upload-1", Size: 1<<24 + 11, PartSize: 1 << 24,
		Fields:   [6]string{0: "text/plain", 5: "Cool"},
		Metadata: map[string]string{"owner": "me", "color": "blue"},
		Tags:     map[string]string{"project": "ferry"},
	}
	vectorData = []byte("hello world")
	vectorAck  = Ack{CRC: 0xc99465aa, WriteMicros: 1500, ETag: `"e2"`, HasStoreCRC: true, StoreCRC: 0xc99465aa}
)

func at(kind Type, offset uint64) Header {
	return Header{Type: kind, Object: 5, Part: 2, Offset: 1<<24 + offset}
}

// derive computes what follows from the inputs.
func derive(t *testing.T, s setting) map[string][]byte {
	t.Helper()
	chunk, err := vectorChunk.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	end := AppendEnd(nil, vectorAck.CRC)
	d := map[string][]byte{
		"challenge":       s.challenge.Append(nil),
		"join":            Join{Transfer: s.circuit.Transfer, Route: s.route, Circuit: s.circuit.ID}.Append(nil, s.hopKey, s.challenge),
		"verdict.joined":  AppendVerdict(nil, ""),
		"verdict.refused": AppendVerdict(nil, "no such route"),
		"chunk":           chunk,
		"end":             end,
		"acknowledgement": vectorAck.Append(nil),
		"bare.data":       NewBare().Append(nil, at(TypeData, 0), vectorData),
	}
	for name, direction := range map[string]Direction{"key.forward": Forward, "key.return": Return} {
		if d[name], err = s.circuit.key(s.secret, direction); err != nil {
			t.Fatal(err)
		}
	}
	forward, back := sealed(t, s.secret, s.circuit, Forward), sealed(t, s.secret, s.circuit, Return)
	d["forward.0"] = forward.Append(nil, Header{Type: TypeHeartbeat}, nil)
	d["forward.1"] = forward.Append(nil, at(TypeChunk, 0), chunk)
	d["forward.2"] = forward.Append(nil, at(TypeData, 0), vectorData)
	d["forward.3"] = forward.Append(nil, at(TypeEnd, 11), end)
	d["return.0"] = back.Append(nil, Header{Type: TypeHeartbeat}, nil)
	d["return.1"] = back.Append(nil, at(TypeAck, 0), vectorAck.Append(nil))
	return d
}

func TestSpecificationVectors(t *testing.T) {
	v := vectors(t)
	derived := derive(t, settingOf(v))
	for name, want := range derived {
		if !bytes.Equal(v[name], want) {
			t.Errorf("%s is %x, SPEC.md says %x", name, want, v[name])
		}
	}
	for name := range v {
		if _, ok := derived[name]; !ok && !slices.Contains(inputs, name) {
			t.Errorf("SPEC.md has a vector %q that nothing checks", name)
		}
	}
	if t.Failed() {
		t.Logf("the vectors of this implementation:\n%s", format(v, derived))
	}
}

// format writes vectors as SPEC.md has them.
func format(v, derived map[string][]byte) string {
	var s strings.Builder
	for _, name := range slices.Concat(inputs, slices.Sorted(maps.Keys(derived))) {
		value, ok := derived[name]
		if !ok {
			value = v[name]
		}
		const line = 48
		first := value[:min(len(value), line)]
		fmt.Fprintf(&s, "%s %x\n", name, first)
		for rest := range slices.Chunk(value[len(first):], line) {
			fmt.Fprintf(&s, " %x\n", rest)
		}
	}
	return s.String()
}

// The vectors can be read too, in order, by a receiver that knows the inputs alone.
func TestSpecificationVectorsOpen(t *testing.T) {
	v := vectors(t)
	s := settingOf(v)
	join, err := ParseJoin(v["join"], s.hopKey, s.challenge)
	if err != nil || join != (Join{Transfer: s.circuit.Transfer, Route: s.route, Circuit: s.circuit.ID}) {
		t.Errorf("join: %+v, %v", join, err)
	}
	forward, back := sealed(t, s.secret, s.circuit, Forward), sealed(t, s.secret, s.circuit, Return)
	for _, frame := range []struct {
		name    string
		protect *Protection
		header  Header
		payload []byte
	}{
		{"forward.0", forward, Header{Type: TypeHeartbeat}, nil},
		{"forward.1", forward, at(TypeChunk, 0), v["chunk"]},
		{"forward.2", forward, at(TypeData, 0), vectorData},
		{"forward.3", forward, at(TypeEnd, 11), v["end"]},
		{"return.0", back, Header{Type: TypeHeartbeat}, nil},
		{"return.1", back, at(TypeAck, 0), v["acknowledgement"]},
		{"bare.data", NewBare(), at(TypeData, 0), vectorData},
	} {
		h, payload, err := receive(frame.protect, v[frame.name])
		frame.header.Length = uint32(len(frame.payload))
		if err != nil || h != frame.header || !bytes.Equal(payload, frame.payload) {
			t.Errorf("%s: %+v %x, %v; want %+v %x", frame.name, h, payload, err, frame.header, frame.payload)
		}
	}
}
