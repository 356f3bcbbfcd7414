// Package crc32c computes the CRC-32 checksum with Castagnoli's polynomial (RFC 3720,
// section 12.1), which S3, Google Cloud Storage and this module use for parts and
// objects, and combines the checksums of parts into that of the whole.
package crc32c
