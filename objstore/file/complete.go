package file

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// Complete reads all parts back, and renames the data if they are what was written.
func (b *bucket) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (o objstore.Object, err error) {
	err = b.inUpload(ctx, u, alone, func(f *uploadFiles) error {
		o, err = b.complete(ctx, f, u, parts)
		return err
	})
	o.Key = u.Key
	return o, writeError(err)
}

func (b *bucket) complete(ctx context.Context, f *uploadFiles, u objstore.Upload, parts []objstore.Part) (o objstore.Object, err error) {
	if err := checkRecords(f, u, parts); err != nil {
		return o, err
	}
	if err := b.sync(f.data); err != nil {
		return o, err
	}
	sum, err := f.readParts(ctx, u)
	if err != nil {
		return o, err
	}
	if o, err = finished(f.data, sum); err != nil {
		return o, err
	}
	if err := rename(f.dir, dataName(u), placeOf(u.Key)); err != nil {
		return o, err
	}
	return o, and(b.syncDir(f.dir), removeFiles(f.dir, partsName(u)))
}

// checkRecords compares the parts that were written with those that the caller
// believes in.
func checkRecords(f *uploadFiles, u objstore.Upload, parts []objstore.Part) error {
	there, err := readRecords(f.records, u)
	if err != nil {
		return err
	}
	for i, want := range parts {
		if i >= len(there) || there[i].Number != want.Number {
			return objstore.Errorf(objstore.ErrInvalid, "part %d was never put", want.Number)
		}
		if want.HasCRC32C && want.CRC32C != there[i].CRC32C {
			return objstore.Errorf(objstore.ErrChecksum, "part %d has CRC32C %08x, not %08x",
				want.Number, there[i].CRC32C, want.CRC32C)
		}
	}
	return nil
}

// readParts reads the parts back, several at once, and returns the checksum of the
// whole. A part that is not what its record says loses the record: it must be put
// again.
func (f *uploadFiles) readParts(ctx context.Context, u objstore.Upload) (uint32, error) {
	there, err := readRecords(f.records, u)
	if err != nil {
		return 0, err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range there {
		group.Go(func() error { return f.readPart(ctx, u, p) })
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	var sum uint32
	for _, p := range there {
		sum = crc32c.Combine(sum, p.CRC32C, p.Size)
	}
	return sum, nil
}

func (f *uploadFiles) readPart(ctx context.Context, u objstore.Upload, p objstore.Part) error {
	off, n := u.PartRange(p.Number)
	sum, err := readBack(ctx, f.data, off, n)
	if err != nil || sum == p.CRC32C {
		return err
	}
	bad := objstore.Errorf(objstore.ErrChecksum, "part %d was written with CRC32C %08x, %08x is read back",
		p.Number, p.CRC32C, sum)
	bad.Hint = "put the parts again that ListParts no longer names"
	return and(bad, clearRecord(f.records, p.Number))
}
