package file

import (
	"io/fs"
	"testing"
)

func TestOptionsDefaults(t *testing.T) {
	defaults := Options{FileMode: 0o666, DirMode: 0o777, OpenFiles: 64, OpenDirs: 128}
	chosen := Options{Fsync: true, FileMode: 0o600, DirMode: 0o700, OpenFiles: 1, OpenDirs: 2}
	for name, c := range map[string]struct {
		given *Options
		want  Options
	}{
		"nil":    {nil, defaults},
		"zero":   {&Options{}, defaults},
		"chosen": {&chosen, chosen},
		"none open": {
			&Options{OpenFiles: -1, OpenDirs: -5},
			Options{FileMode: fs.FileMode(0o666), DirMode: 0o777},
		},
	} {
		if got := c.given.withDefaults(); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
