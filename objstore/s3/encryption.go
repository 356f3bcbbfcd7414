package s3

import (
	"crypto/md5"
	"encoding/base64"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

func (e Encryption) algorithm() types.ServerSideEncryption {
	return types.ServerSideEncryption(e.Algorithm)
}

func (e Encryption) kmsKey() *string { return optional(e.KMSKey) }

func (e Encryption) bucketKey() *bool {
	if !e.BucketKey {
		return nil
	}
	return aws.Bool(true)
}

// A customer's key goes with each request that writes or reads an object, a part too.

func (e Encryption) customerAlgorithm() *string {
	if e.CustomerKey == nil {
		return nil
	}
	return aws.String("AES256")
}

func (e Encryption) customerKey() *string {
	if e.CustomerKey == nil {
		return nil
	}
	return aws.String(base64.StdEncoding.EncodeToString(e.CustomerKey))
}

func (e Encryption) customerKeyMD5() *string {
	if e.CustomerKey == nil {
		return nil
	}
	sum := md5.Sum(e.CustomerKey)
	return aws.String(base64.StdEncoding.EncodeToString(sum[:]))
}

// optional returns nil for what is not set.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
