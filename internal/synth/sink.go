package synth

import (
	"context"
	"io"
	"iter"
	"strconv"

	"github.com/skyferry/skyferry/objstore"
)

// SinkURL names the bucket that drops what is written to it.
const SinkURL = SinkScheme + "://sink"

// SinkOpener opens SinkURL.
func SinkOpener() objstore.Opener {
	return objstore.Opener{
		Scheme: SinkScheme,
		Split:  split,
		Open: func(_ context.Context, bucket string, _ []byte) (*objstore.Bucket, error) {
			return OpenSink(bucket), nil
		},
	}
}

// OpenSink opens a bucket that drops what is written to it.
func OpenSink(url string) *objstore.Bucket { return objstore.NewBucket(&sink{url: url}) }

type sink struct{ url string }

func (s *sink) URL() string { return s.url }

// Limits says that nothing is kept, a checksum neither: whoever writes here compares
// what arrived himself.
func (s *sink) Limits() objstore.Limits { return objstore.Limits{NoAttrs: true, NoChecksum: true} }

func (s *sink) CheckKey(string) error { return nil }
func (s *sink) Close() error          { return nil }

func (s *sink) List(context.Context, objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(func(objstore.Object, error) bool) {}
}

func (s *sink) Stat(context.Context, string) (objstore.Object, error) {
	return objstore.Object{}, objstore.ErrNotFound
}

func (s *sink) ReadRange(context.Context, objstore.Object, int64, int64) (io.ReadCloser, error) {
	return nil, objstore.ErrNotFound
}

func (s *sink) Put(_ context.Context, key string, body []byte, _ objstore.Attrs) (objstore.Object, error) {
	return objstore.Object{Key: key, Size: int64(len(body)), Version: version}, nil
}

func (s *sink) CreateUpload(context.Context, objstore.Upload) (string, error) { return "dropped", nil }

func (s *sink) PutPart(_ context.Context, _ objstore.Upload, number int, body []byte) (objstore.Part, error) {
	return objstore.Part{Number: number, Size: int64(len(body)), ETag: strconv.Itoa(number)}, nil
}

func (s *sink) ListParts(context.Context, objstore.Upload) ([]objstore.Part, error) {
	return nil, objstore.Errorf(objstore.ErrUnsupported, "what was dropped is not listed")
}

func (s *sink) Complete(_ context.Context, u objstore.Upload, _ []objstore.Part) (objstore.Object, error) {
	return objstore.Object{Key: u.Key, Size: u.Size, Version: version}, nil
}

func (s *sink) Abort(context.Context, objstore.Upload) error { return nil }
func (s *sink) Delete(context.Context, []string) error       { return nil }
