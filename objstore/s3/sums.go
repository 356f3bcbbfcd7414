package s3

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc64"
	"net/http"
	"sync/atomic"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/skyferry/skyferry/internal/crc32c"
	"github.com/skyferry/skyferry/objstore"
)

// Checksums says how the bytes of writes are protected on their way.
type Checksums string

// The ways to protect writes.
const (
	// ChecksumsAuto: CRC32C, and MD5 from when the server refuses that or shows no
	// sign of heeding it.
	ChecksumsAuto Checksums = ""
	// ChecksumsCRC32C: the store checks, keeps and returns the CRC32C of parts and
	// objects.
	ChecksumsCRC32C Checksums = "crc32c"
	// ChecksumsMD5: the store checks a Content-MD5, and returns nothing to compare.
	ChecksumsMD5 Checksums = "md5"
	// ChecksumsNone: nothing is checked by the store.
	ChecksumsNone Checksums = "none"
)

// sums knows which checksums the server takes.
type sums struct {
	auto      bool
	confirmed atomic.Bool // the server has returned a CRC32C
	refused   atomic.Bool // it wants none
	fixed     Checksums
}

func (s *sums) init(c Checksums) {
	s.auto = c == ChecksumsAuto
	s.fixed = c
	if s.auto {
		s.fixed = ChecksumsCRC32C
	}
}

// mode returns how to protect the next write.
func (s *sums) mode() Checksums {
	if s.refused.Load() {
		return ChecksumsMD5
	}
	return s.fixed
}

// learn takes note of whether a write that was sent with a CRC32C was answered with one.
func (s *sums) learn(sent Checksums, returned bool) {
	switch {
	case sent != ChecksumsCRC32C || !s.auto || s.confirmed.Load():
	case returned:
		s.confirmed.Store(true)
	default:
		s.refused.Store(true)
	}
}

// protected makes a write with the checksums of mode, and once more with MD5 if the
// server refuses them; which is remembered if that helps.
func protected[T any](s *sums, mode Checksums, do func(Checksums) (T, error)) (T, Checksums, error) {
	out, err := do(mode)
	if err == nil || mode != ChecksumsCRC32C || !s.auto || s.confirmed.Load() || !refusal(err) {
		return out, mode, err
	}
	again, err2 := do(ChecksumsMD5)
	if err2 != nil {
		return out, mode, err
	}
	s.refused.Store(true)
	return again, ChecksumsMD5, nil
}

// refusal reports whether a server may mean by an error that it does not know a header.
func refusal(err error) bool {
	if e, ok := errors.AsType[smithy.APIError](err); ok {
		switch e.ErrorCode() {
		case "NotImplemented", "InvalidRequest", "InvalidArgument", "UnsupportedOperation":
			return true
		}
	}
	e, ok := errors.AsType[*smithyhttp.ResponseError](err)
	return ok && e.HTTPStatusCode() == http.StatusNotImplemented
}

// bodySums are the headers that protect a body; those that are not wanted are nil.
type bodySums struct {
	sum    uint32 // the CRC32C, if that is wanted
	crc32c *string
	md5    *string
}

func sumsOf(body []byte, mode Checksums) (s bodySums) {
	switch mode {
	case ChecksumsCRC32C:
		s.sum = crc32c.Checksum(body)
		s.crc32c = encodeCRC32C(s.sum)
	case ChecksumsMD5:
		sum := md5.Sum(body)
		s.md5 = aws.String(base64.StdEncoding.EncodeToString(sum[:]))
	case ChecksumsAuto, ChecksumsNone:
	}
	return s
}

func encodeCRC32C(sum uint32) *string {
	return aws.String(base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, sum)))
}

// decodeCRC32C returns a checksum of all bytes of an object or part. That of the
// checksums of an object's parts is another thing: it has the number of parts behind it.
func decodeCRC32C(s *string, kind types.ChecksumType) (sum uint32, ok bool) {
	if s == nil || kind == types.ChecksumTypeComposite {
		return 0, false
	}
	p, err := base64.StdEncoding.DecodeString(*s)
	if err != nil || len(p) != 4 {
		return 0, false
	}
	return binary.BigEndian.Uint32(p), true
}

// nvme is the table of the CRC-64 that S3 computes when it is sent no other checksum, of
// the polynomial of the NVM Express specification in reversed bit order.
var nvme = crc64.MakeTable(0x9a6c9329ac4bc9b5)

// checkCRC64 compares what the store computed of a body with the body. It serves where a
// server answers with this checksum in place of the one that it was sent.
func checkCRC64(returned *string, body []byte) error {
	if returned == nil {
		return nil
	}
	p, err := base64.StdEncoding.DecodeString(*returned)
	if err != nil || len(p) != 8 {
		return nil //nolint:nilerr // a checksum of checksums is not comparable
	}
	if sent, held := crc64.Checksum(body, nvme), binary.BigEndian.Uint64(p); sent != held {
		return objstore.Errorf(objstore.ErrChecksum, "CRC64NVME %016x was sent, the store holds %016x", sent, held)
	}
	return nil
}
