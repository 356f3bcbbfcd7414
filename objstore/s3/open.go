package s3

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

const scheme = "s3"

// Open opens a bucket, which must exist; that it does is found out by its first use. The
// options may be nil. ErrInvalid if a name or an option is wrong, ErrUnsupported for
// directory buckets, which list their keys in no order.
func Open(ctx context.Context, bucket string, opts *Options) (*objstore.Bucket, error) {
	b, err := open(ctx, bucket, opts.fill())
	if err != nil {
		return nil, opening(err, scheme+"://"+bucket)
	}
	return b, nil
}

// opening completes an error of opening a bucket.
func opening(err error, url string) error {
	if objstore.KindOf(err) == "" {
		return err // the context's
	}
	e := objstore.WithKind(err, objstore.ErrInvalid)
	e.Op, e.URL = "open", url
	return e
}

func open(ctx context.Context, bucket string, o Options) (*objstore.Bucket, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if bucket == "" || strings.ContainsAny(bucket, "/?#\\ ") {
		return nil, objstore.Errorf(objstore.ErrInvalid, "%q is no name of a bucket", bucket)
	}
	if strings.HasSuffix(bucket, "--x-s3") {
		return nil, objstore.Errorf(objstore.ErrUnsupported, "directory buckets list their keys in no order")
	}
	client, release, err := o.client(ctx)
	if err != nil {
		return nil, err
	}
	return objstore.NewBucket(newDriver(bucket, o, client, release)), nil
}

// check returns an error for options that cannot be.
func (o Options) check() error {
	switch {
	case o.Endpoint != "" && !strings.HasPrefix(o.Endpoint, "http://") && !strings.HasPrefix(o.Endpoint, "https://"):
		return objstore.Errorf(objstore.ErrInvalid, "the endpoint %q does not begin with http:// or https://", o.Endpoint)
	case o.Checksums != ChecksumsAuto && o.Checksums != ChecksumsCRC32C && o.Checksums != ChecksumsMD5 && o.Checksums != ChecksumsNone:
		return objstore.Errorf(objstore.ErrInvalid, "no checksums %q", o.Checksums)
	case o.Addressing != AddressAuto && o.Addressing != AddressPath && o.Addressing != AddressHost:
		return objstore.Errorf(objstore.ErrInvalid, "no addressing %q", o.Addressing)
	case o.Encryption.CustomerKey != nil && len(o.Encryption.CustomerKey) != 32:
		return objstore.Errorf(objstore.ErrInvalid, "a customer key of %d bytes, not 32", len(o.Encryption.CustomerKey))
	}
	return nil
}

// Opener returns an opener of s3://BUCKET/KEY. The options may be nil. Its credential
// is the JSON of a [Credential].
func Opener(opts *Options) objstore.Opener {
	o := opts.fill()
	return objstore.Opener{
		Scheme: scheme, Split: split,
		Open: func(ctx context.Context, bucket string, credential []byte) (*objstore.Bucket, error) {
			return openURL(ctx, bucket, credential, o)
		},
		Credential: func(ctx context.Context, bucket string) ([]byte, error) {
			return currentOf(ctx, bucket, &o)
		},
	}
}

func openURL(ctx context.Context, bucket string, credential []byte, o Options) (*objstore.Bucket, error) {
	url, key, err := split(bucket)
	if err != nil {
		return nil, err
	}
	if key != "" {
		return nil, invalid(bucket, "it names an object, not a bucket")
	}
	if o, err = o.decode(credential); err != nil {
		return nil, opening(err, url)
	}
	return Open(ctx, strings.TrimPrefix(url, scheme+"://"), &o)
}

// currentOf returns the JSON of what CurrentCredential does.
func currentOf(ctx context.Context, bucket string, o *Options) ([]byte, error) {
	url, _, err := split(bucket)
	if err != nil {
		return nil, err
	}
	c, err := CurrentCredential(ctx, o)
	if err != nil {
		return nil, opening(err, url)
	}
	return json.Marshal(c)
}

// split divides s3://name/x/y into s3://name and x/y.
func split(url string) (bucket, key string, err error) {
	rest, ok := strings.CutPrefix(url, scheme+"://")
	if !ok {
		return "", "", invalid(url, "it does not begin with s3://")
	}
	name, key, _ := strings.Cut(rest, "/")
	if name == "" {
		return "", "", invalid(url, "a bucket's name belongs after s3://, as in s3://name/key")
	}
	return scheme + "://" + name, key, nil
}

func invalid(url, hint string) error {
	return &objstore.Error{Op: "open", URL: url, Kind: objstore.ErrInvalid, Hint: hint}
}
