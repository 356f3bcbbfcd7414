package objstore

import "context"

// Copier is an optional ability of a Driver: to have the store copy an object itself,
// so that its bytes do not pass through this machine. An ErrUnsupported counts as not
// having the ability.
type Copier interface {
	// CopyFrom makes version o.Version of src's object o an object of this bucket,
	// atomically as Put does, of any size that the store holds (so by part copies
	// where one request is limited). The copy has attrs, not those of o. src is the
	// driver of a store, never one that wraps another.
	//
	// ErrUnsupported if src is no store that this one reads from; nothing was done
	// then. ErrChanged and ErrNotFound as for ReadRange. ErrChecksum if the store says
	// that the copy is not what o is.
	CopyFrom(ctx context.Context, src Driver, o Object, key string, attrs Attrs) (Object, error)
}

// Wrapper is a Driver that stands before another.
type Wrapper interface {
	Driver
	// Unwrap returns the driver behind it.
	Unwrap() Driver
}

// CopyFrom has the store copy src's object o, pinned to o.Version, to key in this
// bucket, without its bytes passing through this machine. The copy has attrs, of which
// it gets what [Bucket.FitAttrs] keeps. The result has the checksum that the store
// computed itself, where it does so; ErrChecksum if it is not that of o.
//
// ErrUnsupported if the store lacks the ability or cannot read from src: read and write
// the object then. ErrChanged if the object is another one now, ErrNotFound if it is gone.
func (b *Bucket) CopyFrom(ctx context.Context, src *Bucket, o Object, key string, attrs Attrs) (Object, error) {
	if err := src.beginRead(ctx, o, 0, o.Size); err != nil {
		return Object{}, err
	}
	if err := b.begin(ctx, "copy", key); err != nil {
		return Object{}, err
	}
	if err := checkMost(o.Size, b.limits.MaxObjectSize); err != nil {
		return Object{}, b.describe("copy", key, err)
	}
	d, ok := b.driver.(Copier)
	if !ok {
		return Object{}, b.describe("copy", key, ErrUnsupported)
	}
	attrs, _ = b.FitAttrs(attrs)
	c, err := d.CopyFrom(ctx, innermost(src.driver), o, key, attrs)
	if err == nil && o.HasCRC32C {
		err = checkSum(c, o.CRC32C)
	}
	return c, b.wrap(ctx, "copy", key, err)
}

// innermost returns the driver of the store itself.
func innermost(d Driver) Driver {
	for {
		w, ok := d.(Wrapper)
		if !ok {
			return d
		}
		d = w.Unwrap()
	}
}
