package dataplane

import (
	"context"
	"fmt"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/objstore"
)

// feed enters the job's items into the books, as fast as there is room for them.
func (c *coordinator) feed(ctx context.Context) error {
	defer c.board.endFeed()
	items := c.job.Items
	if c.job.LookUp {
		items = c.lookedUp(ctx)
	}
	for item, err := range items {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && objstore.IsKeyError(err):
			c.reject(item, err)
		case err != nil:
			return fmt.Errorf("listing what is to be moved: %w", err)
		default:
			if err := c.feedItem(ctx, item); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// reject reports an item that cannot be moved, before anything is sent.
func (c *coordinator) reject(item Item, err error) {
	o := c.newObject(item, 0)
	c.board.open(o)
	c.board.failObject(o, err)
}

// newObject makes the entry of an object, with those of its attributes that the
// destination holds.
func (c *coordinator) newObject(item Item, parts int) *object {
	c.objects++
	o := &object{id: c.objects, item: item, left: parts, parts: make([]objstore.Part, parts)}
	o.item.Source.Attrs, o.lost = c.job.Destination.Bucket.FitAttrs(item.Source.Attrs)
	return o
}

func (c *coordinator) feedItem(ctx context.Context, item Item) error {
	if err := c.job.Destination.Bucket.CheckKey(item.Key); err != nil {
		c.reject(item, err)
		return nil
	}
	if c.sizing.whole(item.Source.Size) {
		return c.feedWhole(ctx, item)
	}
	return c.feedParts(ctx, item)
}

func (c *coordinator) feedWhole(ctx context.Context, item Item) error {
	o := c.newObject(item, 1)
	c.board.open(o)
	order := &order{object: o, control: c.order(o, 0, 0, item.Source.Size)}
	if err := sendable(order.control); err != nil {
		c.board.failObject(o, err)
		return nil
	}
	_, err := c.board.put(ctx, order)
	return err
}

// sendable says whether a chunk's announcement fits the wire: one that does not would
// end every circuit that it is tried on.
func sendable(o *control.Order) error {
	if _, err := chunkFrom(o).Append(nil); err != nil {
		return &objstore.Error{Op: "send", Key: string(o.GetKey()), Kind: objstore.ErrInvalid, Err: err}
	}
	return nil
}

// feedParts starts a multipart upload and orders its parts.
func (c *coordinator) feedParts(ctx context.Context, item Item) error {
	part, err := c.sizing.partSize(item.Source.Size)
	if err != nil {
		c.reject(item, err)
		return nil
	}
	upload, err := retry(ctx, c.storeCall("create upload", item.Key), func(ctx context.Context) (objstore.Upload, error) {
		return c.job.Destination.Bucket.CreateUpload(ctx, item.Key, item.Source.Size, part, item.Source.Attrs)
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.reject(item, err)
		return nil
	}
	o := c.newObject(item, upload.Parts())
	o.upload = upload
	c.board.open(o) // from here on the upload is dropped if it does not come to an end
	return c.orderParts(ctx, o)
}

func (c *coordinator) orderParts(ctx context.Context, o *object) error {
	off, n := o.upload.PartRange(1)
	if err := sendable(c.order(o, 1, off, n)); err != nil {
		c.board.failObject(o, err)
		return nil
	}
	for number := 1; number <= o.upload.Parts(); number++ {
		off, n := o.upload.PartRange(number)
		wanted, err := c.board.put(ctx, &order{object: o, control: c.order(o, number, off, n)})
		if err != nil || !wanted {
			return err
		}
	}
	return nil
}

func (c *coordinator) order(o *object, part int, off, n int64) *control.Order {
	source := o.item.Source
	return &control.Order{
		Object: o.id, Part: uint32(part), Offset: off, Length: n,
		SourceKey: []byte(source.Key), SourceVersion: []byte(source.Version), SourceSize: source.Size,
		Key: []byte(o.item.Key), Upload: []byte(o.upload.ID), PartSize: o.upload.PartSize,
		Attributes: attrsToControl(source.Attrs),
	}
}
