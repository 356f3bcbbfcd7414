package azblob

import (
	"bytes"
	"encoding/binary"
	"io"
	"sync"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/minio/crc64nvme"

	"github.com/skyferry/skyferry/objstore"
)

// body is the body of a request that the client cannot read any more when the method
// that sent it has returned: it is the caller's again then, though a client may go on
// sending for a moment when the answer came early.
type body struct {
	mu sync.Mutex
	r  *bytes.Reader
}

func newBody(p []byte) *body { return &body{r: bytes.NewReader(p)} }

func (b *body) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.r == nil {
		return 0, io.ErrClosedPipe
	}
	return b.r.Read(p)
}

func (b *body) Seek(offset int64, whence int) (int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.r == nil {
		return 0, io.ErrClosedPipe
	}
	return b.r.Seek(offset, whence)
}

// Close does nothing: the SDK may rewind it.
func (b *body) Close() error { return nil }

// release ends all reading.
func (b *body) release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.r = nil
}

// checksum is the CRC-64 that the service computes, of the polynomial of the NVM Express
// specification.
func checksum(p []byte) uint64 { return crc64nvme.Checksum(p) }

// validation has the service compare a checksum with that of what it received.
func validation(sum uint64) blob.TransferValidationType { return blob.TransferValidationTypeCRC64(sum) }

// checkAnswer compares what the service says that it received with what was sent. Not
// all servers say.
func checkAnswer(returned []byte, sent uint64) error {
	if len(returned) != 8 {
		return nil
	}
	if got := binary.LittleEndian.Uint64(returned); got != sent {
		return objstore.Errorf(objstore.ErrChecksum, "CRC-64 %016x was sent, the store received %016x", sent, got)
	}
	return nil
}
