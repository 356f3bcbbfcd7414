// Package clouds starts the servers of package emulator, each with an empty bucket, and
// says with which options a driver reaches it: for tests of what is built upon stores.
// (Tests of a driver make buckets by themselves.)
package clouds

import (
	"context"
	"net/http"
	"testing"

	"cloud.google.com/go/storage"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/aws/aws-sdk-go-v2/credentials"
	sdk "github.com/aws/aws-sdk-go-v2/service/s3"
	"google.golang.org/api/option"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore/azblob"
	"github.com/skyferry/skyferry/objstore/gcs"
	"github.com/skyferry/skyferry/objstore/s3"
)

// Bucket is the name of the bucket, or container, that each server has.
const Bucket = "bucket"

// S3 starts versitygw, which keeps objects as files: keys that are no paths are refused.
func S3(t testing.TB) (*emulator.Server, *s3.Options) {
	t.Helper()
	server, name := emulator.Versitygw(t, nil), Bucket
	client := sdk.New(sdk.Options{
		BaseEndpoint: &server.URL, Region: "us-east-1", UsePathStyle: true, HTTPClient: httpClient(t),
		Credentials: credentials.NewStaticCredentialsProvider(server.Account, server.Secret, ""),
	})
	if _, err := client.CreateBucket(t.Context(), &sdk.CreateBucketInput{Bucket: &name}); err != nil {
		t.Fatal(err)
	}
	return server, &s3.Options{
		Endpoint:   server.URL,
		Credential: &s3.Credential{AccessKeyID: server.Account, SecretAccessKey: server.Secret},
		CheckKey:   s3.FileKeys,
	}
}

// GCS starts fake-gcs-server, which asks for no credential.
func GCS(t testing.TB) (*emulator.Server, *gcs.Options) {
	t.Helper()
	server := emulator.FakeGCS(t)
	client, err := storage.NewClient(context.Background(), option.WithEndpoint(server.URL+"/storage/v1/"), option.WithHTTPClient(httpClient(t)), option.WithoutAuthentication())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close() //nolint:errcheck // it has been used
	if err := client.Bucket(Bucket).Create(t.Context(), "project", nil); err != nil {
		t.Fatal(err)
	}
	return server, &gcs.Options{Endpoint: server.URL}
}

// Azblob starts Azurite. A container's URL begins with az:// and the server's account.
func Azblob(t testing.TB) (*emulator.Server, *azblob.Options) {
	t.Helper()
	server := emulator.Azurite(t)
	key, err := container.NewSharedKeyCredential(server.Account, server.Secret)
	if err != nil {
		t.Fatal(err)
	}
	opts := &container.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: httpClient(t)}}
	client, err := container.NewClientWithSharedKeyCredential(server.URL+"/"+server.Account+"/"+Bucket, key, opts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return server, &azblob.Options{Endpoint: server.URL, Credential: &azblob.Credential{AccountKey: server.Secret}}
}

// httpClient returns a client whose connections end with the test.
func httpClient(t testing.TB) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}
