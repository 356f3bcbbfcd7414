package provision

import "errors"

// A Kind says what sort of failure an error is; each calls for another action. Kinds are errors
// themselves, matched with errors.Is:
//
//	if errors.Is(err, provision.ErrNoCapacity) { … }
type Kind string

// The kinds of errors.
const (
	// ErrNoCapacity: the place has no machine of this kind to give now. Try another zone, then
	// another region.
	ErrNoCapacity Kind = "no capacity"
	// ErrQuota: the account may not have another machine here. Plan with fewer, or ask for more.
	ErrQuota Kind = "quota exceeded"
	// ErrPermission: the credential at hand does not allow it, or there is none.
	ErrPermission Kind = "permission denied"
	// ErrUnavailable: the provider could not be reached or failed for the moment; try again.
	ErrUnavailable Kind = "unavailable"
	// ErrNotFound: the provider knows no such machine. To someone who wants it gone, it is.
	ErrNotFound Kind = "not found"
	// ErrInvalid: an argument is wrong, or the provider is closed.
	ErrInvalid Kind = "invalid argument"
	// ErrExited: the gateway ended, unasked or not as it should; see [Exit].
	ErrExited Kind = "gateway ended"
	// ErrProtocol: what was started does not answer as a gateway does; it is another program.
	ErrProtocol Kind = "not a gateway"
	// ErrTimeout: the gateway did not get ready in the time it had.
	ErrTimeout Kind = "gateway not ready in time"
)

// Error returns the kind's name.
func (k Kind) Error() string { return string(k) }

// KindOf returns the kind of err, or "" if err is nil or has none, as the errors of a context.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	if k, ok := errors.AsType[Kind](err); ok {
		return k
	}
	return ""
}
