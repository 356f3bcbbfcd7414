package azblob_test

import (
	"cmp"
	"context"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// vendor returns the SDK's own client of a container, for what the driver does not do.
func vendor(t testing.TB, server *emulator.Server, name string) *container.Client {
	t.Helper()
	key, err := container.NewSharedKeyCredential(server.Account, server.Secret)
	if err != nil {
		t.Fatal(err)
	}
	opts := &container.ClientOptions{}
	opts.Transport = httpClient(t)
	client, err := container.NewClientWithSharedKeyCredential(server.URL+"/"+server.Account+"/"+name, key, opts)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// newContainer makes a container.
func newContainer(t testing.TB, server *emulator.Server, name string) *container.Client {
	t.Helper()
	client := vendor(t, server, name)
	if _, err := client.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return client
}

// options are those for a server, with what more says.
func options(server *emulator.Server, more azblob.Options) *azblob.Options {
	more.Endpoint = cmp.Or(more.Endpoint, server.URL)
	if more.Credential == nil && more.Token == nil {
		more.Credential = &azblob.Credential{AccountKey: server.Secret}
	}
	return &more
}

func open(t testing.TB, server *emulator.Server, name string, more azblob.Options) *objstore.Bucket {
	t.Helper()
	b, err := azblob.Open(context.Background(), server.Account, name, options(server, more))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}
