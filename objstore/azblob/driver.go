package azblob

import (
	"context"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/skyferry/skyferry/objstore"
)

// driver is a container's.
type driver struct {
	url     string
	options Options
	auth    auth
	client  *container.Client
	release func()

	namespace namespace
	uploads   uploads
}

var _ interface {
	objstore.Driver
	objstore.FullReader
	objstore.AttrFitter
	objstore.Copier
} = (*driver)(nil)

func newDriver(account, name string, o Options) (*driver, error) {
	a, err := o.auth(account)
	if err != nil {
		return nil, err
	}
	client, release, err := o.client(account, name, a)
	if err != nil {
		return nil, err
	}
	d := &driver{
		url: scheme + "://" + account + "/" + name, options: o, auth: a, client: client, release: release,
	}
	d.namespace.kind = o.Namespace
	return d, nil
}

func (d *driver) URL() string { return d.url }

func (d *driver) Limits() objstore.Limits {
	l := azure
	l.ListsFromStart = d.options.Namespace == NamespaceHierarchical
	l.ListsBare = !d.options.NoTags // of attributes it only leaves out the tags
	return l
}

func (d *driver) CheckKey(key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if d.options.Namespace == NamespaceHierarchical && hasEmptyComponent(key) {
		return errEmptyComponent
	}
	if d.options.CheckKey != nil {
		return d.options.CheckKey(key)
	}
	return nil
}

func (d *driver) Close() error {
	d.release()
	return nil
}

// checkWrite refuses a key that the account's kind of namespace would change.
func (d *driver) checkWrite(ctx context.Context, key string) error {
	if !hasEmptyComponent(key) {
		return nil
	}
	kind, err := d.namespace.find(ctx, d.client)
	if err == nil && kind == NamespaceHierarchical {
		return errEmptyComponent
	}
	return err
}

func hasEmptyComponent(key string) bool {
	return strings.HasPrefix(key, "/") || strings.HasSuffix(key, "/") || strings.Contains(key, "//")
}

var errEmptyComponent = &objstore.Error{
	Kind: objstore.ErrKey, Hint: "an account with a hierarchical namespace holds no name with an empty component",
}
