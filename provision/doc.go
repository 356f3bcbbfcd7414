// Package provision starts the machines that gateways run on, and ends them.
//
// A [Provider] is one place to get machines from: the processes of this machine (package
// provision/local), hosts reached by SSH, a cloud. Its Start brings up one machine with a gateway
// on it, described by a [Spec], and returns when the gateway has said where it listens; the
// [Instance] it returns tells when and why that gateway ended.
//
// A gateway is a program with three habits, the same everywhere:
//
//   - It reads a bootstrap document from its standard input. That stream then stays open: its end
//     is the order to end, and it ends by itself when whoever started the gateway dies.
//   - It prints one line of JSON to standard output when it listens, a [Ready].
//   - It writes what people should read to standard error.
//
// This package knows nothing of what the gateway does, and the bootstrap document is opaque to it.
//
// Failures are of the type [*Error], with a [Kind] for each sort that calls for another action.
// Package provisiontest has the tests that every provider must pass.
package provision
