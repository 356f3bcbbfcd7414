package azblob

import (
	"net/http"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"

	"github.com/skyferry/skyferry/objstore"
)

// meaning is what an error code stands for.
type meaning struct {
	kind objstore.Kind
	hint string
}

const (
	hintKey       = "check the account key, the shared access signature and the machine's clock"
	hintRights    = "the credential needs a role such as Storage Blob Data Contributor, or a signature with these permissions"
	hintFirewall  = "the account's network rules must admit this machine; check the account key and the shared access signature, too"
	hintNobody    = "set AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN, or sign in"
	hintOther     = "another program left blocks of another kind under this key: they vanish when something is written there, or after a week"
	hintType      = "the blob is not a block blob: delete it first"
	hintLease     = "somebody holds a lease on the blob"
	hintSnapshots = "the blob has snapshots: delete them first"
	hintArchive   = "the blob is in the archive tier: rehydrate it first"
)

// meanings are those of the codes that do not mean what their status says. See "Blob
// Storage error codes" on learn.microsoft.com.
var meanings = map[bloberror.Code]meaning{
	bloberror.ContainerNotFound:       {objstore.ErrNotFound, "the container does not exist"},
	bloberror.ContainerBeingDeleted:   {objstore.ErrNotFound, "the container is being deleted"},
	bloberror.BlobNotFound:            {objstore.ErrNotFound, ""},
	bloberror.ResourceNotFound:        {objstore.ErrNotFound, ""},
	bloberror.ConditionNotMet:         {objstore.ErrChanged, ""},
	bloberror.SourceConditionNotMet:   {objstore.ErrChanged, ""},
	bloberror.ServerBusy:              {objstore.ErrThrottled, ""},
	bloberror.OperationTimedOut:       {objstore.ErrThrottled, ""}, // how a partition says that it is too much
	bloberror.MD5Mismatch:             {objstore.ErrChecksum, ""},
	bloberror.CRC64Mismatch:           {objstore.ErrChecksum, ""},
	bloberror.InvalidResourceName:     {objstore.ErrKey, ""},
	bloberror.InvalidURI:              {objstore.ErrKey, ""},
	bloberror.RequestURLFailedToParse: {objstore.ErrKey, ""},
	bloberror.ResourceTypeMismatch:    {objstore.ErrKey, "there is a directory of that name, or an object of the name of one above it"},

	bloberror.AuthenticationFailed:              {objstore.ErrPermission, hintKey},
	bloberror.InvalidAuthenticationInfo:         {objstore.ErrPermission, hintKey},
	bloberror.NoAuthenticationInformation:       {objstore.ErrPermission, hintNobody},
	"PublicAccessNotPermitted":                  {objstore.ErrPermission, hintNobody},
	"KeyBasedAuthenticationNotPermitted":        {objstore.ErrPermission, "the account takes tokens only: sign in"},
	bloberror.AuthorizationPermissionMismatch:   {objstore.ErrPermission, hintRights},
	bloberror.InsufficientAccountPermissions:    {objstore.ErrPermission, hintRights},
	bloberror.AuthorizationFailure:              {objstore.ErrPermission, hintFirewall},
	bloberror.AuthorizationSourceIPMismatch:     {objstore.ErrPermission, "the signature is not for this machine's address"},
	bloberror.AuthorizationProtocolMismatch:     {objstore.ErrPermission, "the signature is for https:// only"},
	bloberror.AuthorizationResourceTypeMismatch: {objstore.ErrPermission, "the signature is not for containers and objects"},
	bloberror.AuthorizationServiceMismatch:      {objstore.ErrPermission, "the signature is not for Blob Storage"},
	bloberror.AccountIsDisabled:                 {objstore.ErrPermission, "the account is disabled"},
	bloberror.BlobImmutableDueToPolicy:          {objstore.ErrPermission, "a policy keeps the blob as it is"},

	bloberror.LeaseIDMissing:                   {objstore.ErrPermission, hintLease},
	bloberror.LeaseIDMismatchWithBlobOperation: {objstore.ErrPermission, hintLease},

	bloberror.InvalidBlobOrBlock:     {objstore.ErrExists, hintOther},
	bloberror.InvalidBlockID:         {objstore.ErrExists, hintOther},
	bloberror.BlockCountExceedsLimit: {objstore.ErrExists, hintOther},
	bloberror.InvalidBlobType:        {objstore.ErrExists, hintType},
	bloberror.SnapshotsPresent:       {objstore.ErrExists, hintSnapshots},
	bloberror.BlobArchived:           {objstore.ErrUnsupported, hintArchive},
	bloberror.BlobBeingRehydrated:    {objstore.ErrUnsupported, hintArchive},

	bloberror.UnsupportedHeader: {objstore.ErrUnsupported, ""},
	"FeatureNotYetSupportedForHierarchicalNamespaceAccounts": {
		objstore.ErrUnsupported, "the account has a hierarchical namespace: for tags, see Options.NoTags",
	},
}

// meaningOf returns the kind that a code stands for, "" if that is for the status to say.
func meaningOf(code string) (objstore.Kind, string) {
	m := meanings[bloberror.Code(code)]
	return m.kind, m.hint
}

// meaningOfStatus returns the kind that a status stands for.
func meaningOfStatus(status int) (objstore.Kind, string) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return objstore.ErrPermission, hintRights
	case http.StatusNotFound:
		return objstore.ErrNotFound, ""
	case http.StatusPreconditionFailed:
		return objstore.ErrChanged, ""
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return objstore.ErrThrottled, ""
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return objstore.ErrUnsupported, ""
	case http.StatusInsufficientStorage:
		return objstore.ErrNoSpace, ""
	case http.StatusRequestTimeout:
		return objstore.ErrUnavailable, ""
	case http.StatusConflict:
		return objstore.ErrExists, ""
	}
	if status >= 400 && status < 500 {
		return objstore.ErrInvalid, ""
	}
	return objstore.ErrUnavailable, ""
}
