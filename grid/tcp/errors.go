package tcp

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// ErrInput is the kind of the error for a quantity that cannot be; it is always
// an [*InputError].
var ErrInput = errors.New("invalid input")

// InputError says which quantity cannot be.
type InputError struct {
	Quantity string  // "rate", "round-trip time", "window", "segment", "loss", "number of connections"
	Value    float64 // in Gbit/s, seconds, bytes, bytes, a share of the packets, a number
	Want     string  // what it has to be
}

// Error names the quantity, its value and what it has to be.
func (e *InputError) Error() string {
	return fmt.Sprintf("a %s of %v is not %s", e.Quantity, e.Value, e.Want)
}

// Is reports whether target is ErrInput.
func (e *InputError) Is(target error) bool { return target == ErrInput }

func positive(quantity string, value float64) error {
	if value > 0 && !math.IsInf(value, 1) { // NaN is not either
		return nil
	}
	return &InputError{Quantity: quantity, Value: value, Want: "finite and positive"}
}

func checkRTT(rtt time.Duration) error { return positive("round-trip time", rtt.Seconds()) }

// check returns the first error that is one.
func check(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
