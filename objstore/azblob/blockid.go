package azblob

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"

	"github.com/skyferry/skyferry/objstore"
)

// uploadID names an upload; no two have the same.
type uploadID [16]byte

func newUploadID() (id uploadID) {
	rand.Read(id[:])
	return id
}

// text returns what stands in objstore.Upload.ID: the ID, and a check that it belongs to
// this key and these sizes.
func (id uploadID) text(u objstore.Upload) string {
	return hex.EncodeToString(append(id[:], id.check(u)...))
}

func (id uploadID) check(u objstore.Upload) []byte {
	h := sha256.New()
	h.Write(id[:])
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(u.Size)))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(u.PartSize)))
	h.Write([]byte(u.Key))
	return h.Sum(nil)[:4]
}

// parseUpload returns the ID of an upload. ErrNotFound if it was not made here.
func parseUpload(u objstore.Upload) (id uploadID, err error) {
	p, err := hex.DecodeString(u.ID)
	if err != nil || len(p) != len(id)+4 {
		return id, objstore.Errorf(objstore.ErrNotFound, "%q is no ID of an upload", u.ID)
	}
	copy(id[:], p)
	if id.text(u) != u.ID {
		return id, objstore.Errorf(objstore.ErrNotFound, "the upload %s is one of another key or other sizes", u.ID)
	}
	return id, nil
}

// blockID names a block: the part of an upload, and its checksum, so that what waits
// under a key tells what it is. All have one length, as the service demands; there are
// never more than 64 bytes.
type blockID struct {
	upload uploadID
	number uint32 // of the part, from 1; 0: a mark
	crc    uint32 // CRC32C of the part; of a mark, which one it is
}

// The marks.
const (
	markBegun   = 0 // the upload was created
	markAborted = 1 // and is not to be any more
)

// blockIDBytes is the length of a block's ID, before it becomes Base64.
const blockIDBytes = 24

func (b blockID) String() string {
	p := append(make([]byte, 0, blockIDBytes), b.upload[:]...)
	p = binary.BigEndian.AppendUint32(p, b.number)
	p = binary.BigEndian.AppendUint32(p, b.crc)
	return base64.StdEncoding.EncodeToString(p)
}

// parseBlock reads a block's ID; those of other programs are not ok.
func parseBlock(s string) (b blockID, ok bool) {
	p, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(p) != blockIDBytes {
		return blockID{}, false
	}
	copy(b.upload[:], p)
	b.number = binary.BigEndian.Uint32(p[16:])
	b.crc = binary.BigEndian.Uint32(p[20:])
	return b, true
}
