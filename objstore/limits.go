package objstore

// Limits says what a store can hold and how it wants to be written. A limit of 0 means
// none. Rates are what the store's vendor documents, 0 is unknown.
type Limits struct {
	MinPartSize   int64 // bytes of every part of an upload but the last
	MaxPartSize   int64 // bytes of a part
	MaxParts      int   // parts of an upload
	MaxPutSize    int64 // bytes of an object written by Put
	MaxObjectSize int64 // bytes of an object
	MaxKeyBytes   int   // bytes of a key
	MaxDelete     int   // keys of one delete request; Bucket splits longer lists

	// MaxMetadataBytes bounds the names and values of Attrs.Metadata together.
	MaxMetadataBytes int

	// EqualParts: all parts of an upload but the last must have one size. Bucket sees
	// to that for all stores; who writes to a driver directly must, too.
	EqualParts bool

	// ListsFromStart: a listing that begins in the middle costs the store as much as one
	// from the start, so that ListParallel is of no use.
	ListsFromStart bool

	// ListsBare: a listing leaves out attributes, or a checksum, that Stat tells. Who needs
	// them asks for each object.
	ListsBare bool

	KeyRules      string // which keys are refused, in a sentence for people; "" is none
	MetadataRules string // which attributes are refused or changed, in a sentence for people; "" is none

	ReadBytesPerSecond  int64 // of one object
	WriteBytesPerSecond int64 // of one object
	RequestsPerSecond   int   // of what the vendor counts together: a prefix, a bucket or an account

	NoAttrs    bool // the store drops Attrs: callers report the loss
	NoChecksum bool // the store does not compute the CRC32C of what it was given
}

// PartSize returns the part size closest to want, in bytes, that the store takes for
// an object of size bytes. ErrInvalid if there is none.
func (l Limits) PartSize(size, want int64) (int64, error) {
	if err := checkMost(size, l.MaxObjectSize); err != nil {
		return 0, err
	}
	part := max(want, l.MinPartSize, 1)
	if l.MaxParts > 0 {
		part = max(part, ceilDiv(size, int64(l.MaxParts)))
	}
	if l.MaxPartSize > 0 && part > l.MaxPartSize {
		part = l.MaxPartSize
	}
	if err := l.checkUpload(Upload{Size: size, PartSize: part}); err != nil {
		return 0, err
	}
	return part, nil
}

// checkPut holds the size of an object written at once against the limits.
func (l Limits) checkPut(size int64) error {
	if err := checkMost(size, l.MaxObjectSize); err != nil {
		return err
	}
	err := checkMost(size, l.MaxPutSize)
	if err != nil {
		err.Hint = "write it in parts with CreateUpload"
		return err
	}
	return nil
}

// checkUpload holds an upload's sizes against the limits.
func (l Limits) checkUpload(u Upload) error {
	switch {
	case u.Size < 0:
		return Errorf(ErrInvalid, "a size of %d bytes", u.Size)
	case u.PartSize < 1:
		return Errorf(ErrInvalid, "a part size of %d bytes", u.PartSize)
	case u.PartSize < l.MinPartSize:
		return Errorf(ErrInvalid, "a part size of %d bytes is below the store's least of %d", u.PartSize, l.MinPartSize)
	case l.MaxPartSize > 0 && u.PartSize > l.MaxPartSize:
		return Errorf(ErrInvalid, "a part size of %d bytes is above the store's largest of %d", u.PartSize, l.MaxPartSize)
	case l.MaxParts > 0 && ceilDiv(u.Size, u.PartSize) > int64(l.MaxParts):
		return Errorf(ErrInvalid, "%d bytes in parts of %d are more parts than the %d that the store takes", u.Size, u.PartSize, l.MaxParts)
	}
	if err := checkMost(u.Size, l.MaxObjectSize); err != nil {
		return err
	}
	return nil
}

// checkMost returns nil or an error, never a nil error in an interface: callers see to that.
func checkMost(size, most int64) *Error {
	if most > 0 && size > most {
		return Errorf(ErrInvalid, "%d bytes are more than the %d that the store takes", size, most)
	}
	return nil
}

// ceilDiv returns a/b rounded up, for a ≥ 0 and b ≥ 1, without overflow.
func ceilDiv(a, b int64) int64 {
	n := a / b
	if a%b > 0 {
		n++
	}
	return n
}
