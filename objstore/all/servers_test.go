package all_test

import (
	"testing"

	"github.com/skyferry/skyferry/internal/emulator/clouds"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/all"
	"github.com/skyferry/skyferry/objstore/mem"
)

// stores starts a server for each cloud and opens an empty bucket of every store, by
// scheme.
func stores(t *testing.T) map[string]*objstore.Bucket {
	t.Helper()
	_, s3 := clouds.S3(t)
	_, gcs := clouds.GCS(t)
	azurite, azblob := clouds.Azblob(t)
	openers := all.Openers(&all.Options{S3: s3, GCS: gcs, Azblob: azblob, Mem: mem.NewStore()})
	return map[string]*objstore.Bucket{
		"s3":   open(t, openers, "s3://"+clouds.Bucket),
		"gs":   open(t, openers, "gs://"+clouds.Bucket),
		"az":   open(t, openers, "az://"+azurite.Account+"/"+clouds.Bucket),
		"file": open(t, openers, "file://"+t.TempDir()),
		"mem":  open(t, openers, "mem://"+clouds.Bucket),
	}
}
