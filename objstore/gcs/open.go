package gcs

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

const scheme = "gs"

// Open opens a bucket, which must exist; that it does is found out by its first use. The
// options may be nil. ErrInvalid if a name or an option is wrong, ErrPermission if there
// is no credential.
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
	client, release, err := o.client(ctx)
	if err != nil {
		return nil, err
	}
	return objstore.NewBucket(newDriver(bucket, o, client, release)), nil
}

// Opener returns an opener of gs://BUCKET/KEY. The options may be nil. Its credential
// is the JSON of a [Credential], or a credential file of Google's.
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

// split divides gs://name/x/y into gs://name and x/y.
func split(url string) (bucket, key string, err error) {
	rest, ok := strings.CutPrefix(url, scheme+"://")
	if !ok {
		return "", "", invalid(url, "it does not begin with gs://")
	}
	name, key, _ := strings.Cut(rest, "/")
	if name == "" {
		return "", "", invalid(url, "a bucket's name belongs after gs://, as in gs://name/key")
	}
	return scheme + "://" + name, key, nil
}

func invalid(url, hint string) error {
	return &objstore.Error{Op: "open", URL: url, Kind: objstore.ErrInvalid, Hint: hint}
}
