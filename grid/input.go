package grid

import "io"

// Input is a file to read, with the name by which errors call it.
type Input struct {
	Name   string
	Reader io.Reader
}
