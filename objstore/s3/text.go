package s3

import (
	"encoding/base64"
	"mime"
	"strings"
	"unicode/utf8"
)

// encodeText returns a value of metadata as a header can carry it: as it is if it is
// plain, else in the encoding of RFC 2047, which is how S3 itself returns such values.
func encodeText(s string) string {
	if plain(s) && !strings.Contains(s, "=?") {
		return s
	}
	var words []string
	for len(s) > 0 {
		word := firstRunes(s, longestWord)
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(word))+"?=")
		s = s[len(word):]
	}
	return strings.Join(words, " ")
}

// longestWord is how many bytes of text make an encoded word of the 75 that RFC 2047
// allows.
const longestWord = 45

// firstRunes returns the longest beginning of s of at most n bytes that ends with a rune.
func firstRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 1 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// decodeText is the inverse of encodeText, and decodes what S3 has encoded.
func decodeText(s string) string {
	if !strings.Contains(s, "=?") {
		return s
	}
	decoded, err := new(mime.WordDecoder).DecodeHeader(s)
	if err != nil {
		return s // not of that encoding after all
	}
	return decoded
}

// plain reports whether a header carries s unchanged: printable ASCII, no space at an
// end, and no two in a row, which a signature takes for one.
func plain(s string) bool {
	if strings.TrimSpace(s) != s || strings.Contains(s, "  ") {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}
