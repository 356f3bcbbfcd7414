package control

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
)

// Credential is a certificate, its key, and the authority to trust, each in PEM. It is
// sent as JSON; printed or logged it does not show the key.
type Credential struct {
	CA          string `json:"ca"`
	Certificate string `json:"certificate"`
	Key         string `json:"key"`
}

// String tells nothing.
func (c Credential) String() string { return "credential (withheld)" }

// GoString tells nothing.
func (c Credential) GoString() string { return c.String() }

// LogValue tells nothing.
func (c Credential) LogValue() slog.Value { return slog.StringValue(c.String()) }

// ServerTLS is the configuration of a gateway: only the transfer's coordinator may
// connect.
func (c Credential) ServerTLS() (*tls.Config, error) {
	config, pool, err := c.load()
	if err != nil {
		return nil, err
	}
	config.ClientAuth, config.ClientCAs = tls.RequireAndVerifyClientCert, pool
	return config, nil
}

// ClientTLS is the configuration of the coordinator for calling the gateway of
// that name.
func (c Credential) ClientTLS(node string) (*tls.Config, error) {
	config, pool, err := c.load()
	if err != nil {
		return nil, err
	}
	config.RootCAs, config.ServerName = pool, ServerName(node)
	return config, nil
}

func (c Credential) load() (*tls.Config, *x509.CertPool, error) {
	pair, err := tls.X509KeyPair([]byte(c.Certificate), []byte(c.Key))
	if err != nil {
		return nil, nil, fmt.Errorf("reading the control certificate: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM([]byte(c.CA)) {
		return nil, nil, errors.New("reading the control authority: no certificate in it")
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}, pool, nil
}
