package dataplane

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/wire"
)

// Transfer is one transfer's identity and secrets, made before its gateways start.
type Transfer struct {
	id         [16]byte
	secret     []byte
	authority  *control.Authority
	credential control.Credential // the coordinator's
	opts       Options

	mu      sync.Mutex
	hopKeys map[string][]byte // by node
}

// New makes a transfer: a fresh identity, a secret and a certificate authority that
// only it uses. ErrInvalid if an option is out of range.
func New(opts Options) (*Transfer, error) {
	opts = opts.withDefaults()
	if err := opts.check(); err != nil {
		return nil, err
	}
	authority, err := control.NewAuthority(opts.Lifetime)
	if err != nil {
		return nil, err
	}
	credential, err := authority.Coordinator()
	if err != nil {
		return nil, err
	}
	t := &Transfer{authority: authority, credential: credential, opts: opts, secret: random(wire.KeySize), hopKeys: make(map[string][]byte)}
	copy(t.id[:], random(len(t.id)))
	return t, nil
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: crypto/rand stops the program instead
	return b
}

// ID names the transfer, in hexadecimal.
func (t *Transfer) ID() string { return hex.EncodeToString(t.id[:]) }

// Bootstrap returns the document that the gateway of that name reads from its standard
// input. It holds the key of the gateway's certificate: it is written to nothing else.
func (t *Transfer) Bootstrap(node string) ([]byte, error) {
	credential, err := t.authority.Gateway(node)
	if err != nil {
		return nil, err
	}
	doc, err := json.Marshal(bootstrap{Node: node, Credential: credential, Listen: t.opts.Listen, Idle: t.opts.Idle})
	if err != nil {
		return nil, fmt.Errorf("encoding the bootstrap document of %q: %w", node, err)
	}
	return append(doc, '\n'), nil
}

// hopKey is what a connection to the node must know.
func (t *Transfer) hopKey(node string) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hopKeys[node] == nil {
		t.hopKeys[node] = random(wire.KeySize)
	}
	return t.hopKeys[node]
}

// Run moves a job through the gateways of a topology, which have been started with
// Bootstrap's documents, and returns when everything has ended: every object is moved
// and verified or reported as failed. The report is valid beside an error too, and says
// what was done until then. Kinds of errors: ErrInvalid, ErrGatewaysLost, ErrStalled,
// those of ctx, and those of the listing of the job's items.
//
// A Transfer runs once at a time; its gateways may serve several jobs one after the other.
func (t *Transfer) Run(ctx context.Context, top Topology, job Job) (*Report, error) {
	if err := errors.Join(top.check(), job.check()); err != nil {
		return nil, err
	}
	c, err := newCoordinator(t, top, job)
	if err != nil {
		return nil, err
	}
	err = c.run(ctx)
	return c.report(), err
}

func (j Job) check() error {
	if j.Source.Bucket == nil || j.Destination.Bucket == nil || j.Items == nil {
		return fmt.Errorf("%w: a job needs a source, a destination and items", ErrInvalid)
	}
	return nil
}
