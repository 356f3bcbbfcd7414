package all_test

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
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/all"
	"github.com/skyferry/skyferry/objstore/azblob"
	"github.com/skyferry/skyferry/objstore/gcs"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/objstore/s3"
)

// stores starts a server for each cloud, with an empty bucket each, and opens a bucket of
// every store.
func stores(t *testing.T) map[string]*objstore.Bucket {
	t.Helper()
	versitygw, fakeGCS, azurite := emulator.Versitygw(t, nil), emulator.FakeGCS(t), emulator.Azurite(t)
	makeS3Bucket(t, versitygw)
	makeGCSBucket(t, fakeGCS)
	makeContainer(t, azurite)
	openers := all.Openers(&all.Options{
		S3:     &s3.Options{Endpoint: versitygw.URL, Credential: &s3.Credential{AccessKeyID: versitygw.Account, SecretAccessKey: versitygw.Secret}},
		GCS:    &gcs.Options{Endpoint: fakeGCS.URL},
		Azblob: &azblob.Options{Endpoint: azurite.URL, Credential: &azblob.Credential{AccountKey: azurite.Secret}},
		Mem:    mem.NewStore(),
	})
	return map[string]*objstore.Bucket{
		"s3":   open(t, openers, "s3://bucket"),
		"gs":   open(t, openers, "gs://bucket"),
		"az":   open(t, openers, "az://"+azurite.Account+"/bucket"),
		"file": open(t, openers, "file://"+t.TempDir()),
		"mem":  open(t, openers, "mem://bucket"),
	}
}

func makeS3Bucket(t *testing.T, server *emulator.Server) {
	t.Helper()
	name := "bucket"
	client := sdk.New(sdk.Options{
		BaseEndpoint: &server.URL, Region: "us-east-1", UsePathStyle: true,
		HTTPClient:  httpClient(t),
		Credentials: credentials.NewStaticCredentialsProvider(server.Account, server.Secret, ""),
	})
	if _, err := client.CreateBucket(t.Context(), &sdk.CreateBucketInput{Bucket: &name}); err != nil {
		t.Fatal(err)
	}
}

func makeGCSBucket(t *testing.T, server *emulator.Server) {
	t.Helper()
	client, err := storage.NewClient(context.Background(), option.WithEndpoint(server.URL+"/storage/v1/"), option.WithHTTPClient(httpClient(t)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	if err := client.Bucket("bucket").Create(t.Context(), "project", nil); err != nil {
		t.Fatal(err)
	}
}

func makeContainer(t *testing.T, server *emulator.Server) {
	t.Helper()
	key, err := container.NewSharedKeyCredential(server.Account, server.Secret)
	if err != nil {
		t.Fatal(err)
	}
	opts := &container.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: httpClient(t)}}
	client, err := container.NewClientWithSharedKeyCredential(server.URL+"/"+server.Account+"/bucket", key, opts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// httpClient returns a client whose connections end with the test.
func httpClient(t *testing.T) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}
