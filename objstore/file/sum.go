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

// block is how much is read at once where a file is read only for its
// checksum: little enough to stay in a processor's cache.
const block = 128 << 10

var blocks = sync.Pool{New: func() any { return new([block]byte) }}

// readBack returns the checksum of n bytes of f from off, as the system gives them back.
func readBack(ctx context.Context, f *os.File, off, n int64) (sum uint32, err error) {
	buf := blocks.Get().(*[block]byte)
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
