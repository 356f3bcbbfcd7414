package file

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// block is how much is read at once where a file is read only for its checksum:
// little enough to stay in a processor's cache.
const block = 256 << 10

var blocks = sync.Pool{New: func() any { return new([block]byte) }}

// readBack returns the checksum of n bytes of f from off, as the system gives them back.
func readBack(ctx context.Context, f *os.File, off, n int64) (sum uint32, err error) {
	buf, _ := blocks.Get().(*[block]byte)
	defer blocks.Put(buf)
	for n > 0 {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		p := buf[:min(n, block)]
		if _, err := f.ReadAt(p, off); errors.Is(err, io.EOF) {
			return 0, objstore.Errorf(objstore.ErrChecksum, "the file ends %d bytes early", n)
		} else if err != nil {
			return 0, err
		}
		sum = crc32c.Update(sum, p)
		off, n = off+int64(len(p)), n-int64(len(p))
	}
	return sum, nil
}

// writeSummed writes p to f at off and returns its checksum. It goes in blocks, so
// that each is still in the cache from the one when the other needs it.
func writeSummed(f *os.File, p []byte, off int64) (sum uint32, err error) {
	for len(p) > 0 {
		q := p[:min(len(p), block)]
		if _, err := f.WriteAt(q, off); err != nil {
			return 0, err
		}
		sum = crc32c.Update(sum, q)
		p, off = p[len(q):], off+int64(len(q))
	}
	return sum, nil
}
