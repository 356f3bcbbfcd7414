package storehttp

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/skyferry/skyferry/objstore"
)

// RetryAfter reads a Retry-After header: seconds, or a date. It is 0 for anything else.
func RetryAfter(s string) time.Duration {
	if seconds, err := strconv.Atoi(s); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if at, err := http.ParseTime(s); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// Unanswered gives an error of a request that nobody answered its kind and a hint: what
// to do about a certificate that is not trusted, and what to check where there is no such
// host.
func Unanswered(e *objstore.Error, trust, host string) {
	e.Kind = objstore.ErrUnavailable
	if _, ok := errors.AsType[*tls.CertificateVerificationError](e.Err); ok {
		e.Kind, e.Hint = objstore.ErrInvalid, trust // trying again does not make it trusted
		return
	}
	dns, isDNS := errors.AsType[*net.DNSError](e.Err)
	op, isOp := errors.AsType[*net.OpError](e.Err)
	switch {
	case isDNS && dns.IsNotFound:
		e.Hint = "there is no such host: check " + host
	case isDNS || isOp && op.Op == "dial":
		e.Hint = "the endpoint cannot be reached: check its address and the network"
	}
}
