package s3

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"github.com/skyferry/skyferry/objstore"
)

func (d *driver) ReadRange(ctx context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	out, err := d.get(ctx, o, off, n)
	if err == nil && !isRange(out, off, n) && d.gzip.CompareAndSwap(false, true) {
		// A server that unpacks what it stores gives other bytes, and no ranges of them.
		out.Body.Close()
		out, err = d.get(ctx, o, off, n)
	}
	if err != nil {
		return nil, err
	}
	if !isRange(out, off, n) {
		out.Body.Close()
		if size, ok := wholeSize(out); ok && size != o.Size {
			// A server whose condition looks at one version and whose answer comes from the next.
			return nil, objstore.Errorf(objstore.ErrChanged, "the object has %d bytes now, not %d", size, o.Size)
		}
		return nil, objstore.Errorf(objstore.ErrUnavailable, "the server answers with %d bytes (%q) to a request for %d from %d",
			aws.ToInt64(out.ContentLength), aws.ToString(out.ContentRange), n, off)
	}
	return body{out.Body}, nil
}

// wholeSize is the size of the whole object as the answer to a request for a range says.
func wholeSize(out *s3.GetObjectOutput) (int64, bool) {
	_, size, ok := strings.Cut(aws.ToString(out.ContentRange), "/")
	n, err := strconv.ParseInt(size, 10, 64)
	return n, ok && err == nil
}

// ReadFull makes the driver an objstore.FullReader.
func (d *driver) ReadFull(ctx context.Context, o objstore.Object, off int64, p []byte) error {
	r, err := d.ReadRange(ctx, o, off, int64(len(p)))
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err := io.ReadFull(r, p); err != nil {
		return err
	}
	return readEnd(r)
}

// readEnd makes sure that an answer ends here, which also lets its connection be used
// again.
func readEnd(r io.Reader) error {
	var more [1]byte
	switch n, err := r.Read(more[:]); {
	case n > 0 || err == nil:
		return objstore.Errorf(objstore.ErrUnavailable, "the answer is longer than what was asked for")
	case err != io.EOF:
		return err
	}
	return nil
}

// get asks for a range of an object, if it still is the same.
func (d *driver) get(ctx context.Context, o objstore.Object, off, n int64) (*s3.GetObjectOutput, error) {
	if d.gzip.Load() {
		ctx = context.WithValue(ctx, encodingKey{}, "gzip")
	}
	e := d.options.Encryption
	out, err := call(ctx, d, func(opts ...func(*s3.Options)) (*s3.GetObjectOutput, error) {
		return d.client.GetObject(ctx, &s3.GetObjectInput{
			Bucket: &d.bucket, Key: &o.Key, RequestPayer: d.payer(),
			Range: aws.String(fmt.Sprintf("bytes=%d-%d", off, off+n-1)), IfMatch: aws.String(quote(o.Version)),
			SSECustomerAlgorithm: e.customerAlgorithm(), SSECustomerKey: e.customerKey(), SSECustomerKeyMD5: e.customerKeyMD5(),
		}, opts...)
	})
	if err != nil {
		return nil, classifyRead(err)
	}
	// Some servers do not know If-Match.
	if got := etag(out.ETag); got != o.Version {
		out.Body.Close()
		return nil, objstore.Errorf(objstore.ErrChanged, "its entity tag is %q now, not %q", got, o.Version)
	}
	return out, nil
}

// isRange reports whether an answer says that it is n bytes from off. That to a request
// for all of an object may be the object itself.
func isRange(out *s3.GetObjectOutput, off, n int64) bool {
	if out.ContentLength == nil || *out.ContentLength != n {
		return false
	}
	if out.ContentRange == nil {
		return off == 0
	}
	return strings.HasPrefix(*out.ContentRange, fmt.Sprintf("bytes %d-%d/", off, off+n-1))
}

// body is an answer's, with errors of our kinds.
type body struct{ io.ReadCloser }

func (b body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // by the contract of io.Reader
		err = objstore.Errorf(objstore.ErrUnavailable, "the answer broke off: %w", err)
	}
	return n, err
}

// etag returns an entity tag without its quotes, which not all answers have.
func etag(s *string) string {
	return strings.Trim(strings.TrimPrefix(aws.ToString(s), "W/"), `"`)
}

func quote(etag string) string { return `"` + etag + `"` }
