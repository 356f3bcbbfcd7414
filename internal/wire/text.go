package wire

import (
	"strings"
	"unicode/utf8"
)

// clip makes valid UTF-8 of at most limit bytes of text: receivers put it into
// messages that can hold nothing else. It cuts between characters.
func clip(text string, limit int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}
