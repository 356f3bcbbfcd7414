package azblob

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

const scheme = "az"

// Open opens a container of an account, which must exist; that it does is found out by
// its first use. The options may be nil. ErrInvalid if a name or an option is wrong,
// ErrPermission if no credential is to be had.
func Open(ctx context.Context, account, container string, opts *Options) (*objstore.Bucket, error) {
	b, err := open(ctx, account, container, opts.fill())
	if err != nil {
		return nil, opening(err, scheme+"://"+account+"/"+container)
	}
	return b, nil
}

func open(ctx context.Context, account, container string, o Options) (*objstore.Bucket, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	if !isHostLabel(account) {
		return nil, objstore.Errorf(objstore.ErrInvalid, "%q is no name of an account: lower-case letters and digits", account)
	}
	if !isContainer(container) {
		return nil, objstore.Errorf(objstore.ErrInvalid,
			"%q is no name of a container: 3 to 63 lower-case letters, digits and single hyphens", container)
	}
	d, err := newDriver(account, container, o)
	if err != nil {
		return nil, err
	}
	return objstore.NewBucket(d), nil
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

// check returns an error for options that cannot be.
func (o Options) check() error {
	switch {
	case o.Endpoint != "" && !strings.HasPrefix(o.Endpoint, "http://") && !strings.HasPrefix(o.Endpoint, "https://"):
		return objstore.Errorf(objstore.ErrInvalid, "the endpoint %q does not begin with http:// or https://", o.Endpoint)
	case o.Namespace != NamespaceAuto && o.Namespace != NamespaceFlat && o.Namespace != NamespaceHierarchical:
		return objstore.Errorf(objstore.ErrInvalid, "no namespace %q", o.Namespace)
	case o.StorageClass != "" && !isTier(o.StorageClass):
		return objstore.Errorf(objstore.ErrInvalid, "no storage class %q", o.StorageClass)
	}
	return o.Credential.check()
}

// isHostLabel reports whether an account may have this name. Emulators and custom domains
// are freer than Azure, which allows 3 to 24 letters and digits.
func isHostLabel(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !isLower(r) && !isDigit(r) && r != '-' && r != '_' })
}

// isContainer reports whether a container may have this name.
func isContainer(s string) bool {
	if s == "$root" || s == "$web" || s == "$logs" {
		return true
	}
	return len(s) >= 3 && len(s) <= 63 && isLowerOrDigit(rune(s[0])) && !strings.HasSuffix(s, "-") &&
		!strings.Contains(s, "--") &&
		!strings.ContainsFunc(s, func(r rune) bool { return !isLowerOrDigit(r) && r != '-' })
}

func isLower(r rune) bool        { return 'a' <= r && r <= 'z' }
func isDigit(r rune) bool        { return '0' <= r && r <= '9' }
func isLowerOrDigit(r rune) bool { return isLower(r) || isDigit(r) }

// Opener returns an opener of az://ACCOUNT/CONTAINER/KEY. The options may be nil. Its
// credential is the JSON of a [Credential].
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
		return nil, invalid(bucket, "it names an object, not a container")
	}
	if o, err = o.decode(credential); err != nil {
		return nil, opening(err, url)
	}
	account, container, _ := strings.Cut(strings.TrimPrefix(url, scheme+"://"), "/")
	return Open(ctx, account, container, &o)
}

// currentOf returns the JSON of what CurrentCredential does for a container's account.
func currentOf(ctx context.Context, bucket string, o *Options) ([]byte, error) {
	url, _, err := split(bucket)
	if err != nil {
		return nil, err
	}
	account, _, _ := strings.Cut(strings.TrimPrefix(url, scheme+"://"), "/")
	c, err := CurrentCredential(ctx, account, o)
	if err != nil {
		return nil, opening(err, url)
	}
	return json.Marshal(c)
}

// split divides az://account/container/x/y into az://account/container and x/y.
func split(url string) (bucket, key string, err error) {
	rest, ok := strings.CutPrefix(url, scheme+"://")
	if !ok {
		return "", "", invalid(url, "it does not begin with az://")
	}
	account, rest, _ := strings.Cut(rest, "/")
	container, key, _ := strings.Cut(rest, "/")
	if account == "" || container == "" {
		return "", "", invalid(url, "an account and a container belong after az://, as in az://account/container/key")
	}
	return scheme + "://" + account + "/" + container, key, nil
}

func invalid(url, hint string) error {
	return &objstore.Error{Op: "open", URL: url, Kind: objstore.ErrInvalid, Hint: hint}
}
