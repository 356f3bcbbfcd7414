//go:build unix

package file

import (
	"io/fs"
	"syscall"
)

// inode returns the number of a file's inode.
func inode(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino) //nolint:unconvert // its type differs between systems
	}
	return 0
}

// unlinked reports whether an open file has no name any more: it was removed or replaced.
func unlinked(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && s.Nlink == 0
}
