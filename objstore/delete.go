package objstore

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// Delete removes objects. A key without an object is no error. If one of the keys is
// none that the store can hold, nothing is removed (ErrKey). Otherwise all are tried:
// for each that could not be removed there is an *Error with its Key in the result,
// which is made by errors.Join. The context's error alone is returned as it is.
func (b *Bucket) Delete(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if err := b.begin(ctx, "delete", key); err != nil {
			return err
		}
	}
	var errs []error
	for batch := range slices.Chunk(keys, cmp.Or(b.limits.MaxDelete, max(1, len(keys)))) {
		if err := b.ready(ctx, "delete"); err != nil {
			errs = append(errs, err)
			break
		}
		errs = append(errs, b.wrapEach(ctx, "delete", b.driver.Delete(ctx, batch))...)
	}
	failed := func(err error) bool { return err != ctx.Err() } //nolint:errorlint // the context's own is not wrapped
	if len(errs) > 0 && !slices.ContainsFunc(errs, failed) {
		return ctx.Err()
	}
	return errors.Join(errs...)
}

// wrapEach is wrap for an error that may have been made by errors.Join.
func (b *Bucket) wrapEach(ctx context.Context, op string, err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if _, single := err.(*Error); single || !ok { //nolint:errorlint // only the outermost level is taken apart
		return []error{b.wrap(ctx, op, "", err)}
	}
	var errs []error
	for _, e := range joined.Unwrap() {
		errs = append(errs, b.wrap(ctx, op, "", e))
	}
	return errs
}
