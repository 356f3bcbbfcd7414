package gcs

import (
	"cmp"
	"context"

	"cloud.google.com/go/storage"
	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// joins is how many compose requests of a round are made at once.
const joins = 16

func (d *driver) Complete(ctx context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	s, err := d.survey(ctx, u)
	if err != nil {
		return objstore.Object{}, err
	}
	if err := checkMarker(u, s.marker); err != nil {
		// What an earlier attempt did not come to remove goes now.
		return objstore.Object{}, cmp.Or(left(u, remove(ctx, s.objects(d))), err)
	}
	o, err := d.finish(ctx, u, s, parts)
	if err != nil {
		return objstore.Object{}, err
	}
	if err := left(u, d.clear(ctx, u)); err != nil {
		return objstore.Object{}, err // who tries again finds the object there, and only clears
	}
	return o, nil
}

// finish makes the object, or finds that it was made by an attempt whose answer was lost:
// the parts are gone then.
func (d *driver) finish(ctx context.Context, u objstore.Upload, s survey, parts []objstore.Part) (objstore.Object, error) {
	if len(s.pieces) == 0 {
		return d.adopt(ctx, u, parts)
	}
	pieces, err := s.cover(parts)
	if err != nil {
		return objstore.Object{}, err
	}
	for _, span := range spans(u.Parts()) {
		if pieces, err = d.joinRound(ctx, u, round(pieces, span)); err != nil {
			return objstore.Object{}, err
		}
	}
	a, err := d.compose(ctx, u, u.Key, d.sdkAttrs(u.Attrs), pieces)
	if err != nil {
		return objstore.Object{}, err
	}
	return describe(a), nil
}

// adopt returns the object if it is what the parts are together.
func (d *driver) adopt(ctx context.Context, u objstore.Upload, parts []objstore.Part) (objstore.Object, error) {
	o, err := d.Stat(ctx, u.Key)
	if err != nil {
		return objstore.Object{}, err
	}
	var all uint32
	for _, p := range parts {
		all = crc32c.Combine(all, p.CRC32C, p.Size)
		if !p.HasCRC32C || !o.HasCRC32C {
			return objstore.Object{}, objstore.ErrNotFound
		}
	}
	if o.Size != u.Size || o.CRC32C != all {
		return objstore.Object{}, objstore.ErrNotFound
	}
	return o, nil
}

// joinRound joins each group of pieces.
func (d *driver) joinRound(ctx context.Context, u objstore.Upload, groups [][]piece) ([]piece, error) {
	joined := make([]piece, len(groups))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(joins)
	for i, pieces := range groups {
		if len(pieces) == 1 {
			joined[i] = pieces[0]
			continue
		}
		group.Go(func() error {
			var err error
			joined[i], err = d.join(ctx, u, pieces)
			return err
		})
	}
	return joined, group.Wait()
}

// join makes one piece of several that follow one another.
func (d *driver) join(ctx context.Context, u objstore.Upload, pieces []piece) (piece, error) {
	p := piece{first: pieces[0].first}
	for _, source := range pieces {
		p.sums = append(p.sums, source.sums...)
	}
	p.key = pieceKey(u.ID, p.first, p.count())
	a, err := d.compose(ctx, u, p.key, storage.ObjectAttrs{Metadata: encodeSums(p.sums)}, pieces)
	if err != nil {
		return piece{}, err
	}
	p.generation, p.class = a.Generation, a.StorageClass
	return p, nil
}

// compose makes an object of pieces, which the store removes. It is asked to compare the
// checksum before the object becomes visible.
func (d *driver) compose(
	ctx context.Context, u objstore.Upload, key string, attrs storage.ObjectAttrs, pieces []piece,
) (*storage.ObjectAttrs, error) {
	var sums []uint32
	sources := make([]*storage.ObjectHandle, len(pieces))
	for i, p := range pieces {
		sums = append(sums, p.sums...)
		sources[i] = d.object(p.key).Generation(p.generation)
	}
	c := d.object(key).ComposerFrom(sources...)
	c.ObjectAttrs = attrs
	c.StorageClass = pieces[0].class // the store joins within one class only
	c.CRC32C, c.SendCRC32C = combine(u, pieces[0].first, sums), true
	c.DeleteSourceObjects = true
	a, err := c.Run(ctx)
	if err != nil {
		return nil, composeError(err)
	}
	if hasSum(a) && a.CRC32C != combine(u, pieces[0].first, sums) {
		return nil, objstore.Errorf(objstore.ErrChecksum, "the store joined parts to other bytes: CRC32C %08x", a.CRC32C)
	}
	return a, nil
}

// composeError says of which kind an error of a compose request is. Sources that were
// there and are not any more were taken by somebody who completes the same upload: to
// look again shows how far he has come.
func composeError(err error) error {
	err = classifyWrite(err)
	if e, ok := err.(*objstore.Error); ok && !saysNoBucket(err) && //nolint:errorlint // classifyWrite returns it unwrapped
		(e.Kind == objstore.ErrNotFound || e.Kind == objstore.ErrChanged) {
		return &objstore.Error{Kind: objstore.ErrUnavailable, Err: e.Err, Hint: "parts are gone: the upload is being completed by another process"}
	}
	return err
}
