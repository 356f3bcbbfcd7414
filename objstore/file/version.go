package file

import (
	"io/fs"
	"strconv"
)

// version returns what changes whenever a file's bytes do: its size, its modification
// time in nanoseconds and its inode.
func version(info fs.FileInfo) string {
	b := make([]byte, 0, 64)
	b = strconv.AppendInt(b, info.Size(), 36)
	b = append(b, '-')
	b = strconv.AppendInt(b, info.ModTime().UnixNano(), 36)
	b = append(b, '-')
	b = strconv.AppendUint(b, inode(info), 36)
	return string(b)
}
