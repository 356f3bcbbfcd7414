package file

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/skyferry/skyferry/objstore"
)

// A directory that is gone and one that is not a directory are the same to a reader:
// there is no such object.
var (
	errSymlink = &objstore.Error{
		Kind: objstore.ErrUnsupported,
		Hint: "a symbolic link is not followed: put what it points to in its place",
	}
	errSpecial = &objstore.Error{
		Kind: objstore.ErrUnsupported,
		Hint: "it is not a regular file",
	}
	errStranger = &objstore.Error{
		Kind: objstore.ErrKey,
		Hint: "names that begin with " + escapePrefix + " are kept for keys that are no file names; this one stands for none: rename it",
	}
	errParent = &objstore.Error{
		Kind: objstore.ErrKey,
		Hint: "what has the name of one of this key's directories here cannot make way for it",
	}
	errDirectory = &objstore.Error{
		Kind: objstore.ErrKey,
		Hint: "there are objects below this key here, and its name is too long for another beside them",
	}
)

// classify gives an error of the system its kind. Errors with a kind stay as they are.
func classify(err error) error {
	if err == nil || objstore.KindOf(err) != "" {
		return err
	}
	e := objstore.WithKind(err, objstore.ErrUnavailable)
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

// and returns both errors; if one is nil, the other as it is.
func and(err, other error) error {
	switch {
	case err == nil:
		return other
	case other == nil:
		return err
	}
	return errors.Join(err, other)
}
