package s3

import (
	"cmp"
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/logging"

	"github.com/skyferry/skyferry/objstore"
)

// config returns the SDK's configuration, with a credentials provider in any case.
func (o Options) config(ctx context.Context) (aws.Config, error) {
	var cfg aws.Config
	if o.AWS != nil {
		cfg = o.AWS.Copy()
	} else {
		var err error
		// The client is always one that takes AWS_CA_BUNDLE: with another one the SDK
		// refuses to load where that is set.
		if cfg, err = config.LoadDefaultConfig(ctx, config.WithHTTPClient(newClient(o.Timeout)), config.WithLogger(logging.Nop{})); err != nil {
			e := objstore.Errorf(objstore.ErrInvalid, "loading the configuration of the AWS SDK: %w", err)
			e.Hint = "see AWS_CONFIG_FILE, AWS_PROFILE and AWS_CA_BUNDLE"
			return aws.Config{}, e
		}
	}
	cfg.Credentials = o.credentials(cfg.Credentials)
	return cfg, nil
}

func (o Options) credentials(chain aws.CredentialsProvider) aws.CredentialsProvider {
	switch {
	case !o.Credential.provides() && aws.IsCredentialsProvider(chain, (*aws.AnonymousCredentials)(nil)):
		return chain // the SDK does not know it in another's clothes
	case !o.Credential.provides() && chain != nil:
		return &provider{CredentialsProvider: chain}
	case !o.Credential.provides() || o.Credential.Anonymous:
		return aws.AnonymousCredentials{}
	}
	return aws.CredentialsProviderFunc(o.Credential.retrieve)
}

// client returns the SDK's client, and what to call when it is not used any more.
func (o Options) client(ctx context.Context) (*s3.Client, func(), error) {
	cfg, err := o.config(ctx)
	if err != nil {
		return nil, nil, err
	}
	cfg.Region = cmp.Or(o.Region, o.firstRegion, cfg.Region, "us-east-1")
	var sender s3.HTTPClient
	release := func() {}
	if o.Client != nil {
		sender = unredirected(o.Client)
	} else if own, ok := cfg.HTTPClient.(*awshttp.BuildableClient); ok && o.AWS == nil {
		// A client of its own, fixed, so that its connections can be closed.
		transport := own.GetTransport()
		sender = unredirected(&http.Client{Transport: transport})
		release = transport.CloseIdleConnections
	}
	return s3.NewFromConfig(cfg, func(so *s3.Options) { o.apply(so, sender) }), release, nil
}

// apply sets the SDK's options.
func (o Options) apply(so *s3.Options, sender s3.HTTPClient) {
	if sender != nil {
		so.HTTPClient = sender
	}
	if o.Endpoint != "" {
		so.BaseEndpoint = aws.String(o.Endpoint)
	}
	so.UsePathStyle = o.Addressing == AddressPath || o.Addressing == AddressAuto && so.BaseEndpoint != nil
	so.Retryer = aws.NopRetryer{} // who retries is up to the caller; see doc.go
	// Checksums are computed here, in headers: the SDK would add trailers to bodies.
	so.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
	so.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
	so.APIOptions = append(so.APIOptions, unsignedEncoding)
}

// unredirected returns a client that leaves redirections alone: a signature is not
// valid at another place.
func unredirected(c *http.Client) *http.Client {
	client := *c
	if client.CheckRedirect == nil {
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	return &client
}
