package s3_test

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// vendor returns the SDK's own client of a server, for what the driver does not do.
func vendor(t testing.TB, server *emulator.Server) *sdk.Client {
	client := s3.NewTestClient(t)
	return sdk.New(sdk.Options{
		BaseEndpoint: &server.URL, Region: "us-east-1", UsePathStyle: true, HTTPClient: client,
		Credentials: credentials.NewStaticCredentialsProvider(server.Account, server.Secret, ""),
	})
}

// newBucket makes a bucket.
func newBucket(t testing.TB, server *emulator.Server, name string) {
	t.Helper()
	if _, err := vendor(t, server).CreateBucket(t.Context(), &sdk.CreateBucketInput{Bucket: &name}); err != nil {
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

// bucketName makes a name that S3 allows of that of a test.
func bucketName(t testing.TB) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(t.Name()))
	return strings.Trim(name[:min(len(name), 60)], "-")
}

var _ = aws.String
