//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package file

import (
	"context"
	"os"
)

// lock does nothing where there is no flock.
func lock(context.Context, *os.File, bool) error { return nil }
