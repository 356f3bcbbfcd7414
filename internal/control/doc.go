// Package control is the channel between a transfer's coordinator and its gateways:
// gRPC messages generated from control.proto, and the certificates of mutual TLS.
package control

//go:generate protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative control.proto
