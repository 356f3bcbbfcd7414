package skyferry

import "errors"

// ErrInvalid says that an argument is wrong. Other kinds of errors are those of the packages
// grid, plan, provision, dataplane and objstore, which stay reachable with errors.Is
// and errors.As.
var ErrInvalid = errors.New("invalid argument")
