package s3

import (
	"net/http"

	"github.com/skyferry/skyferry/objstore"
)

// What can be done, where more than one code calls for it.
const (
	hintKey     = "the server does not know this access key"
	hintSecret  = "the secret does not belong to the access key"
	hintExpired = "the credential has expired: get a new one"
	hintDenied  = "the credential lacks this permission, or the permission to list the bucket and learn that the object does not exist"
	hintRegion  = "the bucket is in another region"
	hintBucket  = "there is no such bucket"
	hintClock   = "this machine's clock is wrong"
	hintArchive = "the object is archived: restore it first"
	hintParts   = "write it in parts"
)

// meaning is what an error code says.
type meaning struct {
	kind objstore.Kind
	hint string
}

// meanings are those of the codes of Amazon S3 (API reference, "Error responses",
// 2026-11-30) and of servers that speak its protocol.
var meanings = map[string]meaning{
	"NoSuchKey":     {objstore.ErrNotFound, ""},
	"NotFound":      {objstore.ErrNotFound, ""}, // to a HEAD
	"NoSuchVersion": {objstore.ErrNotFound, ""},
	"NoSuchUpload":  {objstore.ErrNotFound, ""},
	"NoSuchBucket":  {objstore.ErrNotFound, hintBucket},

	"AccessDenied":          {objstore.ErrPermission, hintDenied},
	"AllAccessDisabled":     {objstore.ErrPermission, hintDenied},
	"AccountProblem":        {objstore.ErrPermission, "the account has a problem"},
	"InvalidAccessKeyId":    {objstore.ErrPermission, hintKey},
	"XAdminUserNotFound":    {objstore.ErrPermission, hintKey}, // versitygw
	"SignatureDoesNotMatch": {objstore.ErrPermission, hintSecret},
	"ExpiredToken":          {objstore.ErrPermission, hintExpired},
	"ExpiredTokenException": {objstore.ErrPermission, hintExpired},
	"TokenRefreshRequired":  {objstore.ErrPermission, hintExpired},
	"InvalidToken":          {objstore.ErrPermission, "the session token is not valid"},
	"InvalidObjectState":    {objstore.ErrPermission, hintArchive},

	"SlowDown":               {objstore.ErrThrottled, ""},
	"SlowDownRead":           {objstore.ErrThrottled, ""},
	"SlowDownWrite":          {objstore.ErrThrottled, ""},
	"Throttling":             {objstore.ErrThrottled, ""},
	"ThrottlingException":    {objstore.ErrThrottled, ""},
	"ThrottledException":     {objstore.ErrThrottled, ""},
	"RequestLimitExceeded":   {objstore.ErrThrottled, ""},
	"RequestThrottled":       {objstore.ErrThrottled, ""},
	"TooManyRequests":        {objstore.ErrThrottled, ""},
	"BandwidthLimitExceeded": {objstore.ErrThrottled, ""},

	"InternalError":              {objstore.ErrUnavailable, ""},
	"OperationAborted":           {objstore.ErrUnavailable, ""},
	"ConditionalRequestConflict": {objstore.ErrUnavailable, ""},
	"RequestTimeout":             {objstore.ErrUnavailable, ""},
	"IncompleteBody":             {objstore.ErrUnavailable, ""},
	"RequestTimeTooSkewed":       {objstore.ErrUnavailable, hintClock}, // the SDK corrects for it the next time

	"BadDigest":                      {objstore.ErrChecksum, ""},
	"XAmzContentChecksumMismatch":    {objstore.ErrChecksum, ""},
	"XAmzContentSHA256Mismatch":      {objstore.ErrChecksum, ""},
	"ContentChecksumMismatch":        {objstore.ErrChecksum, ""},
	"PreconditionFailed":             {objstore.ErrChanged, ""},
	"QuotaExceeded":                  {objstore.ErrNoSpace, ""},
	"XMinioAdminBucketQuotaExceeded": {objstore.ErrNoSpace, ""},
	"XMinioStorageFull":              {objstore.ErrNoSpace, ""},
	"StorageFull":                    {objstore.ErrNoSpace, ""},

	"KeyTooLongError":             {objstore.ErrKey, ""},
	"XMinioInvalidObjectName":     {objstore.ErrKey, ""},
	"XMinioParentIsObject":        {objstore.ErrKey, ""},
	"ObjectParentIsFile":          {objstore.ErrKey, ""},
	"DirectoryObjectContainsData": {objstore.ErrKey, ""},
	"ExistingObjectIsDirectory":   {objstore.ErrKey, ""},

	"NotImplemented":       {objstore.ErrUnsupported, ""},
	"UnsupportedOperation": {objstore.ErrUnsupported, ""},
	"MethodNotAllowed":     {objstore.ErrUnsupported, ""},

	"EntityTooLarge":               {objstore.ErrInvalid, hintParts},
	"EntityTooSmall":               {objstore.ErrInvalid, ""},
	"InvalidPart":                  {objstore.ErrInvalid, ""},
	"InvalidPartOrder":             {objstore.ErrInvalid, ""},
	"InvalidArgument":              {objstore.ErrInvalid, ""},
	"InvalidRequest":               {objstore.ErrInvalid, ""},
	"InvalidBucketName":            {objstore.ErrInvalid, ""},
	"InvalidStorageClass":          {objstore.ErrInvalid, ""},
	"InvalidTag":                   {objstore.ErrInvalid, ""},
	"MetadataTooLarge":             {objstore.ErrInvalid, ""},
	"PermanentRedirect":            {objstore.ErrInvalid, hintRegion},
	"AuthorizationHeaderMalformed": {objstore.ErrInvalid, hintRegion},
}

// meaningOf returns the kind of a code, "" if it is not known, and what can be done.
func meaningOf(code string) (objstore.Kind, string) {
	m := meanings[code]
	return m.kind, m.hint
}

// meaningOfStatus is meaningOf for answers without a code that is known.
func meaningOfStatus(status int) (objstore.Kind, string) {
	switch status {
	case http.StatusUnauthorized:
		return objstore.ErrPermission, ""
	case http.StatusForbidden:
		return objstore.ErrPermission, hintDenied
	case http.StatusNotFound:
		return objstore.ErrNotFound, ""
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return objstore.ErrUnsupported, ""
	case http.StatusPreconditionFailed:
		return objstore.ErrChanged, ""
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return objstore.ErrThrottled, ""
	case http.StatusInsufficientStorage:
		return objstore.ErrNoSpace, ""
	case http.StatusRequestTimeout, http.StatusConflict:
		return objstore.ErrUnavailable, ""
	case http.StatusRequestEntityTooLarge:
		return objstore.ErrInvalid, hintParts
	}
	if status >= 300 && status < 500 {
		return objstore.ErrInvalid, ""
	}
	return objstore.ErrUnavailable, ""
}
