package draw

import (
	"bytes"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// unquote reads the quoted strings of a line and undoes their escapes, as Graphviz does.
func unquote(t *testing.T, line string) (texts []string) {
	t.Helper()
	var text strings.Builder
	inside := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case inside && c == '\\' && i+1 < len(line):
			i++
			if line[i] == 'n' {
				text.WriteByte('\n')
			} else {
				text.WriteByte(line[i])
			}
		case c == '"':
			if inside {
				texts = append(texts, text.String())
				text.Reset()
			}
			inside = !inside
		case inside:
			text.WriteByte(c)
		}
	}
	if inside {
		t.Errorf("a string does not end: %s", line)
	}
	return texts
}

// TestDOTQuotes: what a name is, Graphviz reads.
func TestDOTQuotes(t *testing.T) {
	evil := grid.Region(`a:\" ]; } evil [label="x\N\l` + `\`)
	p := somePlan()
	p.Regions[1].Region, p.Links[1].Dst, p.Links[3].Src = evil, evil, evil
	var text bytes.Buffer
	if err := DOT(&text, p); err != nil {
		t.Fatal(err)
	}
	nodes, edges := 0, 0
	for line := range strings.Lines(text.String()) {
		texts := unquote(t, line)
		switch {
		case strings.Contains(line, " -> \""):
			edges++
			if len(texts) != 3 || edges == 2 && texts[1] != string(evil) || !strings.Contains(texts[2], " USD/GB\n") {
				t.Errorf("%q", texts)
			}
		case strings.Contains(line, "\" [label="):
			nodes++
			if len(texts) != 2 || !strings.HasPrefix(texts[1], texts[0]+"\n") || nodes == 2 && texts[0] != string(evil) {
				t.Errorf("%q", texts)
			}
		}
	}
	if nodes != 4 || edges != 5 {
		t.Errorf("%d nodes, %d edges:\n%s", nodes, edges, &text)
	}
}
