package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/all"
	"github.com/skyferry/skyferry/objstore/s3"
)

const endpointUsage = "the `URL` of an S3-compatible store, for s3:// (default: AWS_ENDPOINT_URL, else Amazon's)"

// stores are those of the tool's transfers, here and on its gateways, which are told where
// an S3-compatible one is together with the credential.
func stores(endpoint string) objstore.Openers {
	return all.Openers(&all.Options{S3: &s3.Options{Endpoint: endpoint}})
}

// checkURLs refuses what none of the stores can be asked for.
func checkURLs(endpoint string, urls ...string) error {
	for _, url := range urls {
		if strings.HasPrefix(url, "mem://") {
			return fmt.Errorf("%s: mem:// lives in one process and is for programs that embed the library; use file:// here", url)
		}
		if _, _, err := stores(endpoint).Split(url); err != nil {
			return err
		}
	}
	return checkEndpoint(endpoint, urls...)
}

// checkEndpoint refuses an endpoint that would be of no use.
func checkEndpoint(endpoint string, urls ...string) error {
	if endpoint == "" {
		return nil
	}
	if !strings.HasPrefix(endpoint, "https://") && !strings.HasPrefix(endpoint, "http://") {
		return fmt.Errorf("--endpoint-url %s: it begins with https:// or http://", endpoint)
	}
	for _, url := range urls {
		if strings.HasPrefix(url, "s3://") {
			return nil
		}
	}
	return fmt.Errorf("--endpoint-url %s is about s3://, and no such URL is given", endpoint)
}

// network are the variables by which a program finds its way out of here. Gateways are
// given no others, so no credential.
func network() (env []string) {
	for _, name := range []string{
		"AWS_CA_BUNDLE", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
	} {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}
