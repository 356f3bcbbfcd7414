package gcs

import (
	"fmt"
	"strconv"
	"strings"
)

// TempPrefix begins the keys of what belongs to uploads that are not complete. Listings
// leave these objects out, and no other object may have such a key. Those that are
// older than any transfer may be deleted.
const TempPrefix = ".skyferry-uploads/"

// afterTemp is the first key behind all of these.
const afterTemp = ".skyferry-uploads0"

// uploadPrefix begins the keys of one upload.
func uploadPrefix(id string) string { return TempPrefix + id + "/" }

// markerKey is the key of the object that is there as long as its upload is.
func markerKey(id string) string { return uploadPrefix(id) + "upload" }

// pieceKey is the key of a part, or of several that follow one another joined.
func pieceKey(id string, first, count int) string {
	if count == 1 {
		return fmt.Sprintf("%spart-%05d", uploadPrefix(id), first)
	}
	return fmt.Sprintf("%sjoin-%05d-%05d", uploadPrefix(id), first, count)
}

// parsePieceKey is the reverse of pieceKey.
func parsePieceKey(id, key string) (first, count int, ok bool) {
	name := strings.TrimPrefix(key, uploadPrefix(id))
	kind, numbers, _ := strings.Cut(name, "-")
	number, rest, _ := strings.Cut(numbers, "-")
	first, _ = strconv.Atoi(number)
	switch kind {
	case "part":
		count = 1
	case "join":
		count, _ = strconv.Atoi(rest)
	}
	ok = first >= 1 && count >= 1 && first <= maxParts && count <= maxParts && pieceKey(id, first, count) == key
	return first, count, ok
}

// isID reports whether CreateUpload can have made an ID: nothing else becomes part of a key.
func isID(id string) bool {
	const letters, length = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 26
	return len(id) == length && strings.Trim(id, letters) == ""
}
