package azblob_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/skyferry/skyferry/internal/emulator"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/azblob"
)

// upload writes a blob without the driver.
func upload(t *testing.T, client *container.Client, name string, metadata map[string]*string) {
	t.Helper()
	_, err := client.NewBlockBlobClient(name).Upload(t.Context(), streaming.NopCloser(bytes.NewReader(nil)), &blockblob.UploadOptions{Metadata: metadata})
	if err != nil {
		t.Fatal(err)
	}
}

// A listing directory by directory is that of all keys at once, on a server where both
// can be had, and so is one that begins anywhere.
func TestWalkIsFlat(t *testing.T) {
	server := emulator.Azurite(t)
	client := newContainer(t, server, "box")
	names := map[string]bool{}
	for len(names) < 150 {
		names[randomName()] = true
	}
	var keys []string
	for name := range names {
		upload(t, client, name, nil)
		keys = append(keys, name)
	}
	slices.Sort(keys)
	for _, kind := range []azblob.Namespace{azblob.NamespaceFlat, azblob.NamespaceHierarchical, azblob.NamespaceAuto} {
		b := open(t, server, "box", azblob.Options{Namespace: kind})
		for i := range 20 {
			opts := objstore.ListOptions{}
			if i > 0 {
				opts = objstore.ListOptions{Prefix: randomName()[:1], StartAfter: randomName() + []string{"", "\xff", "\x00"}[i%3]}
			}
			want := slices.DeleteFunc(slices.Clone(keys), func(k string) bool {
				return !strings.HasPrefix(k, opts.Prefix) || k <= opts.StartAfter
			})
			if got := list(t, b, opts); !slices.Equal(got, want) {
				t.Fatalf("%q %+v: listed %q, want %q", kind, opts, got, want)
			}
		}
	}
}

// A prefix that ends within a character, or has one that no key has, finds what begins
// with these bytes.
func TestListPrefixBytes(t *testing.T) {
	server := emulator.Azurite(t)
	client := newContainer(t, server, "box")
	for _, key := range []string{"a", "aé", "aê/x", "a日", "b"} {
		upload(t, client, key, nil)
	}
	for _, kind := range []azblob.Namespace{azblob.NamespaceFlat, azblob.NamespaceHierarchical} {
		b := open(t, server, "box", azblob.Options{Namespace: kind})
		for prefix, want := range map[string][]string{
			"a\xc3": {"aé", "aê/x"}, "aê/\xff": nil, "a\xe6\x97": {"a日"}, "a\xff": nil, "a\x00": nil, "a\u0085": nil,
		} {
			if got := list(t, b, objstore.ListOptions{Prefix: prefix}); !slices.Equal(got, want) {
				t.Errorf("%q, %q: %q, want %q", kind, prefix, got, want)
			}
		}
	}
}

// randomName returns components of letters around the slash in byte order.
func randomName() string {
	var s strings.Builder
	for i := range 1 + rand.IntN(4) {
		if i > 0 {
			s.WriteByte('/')
		}
		for range 1 + rand.IntN(2) {
			s.WriteByte("-0a"[rand.IntN(3)])
		}
	}
	return s.String()
}

// A listing costs a request per 5,000 keys, and one more the first time that one begins
// in the middle; it stops where it is to end, and tells all but the tags.
func TestListRequests(t *testing.T) {
	b, front := scripted(t, azblob.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
		if r.URL.Query().Get("comp") == "list" {
			next := map[string]string{"": "1", "1": "2", "2": ""}[r.URL.Query().Get("marker")]
			fmt.Fprintf(w, "<EnumerationResults><Blobs>%s</Blobs><NextMarker>%s</NextMarker></EnumerationResults>",
				blobXML("k"+r.URL.Query().Get("marker"), false), next)
		}
	})
	list(t, b, objstore.ListOptions{EndBefore: "k2"})
	const first = "GET /box?comp=list&include=metadata&restype=container"
	wantRequests(t, front, first, strings.Replace(first, "&rest", "&marker=1&rest", 1), strings.Replace(first, "&rest", "&marker=2&rest", 1))
	front.Forget()
	for range 2 {
		for _, err := range b.List(t.Context(), objstore.ListOptions{StartAfter: "j\xff\xff"}) {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	from := "GET /box?comp=list&include=metadata&restype=container&startFrom=j~"
	wantRequests(t, front, "GET /box?comp=properties&restype=account", from, from)
}

// What a listing says of an object is what Stat says, tags aside.
func TestListTells(t *testing.T) {
	b := open(t, azurite(t).Server, "box", azblob.Options{})
	if _, err := b.Put(t.Context(), "k", []byte("x"), allAttrs); err != nil {
		t.Fatal(err)
	}
	stat, err := b.Stat(t.Context(), "k")
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(stat.Attrs) != fmt.Sprint(allAttrs) {
		t.Errorf("stat says %+v", stat.Attrs)
	}
	stat.Attrs.Tags = nil
	for o, err := range b.List(t.Context(), objstore.ListOptions{}) {
		if err != nil || fmt.Sprint(o) != fmt.Sprint(stat) {
			t.Errorf("%+v, %v; stat says %+v", o, err, stat)
		}
	}
}
