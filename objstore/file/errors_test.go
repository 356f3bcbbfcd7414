package file

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		err  error
		want objstore.Kind
	}{
		{syscall.ENOENT, objstore.ErrNotFound},
		{syscall.ENOTDIR, objstore.ErrNotFound},
		{syscall.EACCES, objstore.ErrPermission},
		{syscall.EPERM, objstore.ErrPermission},
		{syscall.EROFS, objstore.ErrPermission},
		{syscall.ENOSPC, objstore.ErrNoSpace},
		{syscall.EDQUOT, objstore.ErrNoSpace},
		{syscall.EFBIG, objstore.ErrInvalid},
		{syscall.ENAMETOOLONG, objstore.ErrKey},
		{syscall.EMFILE, objstore.ErrUnavailable},
		{syscall.EIO, objstore.ErrUnavailable},
		{objstore.ErrChanged, objstore.ErrChanged},
		{errParent, objstore.ErrKey},
	} {
		err := classify(&fs.PathError{Op: "open", Path: "x", Err: c.err})
		if objstore.KindOf(err) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%v: %v, want %v", c.err, err, c.want)
		}
	}
	if err := readError(io.EOF); !errors.Is(err, objstore.ErrChanged) {
		t.Errorf("a file that was cut: %v", err)
	}
	if err := classify(nil); err != nil {
		t.Errorf("no error became %v", err)
	}
	if err := writeError(&os.LinkError{Err: syscall.ENOTDIR}); !errors.Is(err, objstore.ErrKey) {
		t.Errorf("a write below a file: %v", err)
	}
}

func TestAnd(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	for _, c := range []struct{ err, other, want error }{
		{nil, nil, nil}, {one, nil, one}, {nil, two, two},
	} {
		if got := and(c.err, c.other); got != c.want { //nolint:errorlint // it must not be wrapped
			t.Errorf("%v and %v: %v", c.err, c.other, got)
		}
	}
	if both := and(one, two); !errors.Is(both, one) || !errors.Is(both, two) {
		t.Errorf("%v", both)
	}
	if err := classify(and(context.Canceled, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
