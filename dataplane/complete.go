package dataplane

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// completers is how many objects are completed at once.
const completers = 8

// What an object's checksum was compared with, beyond the source's with that of the
// bytes that arrived.
const (
	ComparedArrival = "arrival"          // neither store computes a checksum
	ComparedSource  = "source"           // the source store's
	ComparedStore   = "store"            // the destination store's
	ComparedBoth    = "source and store" // both
)

// completeAll completes objects, or cleans up after failed ones, until all are done.
func (c *coordinator) completeAll(ctx context.Context) error {
	for {
		o, err := c.board.takeComplete(ctx)
		if err != nil || o == nil {
			return err
		}
		done := ObjectDone{Key: o.item.Key, Size: o.item.Source.Size}
		if done.Key == "" {
			done.Key = o.item.Source.Key
		}
		if done.Err = o.err; done.Err == nil {
			done.CRC32C, done.Compared, done.Err = c.finish(ctx, o)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if done.Err != nil {
			done.Problem = done.Err.Error()
			c.abort(ctx, o)
		} else {
			done.AttrsLost = o.lost
		}
		c.record(done)
		c.board.done(o, done.Err)
	}
}

// leastReadBack is how fast a store that reads an object back in order to complete it
// reads at least, in bytes a second.
const leastReadBack = 20_000_000

// finish completes an object and compares its checksum with whatever store has one.
func (c *coordinator) finish(ctx context.Context, o *object) (crc uint32, compared string, err error) {
	for _, p := range o.parts {
		crc = crc32c.Combine(crc, p.CRC32C, p.Size)
	}
	if source := o.item.Source; source.HasCRC32C && source.CRC32C != crc {
		return crc, "", fmt.Errorf("%w: key %q: the source store says CRC32C %08x, %08x was read", objstore.ErrChecksum, source.Key, source.CRC32C, crc)
	}
	if o.upload.ID != "" {
		call := c.storeCall("complete", o.item.Key)
		call.timeout += time.Duration(o.upload.Size/leastReadBack) * time.Second
		stored, err := retry(ctx, call, func(ctx context.Context) (objstore.Object, error) {
			return c.job.Destination.Bucket.Complete(ctx, o.upload, o.parts)
		})
		if err != nil {
			return crc, "", err
		}
		o.stored, o.hasStored = stored.CRC32C, stored.HasCRC32C
	}
	if o.hasStored && o.stored != crc {
		return crc, "", fmt.Errorf("%w: key %q: CRC32C %08x was sent, the destination store holds %08x", objstore.ErrChecksum, o.item.Key, crc, o.stored)
	}
	return crc, comparison(o), nil
}

func comparison(o *object) string {
	switch {
	case o.hasStored && o.item.Source.HasCRC32C:
		return ComparedBoth
	case o.hasStored:
		return ComparedStore
	case o.item.Source.HasCRC32C:
		return ComparedSource
	}
	return ComparedArrival
}

const (
	// cleanUpTime is how long dropping one upload may take.
	cleanUpTime = 30 * time.Second
	// aborters is how many uploads are dropped at once in the end.
	aborters = 64
)

// abortUnfinished drops the uploads of a transfer that has failed or was cancelled.
func (c *coordinator) abortUnfinished(ctx context.Context) {
	var group errgroup.Group
	group.SetLimit(aborters)
	for _, o := range c.board.unfinished() {
		group.Go(func() error {
			c.abort(ctx, o)
			return nil
		})
	}
	_ = group.Wait() // abort logs what is left behind
}

// abort drops an object's upload, also when the transfer has been cancelled.
func (c *coordinator) abort(ctx context.Context, o *object) {
	if o.upload.ID == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanUpTime)
	defer cancel()
	_, err := retry(ctx, c.storeCall("abort", o.item.Key), func(ctx context.Context) (struct{}, error) {
		return struct{}{}, c.job.Destination.Bucket.Abort(ctx, o.upload)
	})
	if err != nil && !errors.Is(err, objstore.ErrNotFound) {
		c.opts.Log.Warn("an upload could not be aborted and is left behind", "key", o.item.Key, "upload", o.upload.ID, "problem", err)
	}
}
