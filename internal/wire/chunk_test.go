package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// whole and part are valid chunks to vary.
func whole() Chunk { return Chunk{Length: 9, Size: 9, Key: "key"} }

func part() Chunk { return Chunk{Length: 10, Key: "key", UploadID: "id", Size: 25, PartSize: 10} }

func vary(c Chunk, change func(c *Chunk)) Chunk {
	change(&c)
	return c
}

func entries(n int, value string) map[string]string {
	m := make(map[string]string, n)
	for i := range n {
		m[fmt.Sprint("name", i)] = value
	}
	return m
}

func validChunks() map[string]Chunk {
	long := strings.Repeat("x", maxField)
	return map[string]Chunk{
		"whole":              whole(),
		"part":               part(),
		"specification":      vectorChunk,
		"empty object":       {Key: "k"},
		"empty upload":       {Key: "k", UploadID: "u", PartSize: 1},
		"one part":           {Length: 3, Key: "k", UploadID: "u", Size: 3, PartSize: math.MaxInt64},
		"largest":            {Length: math.MaxInt64, Size: math.MaxInt64, Key: "k"},
		"bytes":              {Key: "\x00\xff\xfe", Fields: [6]string{"\x80", "", "\x00", "", "é", "\xfe"}, Metadata: map[string]string{"\xff": "\x00", "": ""}, Tags: map[string]string{"\xff": "\x00", "": ""}},
		"longest fields":     {Key: long, UploadID: long, PartSize: 1, Fields: [6]string{long, long, long, long, long}},
		"most metadata":      {Key: "k", Metadata: entries(maxEntries, "")},
		"most entries":       {Key: "k", Metadata: entries(maxEntries, ""), Tags: entries(maxEntries, "")},
		"tags alone":         {Key: "k", Tags: map[string]string{"b": "1", "a": "2", "": "5"}},
		"storage class":      {Key: "k", Fields: [6]string{5: "Cool"}},
		"most in all":        {Key: long, UploadID: long, PartSize: 1, Fields: [6]string{long, long, long, long, long}, Metadata: map[string]string{"12345678": long}},
		"order of metadata":  {Key: "k", Metadata: map[string]string{"b": "1", "a": "2", "ab": "3", "B": "4", "": "5"}},
		"every field is set": {Length: 1, Key: "k", UploadID: "u", Size: 2, PartSize: 1, Fields: [6]string{"1", "2", "3", "4", "5", "6"}, Metadata: map[string]string{"n": "v"}, Tags: map[string]string{"n": "w"}},
	}
}

func parsesChunk(b []byte) error {
	_, err := ParseChunk(b)
	return err
}

func TestChunkRoundTrip(t *testing.T) {
	for name, want := range validChunks() {
		encoded, err := want.Append([]byte("before"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		encoded = encoded[len("before"):]
		got, err := ParseChunk(encoded)
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%s: %.200v came back as %.200v, %v", name, want, got, err)
		}
		if len(encoded) < minChunk || len(encoded) > maxChunk {
			t.Errorf("%s: %d bytes, from %d to %d fit a frame", name, len(encoded), minChunk, maxChunk)
		}
	}
}

func TestChunkPrefixes(t *testing.T) {
	for _, name := range []string{"whole", "part", "specification", "every field is set", "order of metadata", "tags alone", "storage class"} {
		c := validChunks()[name]
		encoded, err := c.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		wantExactly(t, encoded, parsesChunk)
	}
}

func TestChunkTooLong(t *testing.T) {
	long, longest := strings.Repeat("x", maxField+1), strings.Repeat("x", maxField)
	all := [6]string{longest, longest, longest, longest, longest}
	for name, c := range map[string]Chunk{
		"key":              vary(whole(), func(c *Chunk) { c.Key = long }),
		"upload":           vary(part(), func(c *Chunk) { c.UploadID = long }),
		"content type":     vary(whole(), func(c *Chunk) { c.Fields[0] = long }),
		"disposition":      vary(whole(), func(c *Chunk) { c.Fields[4] = long }),
		"metadata name":    vary(whole(), func(c *Chunk) { c.Metadata = map[string]string{long: ""} }),
		"metadata value":   vary(whole(), func(c *Chunk) { c.Metadata = map[string]string{"": long} }),
		"metadata entries": vary(whole(), func(c *Chunk) { c.Metadata = entries(maxEntries+1, "") }),
		"storage class":    vary(whole(), func(c *Chunk) { c.Fields[5] = long }),
		"tag name":         vary(whole(), func(c *Chunk) { c.Tags = map[string]string{long: ""} }),
		"tag value":        vary(whole(), func(c *Chunk) { c.Tags = map[string]string{"": long} }),
		"tags":             vary(whole(), func(c *Chunk) { c.Tags = entries(maxEntries+1, "") }),
		"metadata and tags": vary(whole(), func(c *Chunk) {
			c.Metadata, c.Tags = entries(500, strings.Repeat("v", 600)), entries(500, strings.Repeat("v", 600))
		}),
		"attributes together":   {Key: longest, UploadID: longest, PartSize: 1, Fields: all, Metadata: map[string]string{"123456789": longest}},
		"many metadata entries": vary(whole(), func(c *Chunk) { c.Metadata = entries(maxEntries, strings.Repeat("v", 600)) }),
	} {
		if b, err := c.Append([]byte("before")); err == nil || string(b) != "before" {
			t.Errorf("%s: %d bytes, %v; want an error", name, len(b), err)
		}
	}
}

// contradictions are chunks whose fields cannot all be true.
func contradictions() map[string]Chunk {
	return map[string]Chunk{
		"no key":                      vary(whole(), func(c *Chunk) { c.Key = "" }),
		"whole, longer than itself":   vary(whole(), func(c *Chunk) { c.Length++ }),
		"whole, shorter than itself":  vary(whole(), func(c *Chunk) { c.Length-- }),
		"whole, with a part size":     vary(whole(), func(c *Chunk) { c.PartSize = c.Size }),
		"part without a part size":    vary(part(), func(c *Chunk) { c.PartSize = 0 }),
		"part longer than parts are":  vary(part(), func(c *Chunk) { c.Length = c.PartSize + 1 }),
		"part longer than its object": vary(part(), func(c *Chunk) { c.Length, c.Size = 5, 4 }),
		"empty part of an object":     vary(part(), func(c *Chunk) { c.Length = 0 }),
		"size beyond all":             vary(whole(), func(c *Chunk) { c.Length, c.Size = math.MaxInt64+1, math.MaxInt64+1 }),
		"part size beyond all":        vary(part(), func(c *Chunk) { c.PartSize = math.MaxInt64 + 1 }),
	}
}

func TestChunkContradictions(t *testing.T) {
	for name, c := range contradictions() {
		if _, err := c.Append(nil); err == nil {
			t.Errorf("%s: encoded", name)
		}
		if got, err := ParseChunk(encodeUnchecked(c)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %+v, %v; want malformed", name, got, err)
		}
	}
	for name, c := range validChunks() {
		encoded, err := c.Append(nil)
		if err != nil || !bytes.Equal(encoded, encodeUnchecked(c)) {
			t.Errorf("%s: the test encodes chunks in another way, %v", name, err)
		}
	}
}

// encodeUnchecked encodes as Append does, but anything.
func encodeUnchecked(c Chunk) []byte {
	return encodeNamed(c, slices.Sorted(maps.Keys(c.Metadata)), slices.Sorted(maps.Keys(c.Tags)))
}

// encodeNamed encodes with entries of these names, in this order.
func encodeNamed(c Chunk, metadata, tags []string) []byte {
	b := binary.BigEndian.AppendUint64(nil, c.Length)
	b = appendField(appendField(b, c.Key), c.UploadID)
	b = binary.BigEndian.AppendUint64(b, c.Size)
	b = binary.BigEndian.AppendUint64(b, c.PartSize)
	for _, field := range c.Fields {
		b = appendField(b, field)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(metadata)))
	for _, name := range metadata {
		b = appendField(appendField(b, name), c.Metadata[name])
	}
	b = binary.BigEndian.AppendUint16(b, uint16(len(tags)))
	for _, name := range tags {
		b = appendField(appendField(b, name), c.Tags[name])
	}
	return b
}

func TestEntriesComeInOrderAndOnce(t *testing.T) {
	values := map[string]string{"a": "1", "b": "2", "": "3"}
	c := vary(whole(), func(c *Chunk) { c.Metadata, c.Tags = values, values })
	good := []string{"", "a", "b"}
	for _, names := range [][]string{{"b", "a"}, {"a", "a"}, {"", ""}, {"a", ""}, {"a", "b", "a"}} {
		for _, encoded := range [][]byte{encodeNamed(c, names, good), encodeNamed(c, good, names)} {
			if got, err := ParseChunk(encoded); !errors.Is(err, ErrMalformed) {
				t.Errorf("names %q: %v, %v; want malformed", names, got, err)
			}
		}
	}
	if _, err := ParseChunk(encodeNamed(c, good, good)); err != nil {
		t.Errorf("names in order: %v", err)
	}
}

func TestReceivedChunkTooLong(t *testing.T) {
	many := make([]string, maxEntries+1)
	for i := range many {
		many[i] = fmt.Sprintf("%05d", i)
	}
	c := whole()
	c.Metadata = map[string]string{}
	for _, encoded := range [][]byte{encodeNamed(c, many, nil), encodeNamed(c, nil, many)} {
		if _, err := ParseChunk(encoded); !errors.Is(err, ErrMalformed) {
			t.Errorf("%d entries: %v, want malformed", len(many), err)
		}
	}
	c.Metadata = entries(maxEntries, strings.Repeat("v", 600))
	if _, err := ParseChunk(encodeUnchecked(c)); !errors.Is(err, ErrMalformed) {
		t.Errorf("%d bytes of metadata: %v, want malformed", 600*maxEntries, err)
	}
}

func FuzzParseChunk(f *testing.F) {
	for _, c := range validChunks() {
		if b := encodeUnchecked(c); len(b) < 1000 {
			f.Add(b)
		}
	}
	for _, c := range contradictions() {
		f.Add(encodeUnchecked(c))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := ParseChunk(b)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatalf("%v is not malformed", err)
			}
			return
		}
		if again, err := c.Append(nil); err != nil || !bytes.Equal(again, b) {
			t.Fatalf("%x was accepted, and is %x, %v", b, again, err)
		}
	})
}
