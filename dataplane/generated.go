package dataplane

import (
	"context"
	"fmt"
	"slices"

	"github.com/skyferry/skyferry/internal/synth"
	"github.com/skyferry/skyferry/objstore"
)

// GeneratedJob is a transfer without stores: that many objects of size bytes each are
// generated at the source and dropped at the destination, after their checksums were
// compared with what is known of them without reading. It separates the network from
// storage.
func GeneratedJob(ctx context.Context, objects int, size int64) (Job, error) {
	source, err := synth.OpenSource(synth.SourceURL(objects, size))
	if err != nil {
		return Job{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return Job{
		Source:      Store{Bucket: source},
		Destination: Store{Bucket: synth.OpenSink(synth.SinkURL)},
		TotalBytes:  int64(objects) * size,
		Items: func(yield func(Item, error) bool) {
			for o, err := range source.List(ctx, objstore.ListOptions{}) {
				if !yield(Item{Source: o, Key: o.Key}, err) {
					return
				}
			}
		},
	}, nil
}

// withGenerated adds the stores of GeneratedJob.
func withGenerated(openers objstore.Openers) objstore.Openers {
	return append(slices.Clone(openers), synth.Opener(), synth.SinkOpener())
}
