//go:build !linux

package file

import "os"

// preallocate gives f its size.
func preallocate(f *os.File, size int64) error { return f.Truncate(size) }
