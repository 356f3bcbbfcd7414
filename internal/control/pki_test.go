package control

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"sync"
	"testing"
	"time"
)

const node = "azure:eastus#0"

// parties are the two ends of a control connection.
type parties struct{ server, client *tls.Config }

func must[T any](t testing.TB) func(value T, err error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func newAuthority(t testing.TB) *Authority {
	t.Helper()
	return must[*Authority](t)(NewAuthority(time.Hour))
}

// transfer makes the two ends that belong to each other.
func transfer(t testing.TB) (*Authority, parties) {
	t.Helper()
	a := newAuthority(t)
	gateway, coordinator := must[Credential](t)(a.Gateway(node)), must[Credential](t)(a.Coordinator())
	return a, parties{must[*tls.Config](t)(gateway.ServerTLS()), must[*tls.Config](t)(coordinator.ClientTLS(node))}
}

// meet lets the ends shake hands on loopback: both may refuse at once, which over a
// pipe without a buffer would block. The client learns what the server makes of its
// certificate from the byte that the server sends, or does not send, afterwards.
func (p parties) meet(t *testing.T) (serverErr, clientErr error) {
	t.Helper()
	listener := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	clientEnd := must[net.Conn](t)(net.Dial("tcp", listener.Addr().String()))
	serverEnd := must[net.Conn](t)(listener.Accept())
	var both sync.WaitGroup
	both.Go(func() {
		defer serverEnd.Close()
		_, serverErr = tls.Server(serverEnd, p.server).Write([]byte{1})
	})
	both.Go(func() {
		defer clientEnd.Close()
		_, clientErr = tls.Client(clientEnd, p.client).Read(make([]byte, 1))
	})
	both.Wait()
	return serverErr, clientErr
}

func TestCoordinatorAndGatewayAcceptEachOther(t *testing.T) {
	_, p := transfer(t)
	if serverErr, clientErr := p.meet(t); serverErr != nil || clientErr != nil {
		t.Errorf("server: %v, client: %v", serverErr, clientErr)
	}
}

// is tells whether an error holds another of type E for which ok is true.
func is[E error](ok func(E) bool) func(error) bool {
	return func(err error) bool {
		e, found := errors.AsType[E](err)
		return found && ok(e)
	}
}

var (
	unknownAuthority = is(func(x509.UnknownAuthorityError) bool { return true })
	otherHost        = is(func(x509.HostnameError) bool { return true })
	otherUse         = is(func(e x509.CertificateInvalidError) bool { return e.Reason == x509.IncompatibleUsage })
	expired          = is(func(e x509.CertificateInvalidError) bool { return e.Reason == x509.Expired })
)

// refusal is a change to one end, which the other end must refuse.
type refusal struct {
	change   func(t *testing.T, a *Authority, p *parties)
	byClient bool
	why      func(error) bool
}

func refusals() map[string]refusal {
	clientOf := func(credential func(a *Authority) (Credential, error)) func(*testing.T, *Authority, *parties) {
		return func(t *testing.T, a *Authority, p *parties) {
			p.client.Certificates = must[*tls.Config](t)(must[Credential](t)(credential(a)).ClientTLS(node)).Certificates
		}
	}
	serverOf := func(credential func(a *Authority) (Credential, error)) func(*testing.T, *Authority, *parties) {
		return func(t *testing.T, a *Authority, p *parties) {
			p.server.Certificates = must[*tls.Config](t)(must[Credential](t)(credential(a)).ServerTLS()).Certificates
		}
	}
	other := func(issue func(*Authority) (Credential, error)) func(*Authority) (Credential, error) {
		return func(*Authority) (Credential, error) {
			a, err := NewAuthority(time.Hour)
			if err != nil {
				return Credential{}, err
			}
			return issue(a)
		}
	}
	gateway := func(a *Authority) (Credential, error) { return a.Gateway(node) }
	return map[string]refusal{
		"gateway as coordinator":     {clientOf(gateway), false, otherUse},
		"other transfer's caller":    {clientOf(other((*Authority).Coordinator)), false, unknownAuthority},
		"caller without certificate": {func(_ *testing.T, _ *Authority, p *parties) { p.client.Certificates = nil }, false, nil},
		"coordinator as gateway":     {serverOf((*Authority).Coordinator), true, otherHost},
		"other transfer's gateway":   {serverOf(other(gateway)), true, unknownAuthority},
		"other gateway":              {serverOf(func(a *Authority) (Credential, error) { return a.Gateway("azure:eastus#1") }), true, otherHost},
		"coordinator named like a gateway": {serverOf(func(a *Authority) (Credential, error) {
			template := a.template(node)
			template.DNSNames, template.ExtKeyUsage = []string{ServerName(node)}, []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
			return a.issue(template)
		}), true, otherUse},
	}
}

func TestOthersAreRefused(t *testing.T) {
	for name, r := range refusals() {
		t.Run(name, func(t *testing.T) {
			a, p := transfer(t)
			r.change(t, a, &p)
			serverErr, clientErr := p.meet(t)
			err := serverErr
			if r.byClient {
				err = clientErr
			}
			if serverErr == nil || clientErr == nil || r.why != nil && !r.why(err) {
				t.Errorf("server: %v, client: %v; want a refusal for another reason", serverErr, clientErr)
			}
		})
	}
}

func TestOnlyTLS13(t *testing.T) {
	old := func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS12, tls.VersionTLS12 }
	_, p := transfer(t)
	old(p.client)
	if serverErr, clientErr := p.meet(t); serverErr == nil || clientErr == nil {
		t.Errorf("a gateway speaks TLS 1.2: %v, %v", serverErr, clientErr)
	}
	_, p = transfer(t)
	old(p.server)
	if serverErr, clientErr := p.meet(t); serverErr == nil || clientErr == nil {
		t.Errorf("a coordinator speaks TLS 1.2: %v, %v", serverErr, clientErr)
	}
}

func TestLifetime(t *testing.T) {
	for name, test := range map[string]struct {
		since time.Duration
		valid bool
	}{
		"clock behind":     {-9 * time.Minute, true},
		"clock far behind": {-11 * time.Minute, false},
		"in time":          {59 * time.Minute, true},
		"expired":          {61 * time.Minute, false},
	} {
		t.Run(name, func(t *testing.T) {
			then := func() time.Time { return time.Now().Add(test.since) }
			_, p := transfer(t)
			p.server.Time = then
			if err, _ := p.meet(t); (err == nil) != test.valid || err != nil && !expired(err) {
				t.Errorf("gateway: %v, want valid: %v", err, test.valid)
			}
			_, p = transfer(t)
			p.client.Time = then
			if _, err := p.meet(t); (err == nil) != test.valid || err != nil && !expired(err) {
				t.Errorf("coordinator: %v, want valid: %v", err, test.valid)
			}
		})
	}
	for _, lifetime := range []time.Duration{0, -time.Hour} {
		if _, err := NewAuthority(lifetime); err == nil {
			t.Errorf("a lifetime of %v was taken", lifetime)
		}
	}
}

func TestServerNames(t *testing.T) {
	seen := make(map[string]string)
	for _, node := range []string{"", "azure:eastus#0", "azure:eastus#1", "aws:us-east-1#0", "é", "a.b", "a..b"} {
		name := ServerName(node)
		if other, ok := seen[name]; ok {
			t.Errorf("%q and %q have the same server name", node, other)
		}
		seen[name] = node
		certificate := must[*x509.Certificate](t)(x509.ParseCertificate(certificateOf(t, node)))
		if err := certificate.VerifyHostname(name); err != nil {
			t.Errorf("%q: %v", node, err)
		}
	}
}

func certificateOf(t *testing.T, node string) []byte {
	t.Helper()
	credential := must[Credential](t)(newAuthority(t).Gateway(node))
	return must[*tls.Config](t)(credential.ServerTLS()).Certificates[0].Certificate[0]
}

// Nobody but the authority can issue certificates, not even who holds one.
func TestGatewaysIssueNothing(t *testing.T) {
	a, p := transfer(t)
	gateway := must[Credential](t)(a.Gateway(node))
	pair := must[*tls.Config](t)(gateway.ServerTLS()).Certificates[0]
	forger := &Authority{certificate: pair.Leaf, lifetime: time.Hour}
	forger.key = must[*Authority](t)(NewAuthority(time.Hour)).key
	if _, err := forger.Coordinator(); err == nil {
		t.Error("a certificate was issued with a key that is not the issuer's")
	}
	forger.key = privateKey(t, pair)
	forged := must[*tls.Config](t)(must[Credential](t)(forger.Coordinator()).ClientTLS(node)).Certificates[0]
	forged.Certificate = append(forged.Certificate, pair.Certificate[0])
	p.client.Certificates = []tls.Certificate{forged}
	if err, _ := p.meet(t); err == nil {
		t.Error("a gateway accepted a coordinator that another gateway had made")
	}
	if a.certificate.MaxPathLen != 0 || !a.certificate.MaxPathLenZero || bytes.Equal(pair.Certificate[0], a.certificate.Raw) {
		t.Error("the authority may make other authorities")
	}
}
