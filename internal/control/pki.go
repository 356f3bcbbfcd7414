package control

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"time"
)

// Authority issues the certificates of one transfer and is forgotten with it.
type Authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	lifetime    time.Duration
}

// clockSkew is how far a new machine's clock may be behind the caller's.
const clockSkew = 10 * time.Minute

// NewAuthority makes a certificate authority that is valid for lifetime, as are the
// certificates that it issues. A clock that is up to ten minutes behind the caller's
// does no harm.
func NewAuthority(lifetime time.Duration) (*Authority, error) {
	if lifetime <= 0 {
		return nil, fmt.Errorf("making the transfer's certificate authority: a lifetime of %v", lifetime)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making the transfer's certificate authority: %w", err)
	}
	a := &Authority{key: key, lifetime: lifetime}
	template := a.template("skyferry transfer")
	template.IsCA, template.BasicConstraintsValid, template.MaxPathLenZero = true, true, true
	template.KeyUsage = x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("making the transfer's certificate authority: %w", err)
	}
	if a.certificate, err = x509.ParseCertificate(der); err != nil {
		return nil, fmt.Errorf("reading the transfer's certificate authority back: %w", err)
	}
	return a, nil
}

func (a *Authority) template(name string) *x509.Certificate {
	serial := make([]byte, 16)
	_, _ = rand.Read(serial) // never fails: crypto/rand stops the program instead
	return &x509.Certificate{
		SerialNumber: new(big.Int).SetBytes(serial),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-clockSkew),
		NotAfter:     time.Now().Add(a.lifetime),
		KeyUsage:     x509.KeyUsageDigitalSignature,
	}
}

// Coordinator issues the certificate that gateways accept commands from.
func (a *Authority) Coordinator() (Credential, error) {
	template := a.template("coordinator")
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	return a.issue(template)
}

// Gateway issues the certificate of the gateway of that name. It serves only: a
// gateway cannot pose as the coordinator.
func (a *Authority) Gateway(node string) (Credential, error) {
	template := a.template(node)
	template.DNSNames = []string{ServerName(node)}
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	return a.issue(template)
}

// ServerName is the name in the certificate of a gateway; node names hold
// characters that host names may not.
func ServerName(node string) string {
	sum := sha256.Sum256([]byte(node))
	return hex.EncodeToString(sum[:16]) + ".gateway.invalid"
}

func (a *Authority) issue(template *x509.Certificate) (Credential, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Credential{}, fmt.Errorf("making a key for %q: %w", template.Subject.CommonName, err)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key)
	if err != nil {
		return Credential{}, fmt.Errorf("issuing the certificate of %q: %w", template.Subject.CommonName, err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return Credential{}, fmt.Errorf("encoding the key of %q: %w", template.Subject.CommonName, err)
	}
	return Credential{
		CA:          encode("CERTIFICATE", a.certificate.Raw),
		Certificate: encode("CERTIFICATE", der),
		Key:         encode("PRIVATE KEY", keyDER),
	}, nil
}

func encode(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}
