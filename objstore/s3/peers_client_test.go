package s3_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/objstore/s3"
)

// clientVariable makes the test binary a program that does nothing but what its
// arguments say, so that its time and memory can be measured beside other programs':
//
//	copy WORKERS PART FROM TO
//	list BUCKET
//
// FROM, TO and BUCKET are s3://NAME or a directory, PART is in bytes.
const clientVariable = "SKYFERRY_PEERS_CLIENT"

// signVariable makes that program sign bodies, too.
const signVariable = "SKYFERRY_PEERS_SIGN"

func runClient(args []string) error {
	ctx := context.Background()
	switch {
	case len(args) == 5 && args[0] == "copy":
		workers, err1 := strconv.Atoi(args[1])
		part, err2 := strconv.ParseInt(args[2], 10, 64)
		from, err3 := openAny(ctx, args[3])
		to, err4 := openAny(ctx, args[4])
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			return err
		}
		if part*int64(workers) < 4*mib {
			// With so little in use the collector would run all the time.
			debug.SetGCPercent(-1)
			debug.SetMemoryLimit(48 * mib)
		}
		return copyAll(ctx, from, to, workers, part)
	case len(args) == 2 && args[0] == "list":
		bucket, err := openAny(ctx, args[1])
		if err != nil {
			return err
		}
		return printKeys(ctx, bucket)
	}
	return fmt.Errorf("unknown command %q", args)
}

func openAny(ctx context.Context, where string) (*objstore.Bucket, error) {
	if name, ok := strings.CutPrefix(where, "s3://"); ok {
		return s3.Open(ctx, name, &s3.Options{SignBodies: os.Getenv(signVariable) != ""})
	}
	dir, err := filepath.Abs(where)
	if err != nil {
		return nil, err
	}
	return file.Open(dir, nil)
}

func printKeys(ctx context.Context, bucket *objstore.Bucket) error {
	for o, err := range bucket.List(ctx, objstore.ListOptions{}) {
		if err != nil {
			return err
		}
		if _, err := fmt.Println(o.Size, o.Key); err != nil {
			return err
		}
	}
	return nil
}

// piece is what a worker copies at a time: an object, or a part of one.
type piece struct {
	object objstore.Object
	large  *large // nil: all of the object
	number int
}

// large is an object that is copied in parts.
type large struct {
	upload objstore.Upload
	mu     sync.Mutex
	parts  []objstore.Part
}

// copyAll copies all objects of a bucket. One goroutine lists them and divides the large
// ones, workers copy, and the last part of an object completes it.
func copyAll(ctx context.Context, from, to *objstore.Bucket, workers int, part int64) error {
	g, ctx := errgroup.WithContext(ctx)
	pieces := make(chan piece, 2000) // two pages, so that nobody waits for the next one
	g.Go(func() error {
		defer close(pieces)
		return divideAll(ctx, from, to, part, pieces)
	})
	for range workers {
		g.Go(func() error {
			var buf []byte
			for p := range pieces {
				var err error
				if buf, err = copyPiece(ctx, from, to, p, buf); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

func divideAll(ctx context.Context, from, to *objstore.Bucket, part int64, pieces chan<- piece) error {
	for o, err := range from.List(ctx, objstore.ListOptions{}) {
		if err != nil {
			return err
		}
		if err := divide(ctx, to, o, part, pieces); err != nil {
			return err
		}
	}
	return nil
}

func divide(ctx context.Context, to *objstore.Bucket, o objstore.Object, part int64, pieces chan<- piece) error {
	if o.Size <= part {
		return send(ctx, pieces, piece{object: o})
	}
	u, err := to.CreateUpload(ctx, o.Key, o.Size, part, objstore.Attrs{})
	if err != nil {
		return err
	}
	l := &large{upload: u}
	for number := 1; number <= u.Parts(); number++ {
		if err := send(ctx, pieces, piece{object: o, large: l, number: number}); err != nil {
			return err
		}
	}
	return nil
}

func send(ctx context.Context, pieces chan<- piece, p piece) error {
	select {
	case pieces <- p:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// copyPiece copies by way of buf, and returns it, grown if need be.
func copyPiece(ctx context.Context, from, to *objstore.Bucket, p piece, buf []byte) ([]byte, error) {
	off, n := int64(0), p.object.Size
	if p.large != nil {
		off, n = p.large.upload.PartRange(p.number)
	}
	if int64(cap(buf)) < n {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	if err := from.ReadFull(ctx, p.object, off, buf); err != nil {
		return buf, err
	}
	if p.large != nil {
		return buf, p.large.put(ctx, to, p.number, buf)
	}
	_, err := to.Put(ctx, p.object.Key, buf, objstore.Attrs{})
	return buf, err
}

func (l *large) put(ctx context.Context, to *objstore.Bucket, number int, body []byte) error {
	part, err := to.PutPart(ctx, l.upload, number, body)
	if err != nil || !l.add(part) {
		return err
	}
	_, err = to.Complete(ctx, l.upload, l.parts)
	return err
}

// add takes note of a part, and reports whether it was the last one.
func (l *large) add(p objstore.Part) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.parts = append(l.parts, p)
	return len(l.parts) == l.upload.Parts()
}

// clientMain is the program.
func clientMain() {
	if err := runClient(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
