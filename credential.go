package skyferry

import (
	"context"
	"fmt"

	"github.com/skyferry/skyferry/dataplane"
)

// gatewayStores are both ends' stores as gateways open them.
func (o Options) gatewayStores(ctx context.Context, from, to endpoint) (source, destination dataplane.Store, err error) {
	source, destination = dataplane.Store{Bucket: from.bucket}, dataplane.Store{Bucket: to.bucket}
	if source.Credential, err = o.gatewayCredential(ctx, from, o.SrcCredential); err != nil {
		return source, destination, fmt.Errorf("the credential of the source's gateways: %w", err)
	}
	if destination.Credential, err = o.gatewayCredential(ctx, to, o.DstCredential); err != nil {
		return source, destination, fmt.Errorf("the credential of the destination's gateways: %w", err)
	}
	return source, destination, nil
}

// gatewayCredential is what gateways open a bucket with. Those in this process do as was
// done here: with the default of the same stores, which renews itself.
func (o Options) gatewayCredential(ctx context.Context, e endpoint, given []byte) ([]byte, error) {
	if given != nil || o.Fleet == nil {
		return given, nil
	}
	return o.Stores.Credential(ctx, e.bucket.URL())
}
