package file

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// openNameless creates a file in d that has no name, so that nothing of it is left if
// the process is killed. errors.ErrUnsupported where the file system cannot do that.
func openNameless(d *os.Root, mode os.FileMode) (*os.File, error) {
	if !procMounted() {
		return nil, errors.ErrUnsupported
	}
	f, err := d.OpenFile(".", os.O_RDWR|unix.O_TMPFILE|quick, mode)
	if errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EINVAL) {
		return nil, errors.ErrUnsupported // as kernels answer that do not know the flag
	}
	return f, err
}

// link gives f, made by openNameless in d, a name that must not exist yet. (The
// simpler way, an empty path with AT_EMPTY_PATH, needs a capability.)
func link(f *os.File, d *os.Root, name string) error {
	dir, err := d.OpenFile(".", os.O_RDONLY|quick, 0)
	if err != nil {
		return err
	}
	defer dir.Close() //nolint:errcheck // nothing was written
	err = unix.Linkat(unix.AT_FDCWD, procPath(f), int(dir.Fd()), name, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &os.LinkError{Op: "linkat", Old: f.Name(), New: name, Err: err}
	}
	return nil
}

func procPath(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }

// procMounted reports whether link can work.
var procMounted = sync.OnceValue(func() bool {
	_, err := os.Stat("/proc/self/fd")
	return err == nil
})
