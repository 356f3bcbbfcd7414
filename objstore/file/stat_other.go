//go:build !unix

package file

import "io/fs"

// inode returns 0: versions are told apart by size and time alone.
func inode(fs.FileInfo) uint64 { return 0 }

// unlinked returns false: an open file cannot be removed on such systems.
func unlinked(fs.FileInfo) bool { return false }
