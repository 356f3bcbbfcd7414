package dataplane

import (
	"maps"
	"time"

	"github.com/skyferry/skyferry/internal/control"
)

// WithSetUp returns the options with another time for each step of setting up a circuit.
func (o ServeOptions) WithSetUp(d time.Duration) ServeOptions {
	o.setUp = d
	return o
}

// WithStrangers returns the options with another number of connections that may be
// without a token at once.
func (o ServeOptions) WithStrangers(n int) ServeOptions {
	o.strangers = n
	return o
}

// Secrets returns what must never be shown, by what it is.
func (t *Transfer) Secrets() map[string][]byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	secrets := maps.Clone(t.hopKeys)
	secrets["the transfer's secret"] = t.secret
	secrets["the coordinator's certificate"] = []byte(t.credential.Key)
	return secrets
}

// RawID is the transfer's identity as it stands in joins.
func (t *Transfer) RawID() [16]byte { return t.id }

// HopKey is what a connection to the node must know.
func (t *Transfer) HopKey(node string) []byte { return t.hopKey(node) }

// CoordinatorCredential is the coordinator's.
func (t *Transfer) CoordinatorCredential() control.Credential { return t.credential }

// GatewayCredential is one that a gateway holds.
func (t *Transfer) GatewayCredential(node string) (control.Credential, error) {
	return t.authority.Gateway(node)
}
