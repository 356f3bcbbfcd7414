package wrap_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/objstoretest"
	"github.com/skyferry/skyferry/objstore/wrap"
)

// retried returns a bucket with f before it, and Retry before that.
func retried(f *objstoretest.Faults, opts *wrap.RetryOptions) *objstore.Bucket {
	return wrapped(mem.NewStore().Bucket("b"), func(d objstore.Driver) objstore.Driver {
		f.Driver = d
		return f
	}, wrap.Retry(opts))
}

// failing returns what makes the first n calls fail with err, and counts all.
func failing(n int, err error, calls *int) func(context.Context, string, string) error {
	return func(context.Context, string, string) error {
		if *calls++; *calls <= n {
			return err
		}
		return nil
	}
}

// What may succeed is tried again, and nothing else is, by the error's kind.
func TestRetryByKind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for kind, want := range map[error]int{
			objstore.ErrNotFound: 1, objstore.ErrPermission: 1, objstore.ErrChanged: 1, objstore.ErrChecksum: 1,
			objstore.ErrNoSpace: 1, objstore.ErrKey: 1, objstore.ErrUnsupported: 1, objstore.ErrInvalid: 1, objstore.ErrExists: 1,
			objstore.ErrThrottled: 3, objstore.ErrUnavailable: 3, io.ErrUnexpectedEOF: 3,
			objstore.Errorf(objstore.ErrThrottled, "503"): 3, objstore.Errorf(objstore.ErrPermission, "403"): 1,
		} {
			calls := 0
			_, err := retried(&objstoretest.Faults{Before: failing(2, kind, &calls)}, nil).Put(t.Context(), "k", []byte("x"), objstore.Attrs{})
			if calls != want || (err == nil) != (want == 3) {
				t.Errorf("%v: %d calls, then %v", kind, calls, err)
			}
		}
	})
}

// It ends: after so many attempts the last error comes, as it is.
func TestRetryEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls, told := 0, 0
		b := retried(&objstoretest.Faults{Before: failing(100, objstore.Errorf(objstore.ErrThrottled, "503"), &calls)}, &wrap.RetryOptions{
			Attempts: 4, FirstPause: time.Second, MaxPause: 2 * time.Second,
			OnRetry: func(method string, err error, pause time.Duration) {
				if told++; method != "Stat" || !errors.Is(err, objstore.ErrThrottled) || pause < time.Second/2 || pause > 3*time.Second {
					t.Errorf("%s: %v, pause %v", method, err, pause)
				}
			},
		})
		if _, err := b.Stat(t.Context(), "k"); !errors.Is(err, objstore.ErrThrottled) || calls != 4 || told != 3 {
			t.Errorf("%d calls, %d pauses, %v", calls, told, err)
		}
	})
}

// A pause is as long as the store asks for, and somewhat longer; what is too long is not waited for.
func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			after time.Duration
			calls int
		}{{30 * time.Second, 2}, {time.Hour, 1}} {
			calls, began := 0, time.Now()
			busy := &objstore.Error{Kind: objstore.ErrThrottled, RetryAfter: c.after}
			b := retried(&objstoretest.Faults{Before: failing(1, busy, &calls)}, nil)
			_, err := b.Put(t.Context(), "k", nil, objstore.Attrs{})
			if waited := time.Since(began); calls != c.calls || (err == nil) != (calls == 2) || calls == 2 && (waited <= c.after || waited > c.after+time.Second) {
				t.Errorf("%v: %d calls, %v waited, %v", c.after, calls, waited, err)
			}
		}
	})
}

// Of the errors of a deletion one that may go away is enough, and the longest pause counts.
func TestRetryDelete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls, began := 0, time.Now()
		several := errors.Join(
			&objstore.Error{Key: "a", Kind: objstore.ErrPermission},
			&objstore.Error{Key: "b", Kind: objstore.ErrThrottled, RetryAfter: time.Minute},
		)
		b := retried(&objstoretest.Faults{Before: failing(1, several, &calls)}, nil)
		if err := b.Delete(t.Context(), "a", "b"); err != nil || calls != 2 || time.Since(began) < time.Minute {
			t.Errorf("%d calls, %v waited, %v", calls, time.Since(began), err)
		}
	})
}

// The end of the context ends a pause, and comes as it is.
func TestRetryCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		b := retried(&objstoretest.Faults{Before: failing(100, objstore.ErrUnavailable, &calls)}, &wrap.RetryOptions{
			FirstPause: time.Hour, MaxPause: time.Hour, OnRetry: func(string, error, time.Duration) { cancel() },
		})
		began := time.Now()
		if _, err := b.Stat(ctx, "k"); err != context.Canceled || calls != 1 || time.Since(began) > 0 { //nolint:errorlint // not wrapped
			t.Errorf("%d calls, %v", calls, err)
		}
	})
}

// A store that never answers is unavailable in the end.
func TestRetryTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		b := retried(&objstoretest.Faults{Before: func(ctx context.Context, _, _ string) error {
			calls++
			<-ctx.Done()
			return ctx.Err()
		}}, &wrap.RetryOptions{Attempts: 3, Timeout: time.Minute})
		if _, err := b.Put(t.Context(), "k", nil, objstore.Attrs{}); !errors.Is(err, objstore.ErrUnavailable) || calls != 3 {
			t.Errorf("%d calls, %v", calls, err)
		}
	})
}

// stuck is a reader that stops giving bytes after some, until its context ends.
type stuck struct {
	io.ReadCloser
	ctx  context.Context
	left int
}

func (s *stuck) Read(p []byte) (int, error) {
	if s.left == 0 {
		<-s.ctx.Done()
		return 0, s.ctx.Err()
	}
	n, err := s.ReadCloser.Read(p[:min(len(p), s.left)])
	s.left -= n
	return n, err
}

// A reader that is cut off, stuck, too short or without an end goes on where it was.
func TestRetryRead(t *testing.T) {
	body := make([]byte, 10_000)
	for i := range body {
		body[i] = byte(i % 251)
	}
	for name, cut := range map[string]func(context.Context, io.ReadCloser) io.Reader{
		"cut off": func(_ context.Context, r io.ReadCloser) io.Reader {
			return io.MultiReader(io.LimitReader(r, 700), iotest.ErrReader(io.ErrUnexpectedEOF))
		},
		"short":      func(_ context.Context, r io.ReadCloser) io.Reader { return io.LimitReader(r, 700) },
		"no bytes":   func(_ context.Context, _ io.ReadCloser) io.Reader { return iotest.ErrReader(objstore.ErrThrottled) },
		"with error": func(_ context.Context, r io.ReadCloser) io.Reader { return iotest.TimeoutReader(r) },
		"stuck": func(ctx context.Context, r io.ReadCloser) io.Reader {
			return &stuck{ReadCloser: r, ctx: ctx, left: 700}
		},
		"no end": func(_ context.Context, r io.ReadCloser) io.Reader {
			return io.MultiReader(io.LimitReader(r, 10_000), iotest.ErrReader(objstore.ErrUnavailable))
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			b := wrapped(mem.NewStore().Bucket("b"), func(d objstore.Driver) objstore.Driver {
				return &cutDriver{Driver: d, cut: func(ctx context.Context, r io.ReadCloser) io.Reader {
					if n++; n%5 == 0 {
						return r
					}
					return cut(ctx, r)
				}}
			}, wrap.Retry(nil))
			o, err := b.Put(t.Context(), "k", body, objstore.Attrs{})
			if err != nil {
				t.Fatal(err)
			}
			got := make([]byte, len(body)-5)
			if err := b.ReadFull(t.Context(), o, 5, got); err != nil || !bytes.Equal(got, body[5:]) {
				t.Errorf("%s: %v", name, err)
			}
			if n < 2 {
				t.Errorf("%s: %d readers", name, n)
			}
		})
	}
}

// cutDriver damages the readers of a driver.
type cutDriver struct {
	objstore.Driver
	cut func(context.Context, io.ReadCloser) io.Reader
}

func (c *cutDriver) ReadRange(ctx context.Context, o objstore.Object, off, n int64) (io.ReadCloser, error) {
	r, err := c.Driver.ReadRange(ctx, o, off, n)
	if err != nil {
		return nil, err
	}
	return cutOff{r, c.cut(ctx, r)}, nil
}

// A reader that is opened anew never mixes two versions.
func TestRetryReadChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := retried(&objstoretest.Faults{Body: func(r io.ReadCloser) io.ReadCloser {
			return cutOff{r, io.LimitReader(r, 10)}
		}}, nil)
		o, err := b.Put(t.Context(), "k", make([]byte, 100), objstore.Attrs{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.ReadRange(t.Context(), o, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if _, err := io.ReadFull(r, make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Put(t.Context(), "k", make([]byte, 100), objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(r); !errors.Is(err, objstore.ErrChanged) {
			t.Errorf("%v", err)
		}
	})
}

// A listing that is cut off anywhere goes on behind the last key.
func TestRetryList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		want := []string{"a", "b", "c", "d", "e"}
		for n := int64(1); n <= 6; n++ {
			f := &objstoretest.Faults{}
			b := retried(f, nil)
			for _, key := range want {
				if _, err := b.Put(t.Context(), key, nil, objstore.Attrs{}); err != nil {
					t.Fatal(err)
				}
			}
			f.Before = objstoretest.FailNth(n, objstore.ErrUnavailable)
			var got []string
			for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
				if err != nil {
					t.Errorf("%d: %v", n, err)
				}
				got = append(got, o.Key)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d: %q", n, got)
			}
		}
	})
}
