package dataplane

import (
	"iter"

	"github.com/skyferry/skyferry/objstore"
)

// Store is a bucket as the coordinator uses it, and how a gateway opens the same.
type Store struct {
	Bucket     *objstore.Bucket
	Credential []byte // sent to the gateways over the control channel
}

// Item is one object to move.
type Item struct {
	Source objstore.Object
	Key    string // at the destination
}

// Job says what to move.
type Job struct {
	Source      Store
	Destination Store

	// Items yields the objects. An error that concerns one key (objstore.IsKeyError)
	// is reported for it and the rest goes on; any other ends the transfer.
	Items iter.Seq2[Item, error]

	// LookUp: the items come from a listing that leaves out attributes and checksums
	// (objstore.Limits.ListsBare), so each is looked up at the source before it moves,
	// several at once.
	LookUp bool

	// TotalBytes is for progress; 0 if unknown.
	TotalBytes int64
}
