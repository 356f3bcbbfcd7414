package azblob_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// everything returns the errors of all that a bucket does.
func everything(t *testing.T, b *objstore.Bucket) map[string]error {
	t.Helper()
	errs := map[string]error{}
	_, errs["stat"] = b.Stat(t.Context(), "k")
	_, errs["put"] = b.Put(t.Context(), "k", []byte("x"), objstore.Attrs{})
	errs["read"] = b.ReadFull(t.Context(), objstore.Object{Key: "k", Size: 1, Version: "0x1"}, 0, make([]byte, 1))
	_, errs["create upload"] = b.CreateUpload(t.Context(), "k", 1, 1, objstore.Attrs{})
	errs["delete"] = b.Delete(t.Context(), "k")
	errs["delete many"] = b.Delete(t.Context(), "k", "l")
	for _, err := range b.List(t.Context(), objstore.ListOptions{}) {
		errs["list"] = err
	}
	for _, err := range b.List(t.Context(), objstore.ListOptions{StartAfter: "a"}) {
		errs["list from the middle"] = err
	}
	return errs
}

// wantAll makes sure that all errors are of a kind and have a hint that contains a text.
func wantAll(t *testing.T, errs map[string]error, kind objstore.Kind, hint string) {
	t.Helper()
	for name, err := range errs {
		e, ok := errors.AsType[*objstore.Error](err)
		if !ok || e.Kind != kind || !strings.Contains(e.Hint, hint) || e.URL == "" {
			t.Errorf("%s: %v; want kind %q and hint %q", name, err, kind, hint)
		}
	}
}

// What is wrong with a container, a key, a signature or an address is said, of a kind
// and with what can be done, by the service itself.
func TestBadInput(t *testing.T) {
	server := emulator.Azurite(t)
	newContainer(t, server, "box")
	with := func(name string, more azblob.Options) map[string]error {
		return everything(t, open(t, server, name, more))
	}

	wantAll(t, with("nowhere", azblob.Options{}), objstore.ErrNotFound, "the container does not exist")
	wantAll(t, with("box", azblob.Options{Credential: &azblob.Credential{AccountKey: "d3Jvbmc="}}), objstore.ErrPermission, "check the account key")
	wantAll(t, with("box", azblob.Options{Credential: &azblob.Credential{SAS: signature(t, server, -time.Hour, "rwdl")}}),
		objstore.ErrPermission, "the shared access signature expired at 20")
	wantAll(t, with("box", azblob.Options{Credential: &azblob.Credential{Anonymous: true}}), objstore.ErrPermission, "")
	wantAll(t, with("box", azblob.Options{Endpoint: "http://127.0.0.1:1"}), objstore.ErrUnavailable, "the endpoint cannot be reached")

	_, err := open(t, server, "box", azblob.Options{Credential: &azblob.Credential{SAS: signature(t, server, time.Hour, "rl")}}).
		Put(t.Context(), "k", nil, objstore.Attrs{})
	wantKind(t, err, objstore.ErrPermission)
	_, err = open(t, server, "box", azblob.Options{}).Put(t.Context(), `a\b`, nil, objstore.Attrs{})
	wantKind(t, err, objstore.ErrKey)
}

// signature signs a container's shared access signature.
func signature(t *testing.T, server *emulator.Server, valid time.Duration, permissions string) string {
	t.Helper()
	key, err := container.NewSharedKeyCredential(server.Account, server.Secret)
	if err != nil {
		t.Fatal(err)
	}
	q, err := sas.BlobSignatureValues{
		StartTime: time.Now().Add(-2 * time.Hour), ExpiryTime: time.Now().Add(valid), ContainerName: "box", Permissions: permissions,
	}.SignWithSharedKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return q.Encode()
}

// Each answer leads to a kind, and to the wait that it asks for; the SDK's error stays
// within reach, and the message is one line.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		status int
		code   string
		kind   objstore.Kind
	}{
		{503, "ServerBusy", objstore.ErrThrottled},
		{429, "TooManyRequests", objstore.ErrThrottled},
		{500, "OperationTimedOut", objstore.ErrThrottled},
		{500, "InternalError", objstore.ErrUnavailable},
		{502, "", objstore.ErrUnavailable},
		{400, "Md5Mismatch", objstore.ErrChecksum},
		{400, "InvalidUri", objstore.ErrKey},
		{400, "InvalidHeaderValue", objstore.ErrInvalid},
		{400, "InvalidBlobOrBlock", objstore.ErrExists},
		{403, "AuthorizationPermissionMismatch", objstore.ErrPermission},
		{403, "AuthorizationFailure", objstore.ErrPermission},
		{409, "PublicAccessNotPermitted", objstore.ErrPermission},
		{409, "ContainerBeingDeleted", objstore.ErrNotFound},
		{409, "BlobArchived", objstore.ErrUnsupported},
		{412, "LeaseIdMissing", objstore.ErrPermission},
		{413, "RequestBodyTooLarge", objstore.ErrInvalid},
		{501, "NotImplemented", objstore.ErrUnsupported},
		{507, "", objstore.ErrNoSpace},
	} {
		b, front := scripted(t, azblob.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
			w.Header().Set("Retry-After", "7")
			fail(w, c.status, c.code)
		})
		_, err := b.Put(t.Context(), "k", []byte("x"), objstore.Attrs{})
		e := details(t, err, c.kind)
		answer, ok := errors.AsType[*azcore.ResponseError](err)
		if e.RetryAfter != 7*time.Second || !ok || answer.StatusCode != c.status {
			t.Errorf("%d %s: wait %v, %v", c.status, c.code, e.RetryAfter, answer)
		}
		if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "So it is.") {
			t.Errorf("%d %s: %q", c.status, c.code, err)
		}
		if n := len(front.Requests()); n != 1 {
			t.Errorf("%d %s: asked %d times", c.status, c.code, n)
		}
	}
}

// A store that goes silent is given up.
func TestSilence(t *testing.T) {
	server := emulator.Azurite(t)
	newContainer(t, server, "box")
	b := open(t, server, "box", azblob.Options{})
	o, err := b.Put(t.Context(), "k", make([]byte, 100_000), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	front := emulator.NewFront(t, server, emulator.Rule{Fault: emulator.Hang()})
	silent := open(t, front.Server, "box", azblob.Options{Timeout: 50 * time.Millisecond})
	_, err = silent.Put(t.Context(), "k", make([]byte, 100_000), objstore.Attrs{})
	wantKind(t, err, objstore.ErrUnavailable)
	wantKind(t, silent.ReadFull(t.Context(), o, 0, make([]byte, o.Size)), objstore.ErrUnavailable)
}
