package s3_test

import (
	"cmp"
	"context"
	"os"
	"testing"

	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

func TestMain(m *testing.M) {
	if os.Getenv(clientVariable) != "" {
		clientMain()
	}
	goleak.VerifyTestMain(m)
}

// newBucket makes a bucket with the SDK's own client.
func newBucket(t testing.TB, server *emulator.Server, name string) {
	t.Helper()
	newBucketIn(t, server, name, "us-east-1")
}

func newBucketIn(t testing.TB, server *emulator.Server, name, region string) {
	t.Helper()
	client := sdk.New(sdk.Options{
		BaseEndpoint: &server.URL, Region: region, UsePathStyle: true, HTTPClient: s3.NewTestClient(t),
		Credentials: credentials.NewStaticCredentialsProvider(server.Account, server.Secret, ""),
	})
	if _, err := client.CreateBucket(t.Context(), &sdk.CreateBucketInput{Bucket: &name}); err != nil {
		t.Fatal(err)
	}
}

// options are those for a server, with what more says.
func options(server *emulator.Server, more s3.Options) *s3.Options {
	more.Endpoint = cmp.Or(more.Endpoint, server.URL)
	if more.Credential == nil {
		more.Credential = &s3.Credential{AccessKeyID: server.Account, SecretAccessKey: server.Secret}
	}
	return &more
}

func open(t testing.TB, name string, opts *s3.Options) *objstore.Bucket {
	t.Helper()
	b, err := s3.Open(context.Background(), name, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}
