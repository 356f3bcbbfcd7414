package file

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/skyferry/skyferry/objstore"
)

// A directory that is gone and one that is not a directory are the same to a
// reader: there is no such object.
var (
	errSymlink = &objstore.Error{
		Kind: objstore.ErrUnsupported,
		Hint: "it is a symbolic link, which is not followed: copy what it points to under a name of its own",
	}
	errSpecial = &objstore.Error{
		Kind: objstore.ErrUnsupported,
		Hint: "it is not a regular file",
	}
	errParent = &objstore.Error{
		Kind: objstore.ErrKey,
		Hint: "an object here has the name of one of this key's directories; a file system cannot hold both",
	}
	errDirectory = &objstore.Error{
		Kind: objstore.ErrKey,
		Hint: "there are objects below this key here; a file system cannot hold both",
	}
)

// classify gives an error of the system its kind. Errors with a kind stay as they are.
func classify(err error) error {
	if err == nil || objstore.KindOf(err) != "" {
		return err
	}
	e := &objstore.Error{Kind: objstore.ErrUnavailable, Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		e.Kind = objstore.ErrNotFound
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		e.Kind = objstore.ErrPermission
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		e.Kind, e.Hint = objstore.ErrNoSpace, "free space, then do it again"
	case errors.Is(err, syscall.EFBIG):
		e.Kind, e.Hint = objstore.ErrInvalid, "the file system does not hold files of this size"
	case errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.EILSEQ):
		e.Kind = objstore.ErrKey
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		e.Hint = "raise the limit of open files"
	}
	return e
}
