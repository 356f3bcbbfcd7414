package local

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

func TestEachLine(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"lines", "a\nb\n", []string{"a", "b"}},
		{"no end", "a\nb", []string{"a", "b"}},
		{"empty lines", "\n\na\n", []string{"", "", "a"}},
		{"carriage returns", "a\r\nb\r\n", []string{"a", "b"}},
		{"long", long + "y\nz\n", []string{long, "y", "z"}},
	} {
		var got []string
		eachLine(iotest.OneByteReader(strings.NewReader(c.text)), func(line []byte) { got = append(got, string(line)) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %.80q, want %.80q", c.name, got, c.want)
		}
	}
}

func TestTail(t *testing.T) {
	var kept tail
	if got := kept.get(); len(got) != 0 {
		t.Errorf("of nothing: %q", got)
	}
	for i := range 2 * tailLines {
		kept.add([]byte(strconv.Itoa(i)))
		kept.add([]byte(" \t"))
	}
	got := kept.get()
	if len(got) != tailLines || got[0] != strconv.Itoa(tailLines) || got[tailLines-1] != strconv.Itoa(2*tailLines-1) {
		t.Errorf("kept %q, want the last %d", got, tailLines)
	}
	kept.add(bytes.Repeat([]byte("x"), 2*tailLine))
	if last := kept.get()[tailLines-1]; len(last) != tailLine {
		t.Errorf("a long line was kept with %d bytes", len(last))
	}
}

// TestPrefixed writes to one log from many nodes at a time; the race detector watches.
func TestPrefixed(t *testing.T) {
	var log bytes.Buffer
	var lock sync.Mutex
	var writing sync.WaitGroup
	const nodes, lines = 8, 50
	for node := range nodes {
		p := newPrefixed(&log, &lock, strconv.Itoa(node))
		writing.Go(func() {
			for range lines {
				p.write([]byte("text"))
			}
		})
	}
	writing.Wait()
	for node := range nodes {
		want := "[" + strconv.Itoa(node) + "] text\n"
		if got := strings.Count(log.String(), want); got != lines {
			t.Errorf("%d lines %q, want %d", got, want, lines)
		}
	}
	newPrefixed(nil, &lock, "node").write([]byte("to nowhere"))
}
