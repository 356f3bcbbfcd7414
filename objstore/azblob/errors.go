package azblob

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"

	"github.com/skyferry/skyferry/internal/storehttp"
	"github.com/skyferry/skyferry/objstore"
)

// classify is the function classify, with what the driver knows of its credential.
func (d *driver) classify(err error) error {
	err = classify(err)
	e, ok := err.(*objstore.Error) //nolint:errorlint // classify returns it unwrapped
	if !ok || e.Kind != objstore.ErrPermission || d.auth.sas == "" {
		return err
	}
	if at, ok := expiry(d.auth.sas); ok && at.Before(time.Now()) {
		e = objstore.WithKind(e, e.Kind)
		e.Hint = "the shared access signature expired at " + at.UTC().Format(time.RFC3339)
		return e
	}
	return err
}

// expiry returns until when a shared access signature says that it is valid.
func expiry(sas string) (time.Time, bool) {
	q, err := url.ParseQuery(sas)
	if err != nil {
		return time.Time{}, false
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z", time.DateOnly} {
		if at, err := time.Parse(layout, q.Get("se")); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// classify says of which kind an error of the SDK is, and what can be done.
func classify(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err // whether it is the caller's is for Bucket to see
	}
	if e, ok := err.(*objstore.Error); ok { //nolint:errorlint // only one that is finished
		return e
	}
	if e, ok := errors.AsType[*credentialError](err); ok {
		return describeCredential(err, e)
	}
	if e, ok := errors.AsType[*azcore.ResponseError](err); ok {
		return describeAnswer(e)
	}
	return describeNetwork(err)
}

func describeCredential(err error, cause *credentialError) error {
	e := &objstore.Error{Kind: objstore.ErrPermission, Err: err}
	e.Hint = "set AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN, sign in with the Azure CLI, or give the machine an identity"
	if cause.had {
		// It worked before, so who gives them out is in trouble for the moment.
		e.Kind, e.Hint = objstore.ErrUnavailable, "the credential could not be renewed"
	}
	return e
}

// describeAnswer describes an error that the service answered with.
func describeAnswer(answer *azcore.ResponseError) error {
	e := &objstore.Error{Err: short(answer), RetryAfter: retryAfter(answer)}
	e.Kind, e.Hint = meaningOf(answer.ErrorCode)
	if e.Kind == "" {
		e.Kind, e.Hint = meaningOfStatus(answer.StatusCode)
	}
	return e
}

// retryAfter reads how long an answer asks to wait: seconds, or a date.
func retryAfter(answer *azcore.ResponseError) time.Duration {
	if answer.RawResponse == nil {
		return 0
	}
	return storehttp.RetryAfter(answer.RawResponse.Header.Get("Retry-After"))
}

// answerError is an answer's error in one line; the SDK's takes ten.
type answerError struct {
	*azcore.ResponseError
	text string
}

func (e *answerError) Error() string { return e.text }
func (e *answerError) Unwrap() error { return e.ResponseError }

// short returns an error that says in one line what the service says.
func short(err error) error {
	answer, ok := errors.AsType[*azcore.ResponseError](err)
	if !ok {
		return err
	}
	text := fmt.Sprintf("%d %s", answer.StatusCode, answer.ErrorCode)
	if message := messageOf(answer); message != "" {
		text += ": " + message
	}
	return &answerError{ResponseError: answer, text: text}
}

// messageOf returns what an answer's document says to people, without the request's ID
// and time.
func messageOf(answer *azcore.ResponseError) string {
	if answer.RawResponse == nil {
		return ""
	}
	p, err := runtime.Payload(answer.RawResponse)
	if err != nil {
		return ""
	}
	var doc struct {
		Message string
		Detail  string `xml:"AuthenticationErrorDetail"`
	}
	if xml.Unmarshal(p, &doc) != nil {
		return ""
	}
	message, _, _ := strings.Cut(doc.Message, "\n")
	return strings.TrimSpace(strings.TrimSpace(message) + " " + doc.Detail)
}

// describeNetwork describes errors of requests that nobody answered.
func describeNetwork(err error) error {
	e := &objstore.Error{Err: err}
	storehttp.Unanswered(e, "the server's certificate is not trusted", "the account's name and the endpoint")
	return e
}
