package file

import "io/fs"

// Options are the choices for a bucket. Nil stands for all defaults.
type Options struct {
	// Fsync makes Put and Complete return only when the object would survive a power
	// failure, instead of leaving that to the system. Default: false.
	Fsync bool

	// FileMode is the mode of new files before the umask. Default: 0o666.
	FileMode fs.FileMode

	// DirMode is the mode of new directories before the umask. Default: 0o777.
	DirMode fs.FileMode

	// OpenFiles is how many files that are read in ranges stay open between two
	// reads. Default: 64; negative: none.
	OpenFiles int

	// OpenDirs is how many directories stay open. Default: 128; negative: none.
	OpenDirs int
}

// withDefaults returns the options with all defaults filled in.
func (o *Options) withDefaults() Options {
	var filled Options
	if o != nil {
		filled = *o
	}
	if filled.FileMode == 0 {
		filled.FileMode = 0o666
	}
	if filled.DirMode == 0 {
		filled.DirMode = 0o777
	}
	filled.OpenFiles = atLeastNone(filled.OpenFiles, 64)
	filled.OpenDirs = atLeastNone(filled.OpenDirs, 128)
	return filled
}

func atLeastNone(n, byDefault int) int {
	if n == 0 {
		return byDefault
	}
	return max(n, 0)
}
