package clouds_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/internal/emulator/clouds"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
	"github.com/skyferry/skyferry/objstore/gcs"
	"github.com/skyferry/skyferry/objstore/s3"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Each server has a bucket that can be written to.
func TestBuckets(t *testing.T) {
	_, ofS3 := clouds.S3(t)
	_, ofGCS := clouds.GCS(t)
	azurite, ofAzblob := clouds.Azblob(t)
	openers := objstore.Openers{s3.Opener(ofS3), gcs.Opener(ofGCS), azblob.Opener(ofAzblob)}
	for _, url := range []string{"s3://" + clouds.Bucket, "gs://" + clouds.Bucket, "az://" + azurite.Account + "/" + clouds.Bucket} {
		b, err := openers.Open(t.Context(), url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if o, err := b.Put(t.Context(), "key", []byte("content"), objstore.Attrs{}); err != nil || o.Size != 7 {
			t.Errorf("%s: %+v, %v", url, o, err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}
