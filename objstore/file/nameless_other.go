//go:build !linux

package file

import (
	"errors"
	"os"
)

// openNameless returns errors.ErrUnsupported: only Linux has files without a name.
func openNameless(*os.Root, os.FileMode) (*os.File, error) { return nil, errors.ErrUnsupported }

func link(*os.File, *os.Root, string) error { return errors.ErrUnsupported }
