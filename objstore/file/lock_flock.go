//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package file

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// lock takes the advisory lock of an open file, shared or alone, and waits for it
// until ctx is finished. It ends when f is closed, at the latest with the process. On
// file systems that have no such locks it does nothing.
func lock(ctx context.Context, f *os.File, alone bool) error {
	how := syscall.LOCK_SH | syscall.LOCK_NB
	if alone {
		how = syscall.LOCK_EX | syscall.LOCK_NB
	}
	wait := 100 * time.Microsecond
	for {
		err := syscall.Flock(int(f.Fd()), how)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.ENOTSUP):
			return nil
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return err
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
		wait = min(2*wait, 20*time.Millisecond)
	}
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
