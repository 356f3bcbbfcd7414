package s3

import (
	"context"
	"iter"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) List(ctx context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		p := pager{d: d, opts: opts, last: text(opts.StartAfter)}
		for !p.done {
			page, err := p.next(ctx)
			for _, o := range page {
				if !yield(o, nil) {
					return
				}
			}
			if err != nil {
				yield(objstore.Object{}, err)
				return
			}
		}
	}
}

// pager goes through the pages of a listing.
type pager struct {
	d     *driver
	opts  objstore.ListOptions
	token *string
	last  string // the last key, which all others come after
	done  bool
}

// next asks for one page. Beside an error there may be objects that come before it.
func (p *pager) next(ctx context.Context) ([]objstore.Object, error) {
	out, err := call(ctx, p.d, func(opts ...func(*s3.Options)) (*s3.ListObjectsV2Output, error) {
		return p.d.client.ListObjectsV2(ctx, &s3.ListObjectsV2Input{
			Bucket: &p.d.bucket, RequestPayer: p.d.payer(), MaxKeys: aws.Int32(1000),
			// Not all keys can stand in XML as they are.
			EncodingType: types.EncodingTypeUrl,
			Prefix:       optional(text(p.opts.Prefix)), StartAfter: optional(text(p.opts.StartAfter)), ContinuationToken: p.token,
		}, opts...)
	})
	if err != nil {
		return nil, classify(err)
	}
	before := aws.ToString(p.token)
	p.token, p.done = out.NextContinuationToken, !aws.ToBool(out.IsTruncated)
	page, err := p.take(out)
	if next := aws.ToString(p.token); err == nil && !p.done && (next == "" || next == before) {
		err = objstore.Errorf(objstore.ErrUnavailable, "a page of the listing does not lead to the next one")
	}
	return page, err
}

// take returns what of a page belongs to the listing.
func (p *pager) take(out *s3.ListObjectsV2Output) ([]objstore.Object, error) {
	page := make([]objstore.Object, 0, len(out.Contents))
	for _, c := range out.Contents {
		key, err := decodeKey(aws.ToString(c.Key), out.EncodingType)
		if err != nil {
			return page, err
		}
		if p.opts.EndBefore != "" && key >= p.opts.EndBefore {
			p.done = true
			break
		}
		if !strings.HasPrefix(key, text(p.opts.Prefix)) || key <= p.last {
			return page, objstore.Errorf(objstore.ErrUnsupported, "the server lists %q out of order, after %q", key, p.last)
		}
		p.last = key
		if key <= p.opts.StartAfter || !strings.HasPrefix(key, p.opts.Prefix) {
			continue // the server was asked for what of them is text
		}
		page = append(page, objstore.Object{
			Key: key, Size: aws.ToInt64(c.Size), ETag: etag(c.ETag), Version: etag(c.ETag),
			// HEAD tells no fractions, and both are to say the same.
			ModTime: aws.ToTime(c.LastModified).Truncate(time.Second),
			Attrs:   objstore.Attrs{StorageClass: className(string(c.StorageClass))},
		})
	}
	return page, nil
}

// text returns what of s comes before the first byte that is no UTF-8, as all keys are:
// servers refuse what is none, or put other characters in its place.
func text(s string) string {
	for i, r := range s {
		if _, n := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && n == 1 {
			return s[:i]
		}
	}
	return s
}

// decodeKey returns a key as it is. A server that does not encode does not say that it
// did, either.
func decodeKey(key string, encoding types.EncodingType) (string, error) {
	if encoding != types.EncodingTypeUrl {
		return key, nil
	}
	decoded, err := url.QueryUnescape(key)
	if err != nil {
		return "", objstore.Errorf(objstore.ErrUnavailable, "the key %q in the listing: %w", key, err)
	}
	return decoded, nil
}
