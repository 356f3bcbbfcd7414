package plan

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skyferry/skyferry/grid"
)

// percent writes how one figure differs from another, nothing if it does not.
func percent(before, after float64) string {
	if same(before, after) || before == 0 {
		return ""
	}
	change := 100 * (after/before - 1)
	if math.Abs(change) >= 10 {
		return fmt.Sprintf(" (%+.0f %%)", change)
	}
	return fmt.Sprintf(" (%+.2g %%)", change)
}

// count writes a number of things, whose name takes an s.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func machines(n int) string {
	if n == 1 {
		return "machine"
	}
	return fmt.Sprintf("%d machines", n)
}

// mostListed bounds how many names stand in a sentence.
const mostListed = 4

func list(names []string) string {
	switch rest := len(names) - mostListed; {
	case rest > 1:
		return strings.Join(names[:mostListed], ", ") + fmt.Sprintf(" and %d more", rest)
	case len(names) > 1:
		last := len(names) - 1
		return strings.Join(names[:last], ", ") + " and " + names[last]
	default:
		return strings.Join(names, "")
	}
}

func regionNames(regions []grid.Region) string {
	names := make([]string, len(regions))
	for i, r := range regions {
		names[i] = string(r)
	}
	return list(names)
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}
