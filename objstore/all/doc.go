// Package all opens the buckets of every store that this module has a driver for: Amazon
// S3 and what speaks its protocol (s3://), Google Cloud Storage (gs://), Azure Blob
// Storage (az://), directories (file://), and memory (mem://), if it is given one.
//
// It is for programs that are told by their users where data is, as the command-line
// tool. A program that knows its stores imports their packages instead, and links no
// other cloud's SDK.
package all
