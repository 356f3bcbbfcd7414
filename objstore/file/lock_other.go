//go:build !unix

package file

import (
	"context"
	"os"
)

// lock does nothing: such systems do not rename an open file, which is what the lock is to prevent.
func lock(context.Context, *os.File, bool) error { return nil }
