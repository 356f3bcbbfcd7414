package objstore

// Upload is a multipart upload in progress. It is plain data, to be encoded as JSON
// and handed to other processes: one starts it, others put parts, a third completes
// it.
//
// Every part is PartSize bytes long but the last. An object of 0 bytes has one part
// of 0 bytes.
type Upload struct {
	Key      string `json:"key"`
	ID       string `json:"id"` // the store's; opaque
	Size     int64  `json:"size"`
	PartSize int64  `json:"part_size"`
	Attrs    Attrs  `json:"attrs"`
}

// Parts returns the number of parts; they are numbered from 1.
func (u Upload) Parts() int {
	return int(max(1, ceilDiv(u.Size, max(1, u.PartSize))))
}

// PartRange returns where in the object the part with this number begins and how long it is.
func (u Upload) PartRange(number int) (off, n int64) {
	off = int64(number-1) * u.PartSize
	return off, min(u.PartSize, u.Size-off)
}

// Part is a part that the store has accepted.
type Part struct {
	Number int    `json:"number"` // from 1
	Size   int64  `json:"size"`   // bytes
	ETag   string `json:"etag"`   // the store's; opaque, never a checksum

	// CRC32C is the Castagnoli checksum of the part as the store received it; it
	// means something only if HasCRC32C.
	CRC32C    uint32 `json:"crc32c"`
	HasCRC32C bool   `json:"has_crc32c"`
}
