// Package control is the channel between a transfer's coordinator and its gateways:
// gRPC messages generated from control.proto, and the certificates of mutual TLS.
//
// The generated files come from protoc 3.21.12 (Debian's protobuf-compiler) with
// protoc-gen-go v1.36.12 and protoc-gen-go-grpc v1.6.2. "make generate" installs those two
// and gives the same bytes again; other versions change at least the comments.
package control

//go:generate protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative control.proto
