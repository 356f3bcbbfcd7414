package azblob

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// When a method has returned, a client that still sends gets no byte of the caller's.
func TestBodyReleased(t *testing.T) {
	b := newBody([]byte("hello"))
	if p, err := io.ReadAll(b); string(p) != "hello" || err != nil {
		t.Errorf("%q, %v", p, err)
	}
	if _, err := b.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	b.release()
	if n, err := b.Read(make([]byte, 1)); n > 0 || err == nil || errors.Is(err, io.EOF) {
		t.Errorf("%d bytes, %v", n, err)
	}
	if _, err := b.Seek(0, io.SeekStart); err == nil {
		t.Error("a released body can be rewound")
	}
}

// Where a listing begins is said by a key that can be sent and is not past it.
func TestAskable(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "a/ü": "a/ü", "a\xff": "a~", "a\xc3": "a~", "a\x01b": "a", "a\x7f": "a~", "a\u0085": "a~", "a\ufffdb": "a\ufffdb",
	} {
		if got := askable(s); got != want || got > s {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// Only so many uploads are remembered.
func TestUploadsBounded(t *testing.T) {
	var s uploads
	for range mostUploads + 10 {
		s.set(newUploadID(), uploadThere)
	}
	if len(s.all) != mostUploads {
		t.Errorf("%d are remembered, want %d", len(s.all), mostUploads)
	}
}

// A block's ID says what it was made of.
func FuzzBlockID(f *testing.F) {
	f.Add([]byte("sixteen bytes it"), uint32(1), uint32(2))
	f.Fuzz(func(t *testing.T, upload []byte, number, crc uint32) {
		b := blockID{number: number, crc: crc}
		copy(b.upload[:], upload)
		if got, ok := parseBlock(b.String()); !ok || got != b {
			t.Errorf("%v became %v, %t", b, got, ok)
		}
		other := string(upload)
		if got, ok := parseBlock(other); ok && got.String() != strings.TrimSpace(other) {
			t.Errorf("%q became %v", other, got)
		}
	})
}
