package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeDrawing writes a picture to a file in one piece: whoever looks at the name sees the old content or the
// new, even if the program dies. Errors say which file.
func writeDrawing(name string, draw func(io.Writer) error) error {
	var content bytes.Buffer
	err := draw(&content)
	if err == nil {
		err = replaceFile(name, content.Bytes())
	}
	if err != nil {
		return fmt.Errorf("drawing to %s: %w", name, err)
	}
	return nil
}

// replaceFile writes a new file beside the old one and puts it in its place. What is no file, such as a device or a
// pipe, is written to; a link stays one.
func replaceFile(name string, content []byte) error {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return errors.New("this is a folder")
	case err == nil && !info.Mode().IsRegular():
		return os.WriteFile(name, content, 0)
	case err == nil:
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	temporary := fmt.Sprintf("%s.%d.tmp", name, os.Getpid())
	if err := os.WriteFile(temporary, content, 0o666); err != nil {
		return errors.Join(err, removeIfThere(temporary))
	}
	if err := os.Rename(temporary, name); err != nil {
		return errors.Join(err, removeIfThere(temporary))
	}
	return nil
}

func removeIfThere(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
