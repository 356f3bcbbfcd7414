// Package skyferry moves bulk data between object stores over an overlay of
// short-lived gateways.
//
// [Copy] is the one call that does all: it lists the source, finds the cheapest plan
// that reaches the wanted rate on a grid of measured throughput and prices, starts
// gateways, moves the data through them, proves that every byte arrived, and leaves
// nothing behind. [Bench] measures the same machinery without stores.
//
// The caller hands over the stores and the provider of machines that he wants, so that
// a program links only the clouds it uses. Everything blocks until it is done and obeys
// its context; nothing is printed, and there is no global state.
package skyferry
