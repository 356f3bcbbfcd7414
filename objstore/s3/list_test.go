package s3_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// page writes a page of a listing; keys are as they are to stand in it.
func page(w http.ResponseWriter, encoding, token string, keys []string) {
	fmt.Fprintf(w, "<?xml version=\"1.0\"?>\n<ListBucketResult><EncodingType>%s</EncodingType><IsTruncated>%t</IsTruncated>", encoding, token != "")
	if token != "" {
		fmt.Fprintf(w, "<NextContinuationToken>%s</NextContinuationToken>", token)
	}
	for _, key := range keys {
		fmt.Fprintf(w, "<Contents><Key>%s</Key><Size>7</Size><ETag>&quot;e&quot;</ETag><StorageClass>STANDARD</StorageClass>"+
			"<LastModified>2026-01-02T03:04:05.678Z</LastModified></Contents>", key)
	}
	fmt.Fprint(w, "</ListBucketResult>")
}

// pages answers listings of keys, 1,000 at a time.
func pages(keys []string) func(http.ResponseWriter, *http.Request, string) {
	return func(w http.ResponseWriter, r *http.Request, _ string) {
		q := r.URL.Query()
		from, _ := slices.BinarySearch(keys, max(q.Get("start-after")+"\x00", q.Get("prefix"), q.Get("continuation-token")))
		to := min(len(keys), from+1000)
		next := ""
		if to < len(keys) {
			next = keys[to]
		}
		page(w, "", next, keys[from:to])
	}
}

func list(t testing.TB, bucket *objstore.Bucket, opts objstore.ListOptions) (all []objstore.Object, err error) {
	t.Helper()
	for o, err := range bucket.List(t.Context(), opts) {
		if err != nil {
			return all, err
		}
		all = append(all, o)
	}
	return all, nil
}

// One request per 1,000 keys, no other, and none behind the end.
func TestListRequests(t *testing.T) {
	keys := make([]string, 2500)
	for i := range keys {
		keys[i] = fmt.Sprintf("k%05d", i)
	}
	for name, c := range map[string]struct {
		opts            objstore.ListOptions
		found, requests int
	}{
		"all":             {objstore.ListOptions{}, 2500, 3},
		"from the middle": {objstore.ListOptions{StartAfter: "k01499"}, 1000, 1},
		"to the middle":   {objstore.ListOptions{EndBefore: "k00500"}, 500, 1},
		"a stretch":       {objstore.ListOptions{StartAfter: "k00499", EndBefore: "k01600"}, 1100, 2},
		"a whole page":    {objstore.ListOptions{EndBefore: "k01000"}, 1000, 2},
	} {
		t.Run(name, func(t *testing.T) {
			bucket, front := openScripted(t, s3.Options{}, pages(keys))
			got, err := list(t, bucket, c.opts)
			asked := front.Requests()
			if err != nil || len(got) != c.found || len(asked) != c.requests {
				t.Errorf("%d objects with %d requests, %v", len(got), len(asked), err)
			}
			if q := asked[0].Query; q.Get("encoding-type") != "url" || q.Get("max-keys") != "1000" || q.Get("list-type") != "2" {
				t.Errorf("asked %v", q)
			}
		})
	}
}

// A listing tells all that a read needs.
func TestListTells(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{}, pages([]string{"k"}))
	got, err := list(t, bucket, objstore.ListOptions{})
	want := objstore.Object{Key: "k", Size: 7, Version: "e", ETag: "e", ModTime: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	if err != nil || len(got) != 1 || fmt.Sprint(got[0]) != fmt.Sprint(want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

// Keys come as they are, whether the server encodes them, with either sign for a space,
// or does not.
func TestListKeys(t *testing.T) {
	for name, c := range map[string]struct{ encoding, sent, want string }{
		"plus":        {"url", "a+b%2Bc%25/%C3%A9", "a b+c%/é"},
		"percent 20":  {"url", "a%20b%2Bc%01", "a b+c\x01"},
		"not encoded": {"", "a+b%2B &amp;&#13;", "a+b%2B &\r"},
	} {
		t.Run(name, func(t *testing.T) {
			bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
				page(w, c.encoding, "", []string{c.sent})
			})
			got, err := list(t, bucket, objstore.ListOptions{})
			if err != nil || len(got) != 1 || got[0].Key != c.want {
				t.Errorf("%+v, %v, want %q", got, err, c.want)
			}
		})
	}
}

// What is no complete listing ends in an error.
func TestListFails(t *testing.T) {
	third := func(w http.ResponseWriter, r *http.Request, answer func()) {
		switch r.URL.Query().Get("continuation-token") {
		case "":
			page(w, "", "1", []string{"a"})
		case "1":
			page(w, "", "2", []string{"b"})
		default:
			answer()
		}
	}
	for name, c := range map[string]struct {
		answer func(http.ResponseWriter)
		want   error
	}{
		"throttled":    {func(w http.ResponseWriter) { fail(w, 503, "SlowDown") }, objstore.ErrThrottled},
		"no bucket":    {func(w http.ResponseWriter) { fail(w, 404, "NoSuchBucket") }, objstore.ErrNotFound},
		"denied":       {func(w http.ResponseWriter) { fail(w, 403, "AccessDenied") }, objstore.ErrPermission},
		"no progress":  {func(w http.ResponseWriter) { page(w, "", "3", nil) }, objstore.ErrUnavailable},
		"again":        {func(w http.ResponseWriter) { page(w, "", "", []string{"b"}) }, objstore.ErrUnsupported},
		"out of order": {func(w http.ResponseWriter) { page(w, "", "", []string{"d", "c"}) }, objstore.ErrUnsupported},
		"bad encoding": {func(w http.ResponseWriter) { page(w, "url", "", []string{"d%"}) }, objstore.ErrUnavailable},
		"cut off":      {func(w http.ResponseWriter) { fmt.Fprint(w, "<ListBucketResult><Contents>") }, objstore.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
				third(w, r, func() { c.answer(w) })
			})
			got, err := list(t, bucket, objstore.ListOptions{})
			if !errors.Is(err, c.want) || objstore.IsKeyError(err) || len(got) < 2 {
				t.Errorf("%d objects, %v, want %v", len(got), err, c.want)
			}
		})
	}
}

// A prefix that the server does not keep to.
func TestListPrefix(t *testing.T) {
	bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, _ *http.Request, _ string) {
		page(w, "", "", []string{"p", "q"})
	})
	const prefix = "p /+é"
	if _, err := list(t, bucket, objstore.ListOptions{Prefix: prefix, StartAfter: "p"}); !errors.Is(err, objstore.ErrUnsupported) {
		t.Errorf("%v", err)
	}
	if q := front.Requests()[0].Query; q.Get("prefix") != prefix || q.Get("start-after") != "p" {
		t.Errorf("asked %v", q)
	}
}

// A beginning or a prefix that ends within a character is none to a server, so it is
// asked for more, and what is not wanted left out here.
func TestListBytes(t *testing.T) {
	keys := []string{"a", "aé", "aê", "a日", "a\ufffd", "b"}
	for _, c := range []struct {
		opts        objstore.ListOptions
		want        []string
		start, like string // what is asked for
	}{
		{objstore.ListOptions{StartAfter: "a\xc3"}, keys[1:], "a", ""},
		{objstore.ListOptions{StartAfter: "a\xc3\xa9\xff"}, keys[2:], "aé", ""},
		{objstore.ListOptions{StartAfter: "a\xff"}, keys[5:], "a", ""},
		{objstore.ListOptions{StartAfter: "a\ufffd"}, keys[5:], "a\ufffd", ""},
		{objstore.ListOptions{Prefix: "a\xc3"}, keys[1:3], "", "a"},
		{objstore.ListOptions{Prefix: "a\xff"}, nil, "", "a"},
	} {
		bucket, front := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, body string) {
			pages(slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
				return !strings.HasPrefix(key, r.URL.Query().Get("prefix"))
			}))(w, r, body)
		})
		got, err := list(t, bucket, c.opts)
		if err != nil || !slices.EqualFunc(got, c.want, func(o objstore.Object, key string) bool { return o.Key == key }) {
			t.Errorf("%+q: %+v, %v, want %q", c.opts, got, err, c.want)
		}
		if q := front.Requests()[0].Query; q.Get("start-after") != c.start || q.Get("prefix") != c.like {
			t.Errorf("%+q: asked %q", c.opts, q)
		}
	}
}
