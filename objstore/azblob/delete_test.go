package azblob_test

import (
	"fmt"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// One request deletes 256 keys. What cannot be deleted is named, and the others go.
func TestDeleteBatch(t *testing.T) {
	server := emulator.Azurite(t)
	client := newContainer(t, server, "box")
	front := emulator.NewFront(t, server)
	b := open(t, front.Server, "box", azblob.Options{})
	keys := make([]string, 300)
	for i := range keys {
		keys[i] = fmt.Sprintf("%03d a+%%é/x", i)
		if i%30 == 0 {
			upload(t, client, keys[i], nil)
		}
	}
	held, err := lease.NewBlobClient(client.NewBlobClient(keys[270]), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.AcquireLease(t.Context(), -1, nil); err != nil {
		t.Fatal(err)
	}
	err = b.Delete(t.Context(), keys...)
	e := details(t, err, objstore.ErrPermission)
	if e.Key != keys[270] || e.Hint == "" {
		t.Errorf("%v", err)
	}
	wantRequests(t, front, "POST /box?comp=batch&restype=container", "POST /box?comp=batch&restype=container")
	if left := list(t, b, objstore.ListOptions{}); len(left) != 1 || left[0] != keys[270] {
		t.Errorf("left: %q", left)
	}
	if _, err := held.BreakLease(t.Context(), &lease.BlobBreakOptions{BreakPeriod: to.Ptr(int32(0))}); err != nil {
		t.Fatal(err)
	}
	front.Forget()
	if err := b.Delete(t.Context(), keys[270]); err != nil {
		t.Fatal(err)
	}
	wantRequests(t, front, "DELETE /box/270%20a+%25%C3%A9%2Fx")
}
