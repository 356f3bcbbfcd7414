package objstore

import (
	"context"
	"slices"
	"strings"
)

// Opener opens the buckets of one kind of store by URL.
type Opener struct {
	// Scheme is what stands before "://", in lower case.
	Scheme string

	// Split divides a URL into that of its bucket and the key after it, which may be
	// empty. The key is taken as it stands: nothing is unescaped. ErrInvalid if url
	// names no bucket.
	Split func(url string) (bucket, key string, err error)

	// Open opens a bucket by the URL that Split returned. What credential holds is
	// the store's affair; nil stands for the store's default chain.
	Open func(ctx context.Context, bucket string, credential []byte) (*Bucket, error)

	// Credential returns what another process needs in order to open a bucket as Open
	// does here without a credential. It may expire. ErrPermission if there is none to
	// be had. Nil: nothing is needed, and nothing would help.
	Credential func(ctx context.Context, bucket string) ([]byte, error)
}

// Openers are the stores that a program knows, by scheme.
type Openers []Opener

// Split divides url as the opener of its scheme does. ErrUnsupported if there is none.
func (o Openers) Split(url string) (bucket, key string, err error) {
	opener, err := o.find(url)
	if err != nil {
		return "", "", err
	}
	return opener.Split(url)
}

// Open opens a bucket by its URL with the opener of its scheme. ErrUnsupported if there is none.
func (o Openers) Open(ctx context.Context, bucket string, credential []byte) (*Bucket, error) {
	opener, err := o.find(bucket)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return opener.Open(ctx, bucket, credential)
}

// Credential returns what another process needs in order to open a bucket as Open does
// here without a credential; nil if nothing is needed. ErrUnsupported if no opener has
// the bucket's scheme, ErrPermission if there is no credential to be had.
func (o Openers) Credential(ctx context.Context, bucket string) ([]byte, error) {
	opener, err := o.find(bucket)
	if err != nil || opener.Credential == nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return opener.Credential(ctx, bucket)
}

// Schemes returns the known schemes, sorted.
func (o Openers) Schemes() []string {
	s := make([]string, len(o))
	for i, opener := range o {
		s[i] = opener.Scheme
	}
	slices.Sort(s)
	return s
}

func (o Openers) find(url string) (Opener, error) {
	scheme, _, ok := strings.Cut(url, "://")
	if !ok {
		return Opener{}, &Error{
			Op: "open", URL: url, Kind: ErrInvalid,
			Hint: "a URL begins with a scheme and ://, here one of " + strings.Join(o.Schemes(), ", "),
		}
	}
	i := slices.IndexFunc(o, func(opener Opener) bool { return opener.Scheme == scheme })
	if i < 0 {
		return Opener{}, &Error{
			Op: "open", URL: url, Kind: ErrUnsupported,
			Hint: "the schemes known here are " + strings.Join(o.Schemes(), ", "),
		}
	}
	return o[i], nil
}
