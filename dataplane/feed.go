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
	for item, err := range c.job.Items {
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

func (c *coordinator) newObject(item Item, parts int) *object {
	c.objects++
	return &object{id: c.objects, item: item, left: parts, parts: make([]objstore.Part, parts)}
}

func (c *coordinator) feedItem(ctx context.Context, item Item) error {
	if err := c.job.Destination.Bucket.CheckKey(item.Key); err != nil {
		c.reject(item, err)
		return nil
	}
	if c.sizing.whole(item.Source.Size) {
		o := c.newObject(item, 1)
		c.board.open(o)
		_, err := c.board.put(ctx, &order{object: o, control: c.order(o, 0, 0, item.Source.Size)})
		return err
	}
	return c.feedParts(ctx, item)
}

// feedParts starts a multipart upload and orders its parts.
func (c *coordinator) feedParts(ctx context.Context, item Item) error {
	part, err := c.sizing.partSize(item.Source.Size)
	if err != nil {
		c.reject(item, err)
		return nil
	}
	upload, err := retry(ctx, c.opts.Attempts, c.opts.StoreTimeout, func(ctx context.Context) (objstore.Upload, error) {
		return c.job.Destination.Bucket.CreateUpload(ctx, item.Key, item.Source.Size, part, item.Source.Attrs)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		c.reject(item, err)
		return nil
	}
	o := c.newObject(item, upload.Parts())
	o.upload = upload
	c.board.open(o)
	for number := 1; number <= upload.Parts(); number++ {
		off, n := upload.PartRange(number)
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
