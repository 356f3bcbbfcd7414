// Package wrap has drivers that stand before those of stores: [Retry] makes calls again
// that may succeed then, [Limit] keeps to rates of bytes and requests, [Meter] counts.
// Each of them makes such drivers, to be put before a bucket's own with [objstore.Wrap]:
//
//	b = objstore.Wrap(b, wrap.Meter(&counter))
//	b = objstore.Wrap(b, wrap.Limit(wrap.LimitOptions{RequestsPerSecond: 100}))
//	b = objstore.Wrap(b, wrap.Retry(nil))
//
// In this order every attempt is held to the limits and is counted.
//
// A wrapped driver has the optional abilities of the driver behind it (such as
// [objstore.FullReader] and [objstore.Copier]) and keeps the contract of
// [objstore.Driver]: the conformance suite runs over each.
package wrap
