package azblob_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// hierarchy answers listings as an account with a hierarchical namespace does: sorted by
// directories, which are blobs with a mark. No emulator does that. The order is that of
// github.com/Azure/azure-sdk-for-go/issues/24210.
type hierarchy struct {
	entries []string // in its order; directories end in "/"
	page    int      // entries a page
	silent  bool     // it does not say what it is
}

func newHierarchy(keys []string, page int) *hierarchy {
	seen := map[string]bool{}
	for _, key := range keys {
		seen[key] = true
		for i, c := range key {
			if c == '/' {
				seen[key[:i+1]] = true
			}
		}
	}
	h := &hierarchy{page: page}
	for name := range seen {
		h.entries = append(h.entries, name)
	}
	// "a/x" is to come right after "a": as if the slash were the lowest of all bytes.
	slices.SortFunc(h.entries, func(a, b string) int {
		return strings.Compare(strings.ReplaceAll(a, "/", "\x00"), strings.ReplaceAll(b, "/", "\x00"))
	})
	return h
}

func (h *hierarchy) answer(w http.ResponseWriter, r *http.Request, _ string) {
	q := r.URL.Query()
	switch {
	case q.Get("restype") == "account" && h.silent:
		fail(w, http.StatusForbidden, "AuthorizationPermissionMismatch")
	case q.Get("restype") == "account":
		w.Header().Set("x-ms-is-hns-enabled", "true")
	case q.Get("comp") == "list" && q.Get("startfrom")+q.Get("startFrom") != "":
		fail(w, http.StatusBadRequest, "InvalidQueryParameterValue") // what it would mean is another thing here
	case q.Get("comp") == "list":
		h.list(w, q.Get("prefix"), q.Get("delimiter"), q.Get("marker"))
	default:
		fail(w, http.StatusNotFound, "BlobNotFound")
	}
}

func (h *hierarchy) list(w http.ResponseWriter, prefix, delimiter, marker string) {
	from, _ := strconv.Atoi(marker) // none is 0
	var s strings.Builder
	next, left := "", h.page
	for i := from; i < len(h.entries); i++ {
		name := h.entries[i]
		if !strings.HasPrefix(name, prefix) || name == prefix {
			continue
		}
		rest := strings.TrimSuffix(name[len(prefix):], "/")
		if delimiter != "" && strings.Contains(rest, "/") {
			continue
		}
		if left == 0 {
			next = strconv.Itoa(i)
			break
		}
		left--
		s.WriteString(blobXML(name, delimiter != ""))
	}
	w.Header().Set("Content-Type", "application/xml")
	fmt.Fprintf(w, "<?xml version=\"1.0\" encoding=\"utf-8\"?><EnumerationResults><Blobs>%s</Blobs><NextMarker>%s</NextMarker></EnumerationResults>", s.String(), next)
}

func blobXML(name string, levels bool) string {
	var escaped strings.Builder
	if err := xml.EscapeText(&escaped, []byte(strings.TrimSuffix(name, "/"))); err != nil {
		panic(err)
	}
	dir := strings.HasSuffix(name, "/")
	if dir && levels {
		return fmt.Sprintf("<BlobPrefix><Name>%s/</Name></BlobPrefix>", escaped.String())
	}
	mark := ""
	if dir {
		mark = "<Metadata><hdi_isfolder>true</hdi_isfolder></Metadata>"
	}
	return fmt.Sprintf("<Blob><Name>%s</Name><Properties><Etag>0x1</Etag><Content-Length>1</Content-Length>"+
		"<Last-Modified>Mon, 30 Nov 2026 12:00:00 GMT</Last-Modified></Properties>%s</Blob>", escaped.String(), mark)
}

var hierarchyKeys = []string{
	"Path A-B-C", "Path A-B/dat2", "Path A-C", "Path A.C/dat3", "Path A/dat1", "Path AB.txt", "Path AB/AB", "Path AB/dat4",
	"Path ABC", "a", "b/c/d/e", "b/c/d-e", "b/c.d", "b/c0", "b-c/d", "first", "z",
}

// The keys of an account with a hierarchical namespace come in byte order, without its
// directories, from wherever and at whatever page size; also when it does not say what
// it is.
func TestHierarchy(t *testing.T) {
	slices.Sort(hierarchyKeys)
	for _, page := range []int{1, 2, 3, 100} {
		for _, silent := range []bool{false, true} {
			h := newHierarchy(hierarchyKeys, page)
			h.silent = silent
			b, _ := scripted(t, azblob.Options{}, h.answer)
			compareListings(t, b, hierarchyKeys)
		}
	}
}

// compareListings holds listings from all places against a sorted list of keys.
func compareListings(t *testing.T, b *objstore.Bucket, keys []string) {
	t.Helper()
	places := append([]string{"", "Path", "Path A/", "Path A.", "b/c", "b/c/", "zz"}, keys...)
	for i, start := range places {
		for _, prefix := range []string{"", "b", "b/", "b/c", "b/c/", "Path A", "Path AB", "none"} {
			opts := objstore.ListOptions{Prefix: prefix, StartAfter: start, EndBefore: places[(3*i+len(prefix))%len(places)]}
			want := slices.DeleteFunc(slices.Clone(keys), func(k string) bool {
				return !strings.HasPrefix(k, prefix) || k <= start || opts.EndBefore != "" && k >= opts.EndBefore
			})
			if got := list(t, b, opts); !slices.Equal(got, want) {
				t.Fatalf("%+v: listed %q, want %q", opts, got, want)
			}
		}
	}
}

func list(t *testing.T, b *objstore.Bucket, opts objstore.ListOptions) []string {
	t.Helper()
	var keys []string
	for o, err := range b.List(t.Context(), opts) {
		if err != nil {
			t.Fatalf("%+v: %v", opts, err)
		}
		keys = append(keys, o.Key)
	}
	return keys
}

// Of a directory there is no object, and none with an empty component is written where
// the account would drop it; it is asked once what it is.
func TestHierarchyKeys(t *testing.T) {
	b, front := scripted(t, azblob.Options{}, newHierarchy(nil, 1).answer)
	for range 2 {
		_, err := b.Put(t.Context(), "a//b", nil, objstore.Attrs{})
		wantKind(t, err, objstore.ErrKey)
		_, err = b.CreateUpload(t.Context(), "a/", 1, 1, objstore.Attrs{})
		wantKind(t, err, objstore.ErrKey)
	}
	wantRequests(t, front, "GET /box?comp=properties&restype=account")
	declared, front := scripted(t, azblob.Options{Namespace: azblob.NamespaceHierarchical}, created)
	wantKind(t, declared.CheckKey("/a"), objstore.ErrKey)
	if !declared.Limits().ListsFromStart {
		t.Error("listings are said to begin anywhere")
	}
	wantRequests(t, front)
}

// A server whose listing is in no order that is known is not believed.
func TestDisorder(t *testing.T) {
	h := &hierarchy{entries: []string{"b", "a"}, page: 1}
	b, _ := scripted(t, azblob.Options{Namespace: azblob.NamespaceFlat}, h.answer)
	var last error
	for _, err := range b.List(t.Context(), objstore.ListOptions{}) {
		last = err
	}
	wantKind(t, last, objstore.ErrUnsupported)
}

// Blobs that stand for directories, which some tools leave in any account, are no
// objects, and hinder no others.
func TestFolderMarks(t *testing.T) {
	server := emulator.Azurite(t)
	client := newContainer(t, server, "box")
	b := open(t, server, "box", azblob.Options{})
	mark := "true"
	for _, name := range []string{"dir", "dir/sub", "z"} {
		upload(t, client, name, map[string]*string{"hdi_isfolder": &mark})
	}
	for _, key := range []string{"dir-x", "dir/a", "dir/sub/b", "e"} {
		if _, err := b.Put(t.Context(), key, nil, objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := list(t, b, objstore.ListOptions{}); !slices.Equal(got, []string{"dir-x", "dir/a", "dir/sub/b", "e"}) {
		t.Errorf("listed %q", got)
	}
	_, err := b.Stat(t.Context(), "dir")
	wantKind(t, err, objstore.ErrNotFound)
}
