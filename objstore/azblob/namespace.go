package azblob

import (
	"context"
	"errors"
	"sync"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/skyferry/skyferry/objstore"
)

// namespace knows how the account keeps names, once somebody wanted to know.
type namespace struct {
	mu     sync.Mutex
	kind   Namespace
	silent bool // the service does not say
}

// find returns the kind; NamespaceAuto if the service does not say.
func (n *namespace) find(ctx context.Context, client *container.Client) (Namespace, error) {
	n.mu.Lock()
	kind, silent := n.kind, n.silent
	n.mu.Unlock()
	if kind != NamespaceAuto || silent {
		return kind, nil
	}
	kind, err := ask(ctx, client)
	if err != nil {
		return kind, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.kind, n.silent = kind, kind == NamespaceAuto
	return kind, nil
}

func ask(ctx context.Context, client *container.Client) (Namespace, error) {
	out, err := client.GetAccountInfo(ctx, nil)
	if err == nil {
		if out.IsHierarchicalNamespaceEnabled != nil && *out.IsHierarchicalNamespaceEnabled {
			return NamespaceHierarchical, nil
		}
		return NamespaceFlat, nil
	}
	if _, answered := errors.AsType[*azcore.ResponseError](err); !answered || objstore.KindOf(classify(err)).Retryable() {
		return NamespaceAuto, classify(err)
	}
	return NamespaceAuto, nil // whether the credential is any good is for the real request to say
}
