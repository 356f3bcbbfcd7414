package file

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// preallocate gives f its size, and where the file system can do so also the space:
// writing the parts is then twice as fast on ext4, and a full disk is noticed before
// anything is sent.
func preallocate(f *os.File, size int64) error {
	if size > 0 {
		if err := allocate(f, size); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	return f.Truncate(size)
}

// allocate asks for the space. It looks first whether there is enough, because some
// file systems take all there is before they find out.
func allocate(f *os.File, size int64) error {
	var s unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &s); err == nil && s.Blocks > 0 && uint64(size)/uint64(s.Bsize) > s.Bavail {
		return &os.PathError{Op: "fallocate", Path: f.Name(), Err: unix.ENOSPC}
	}
	for {
		err := unix.Fallocate(int(f.Fd()), 0, 0, size)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, unix.EINTR):
			return &os.PathError{Op: "fallocate", Path: f.Name(), Err: err}
		}
	}
}
