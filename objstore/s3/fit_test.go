package s3_test

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

func fitting(t *testing.T, opts s3.Options) *objstore.Bucket {
	t.Helper()
	opts.Credential = &s3.Credential{Anonymous: true}
	return open(t, "bucket", &opts)
}

// What of attributes is kept at Amazon's.
func TestFitAttrs(t *testing.T) {
	bucket := fitting(t, s3.Options{})
	many := map[string]string{}
	for _, r := range "abcdefghijk" {
		many[string(r)] = ""
	}
	for name, c := range map[string]struct {
		attrs objstore.Attrs
		lost  []string
	}{
		"nothing":                {objstore.Attrs{}, nil},
		"all":                    {objstore.Attrs{ContentType: "a/b", Metadata: map[string]string{"a-b_c.d": "ü"}, Tags: map[string]string{"a b": "+-=._:/@é1"}, StorageClass: "STANDARD_IA"}, nil},
		"line feed":              {objstore.Attrs{ContentType: "a\nb", CacheControl: "x"}, []string{"content type"}},
		"spaces":                 {objstore.Attrs{ContentDisposition: "a  b", ContentLanguage: " de", ContentEncoding: "é"}, []string{"content encoding", "content language", "content disposition"}},
		"capital":                {objstore.Attrs{Metadata: map[string]string{"Owner": "x", "owner": "y"}}, []string{"metadata Owner"}},
		"name beyond ASCII":      {objstore.Attrs{Metadata: map[string]string{"ümlaut": "x"}}, []string{"metadata ümlaut"}},
		"no name":                {objstore.Attrs{Metadata: map[string]string{"": "x"}}, []string{"metadata "}},
		"value that is no text":  {objstore.Attrs{Metadata: map[string]string{"x": "\xff"}}, []string{"metadata x"}},
		"too much":               {objstore.Attrs{Metadata: map[string]string{"x": strings.Repeat("y", 2048)}}, []string{"metadata, 2049 bytes of at most 2048"}},
		"too much when encoded":  {objstore.Attrs{Metadata: map[string]string{"x": strings.Repeat("é", 800)}}, []string{"metadata, 2665 bytes of at most 2048"}},
		"class of another store": {objstore.Attrs{StorageClass: "NEARLINE"}, []string{"storage class NEARLINE"}},
		"11 tags":                {objstore.Attrs{Tags: many}, []string{"tags"}},
		"tag with a comma":       {objstore.Attrs{Tags: map[string]string{"a": "b,c"}}, []string{"tags"}},
		"tag too long":           {objstore.Attrs{Tags: map[string]string{strings.Repeat("x", 129): ""}}, []string{"tags"}},
		"tag without a name":     {objstore.Attrs{Tags: map[string]string{"": "x"}}, []string{"tags"}},
	} {
		before := c.attrs.Clone()
		kept, lost := bucket.FitAttrs(c.attrs)
		if !slices.Equal(lost, c.lost) {
			t.Errorf("%s: lost %q, want %q", name, lost, c.lost)
		}
		if !reflect.DeepEqual(c.attrs, before) {
			t.Errorf("%s: changed to %+v", name, c.attrs)
		}
		if again, lost := bucket.FitAttrs(kept); len(lost) > 0 || !reflect.DeepEqual(again, kept) {
			t.Errorf("%s: of what was kept %q is lost", name, lost)
		}
	}
}

// Stores of other vendors have the classes that they are said to have.
func TestFitElsewhere(t *testing.T) {
	class := objstore.Attrs{StorageClass: "STANDARD_IA", Tags: map[string]string{"a": "b"}}
	for want, opts := range map[string]s3.Options{
		"storage class STANDARD_IA":      {Endpoint: "http://localhost"},
		"":                               {Endpoint: "http://localhost", StorageClasses: []string{"STANDARD_IA"}},
		"storage class STANDARD_IA,tags": {Endpoint: "http://localhost", NoTags: true},
		"tags":                           {NoTags: true},
	} {
		if _, lost := fitting(t, opts).FitAttrs(class); strings.Join(lost, ",") != want {
			t.Errorf("%+v: lost %q, want %q", opts, lost, want)
		}
	}
}

// Keys that servers with files refuse.
func TestFileKeys(t *testing.T) {
	for key, ok := range map[string]bool{
		"a": true, "a/b": true, "a b": true, ".a": true, "...": true, strings.Repeat("x", 255): true,
		"/a": false, "a/": false, "a//b": false, ".": false, "a/..": false, "./a": false, "a\x00": false, "a/" + strings.Repeat("x", 256): false,
	} {
		if err := s3.FileKeys(key); (err == nil) != ok || err != nil && !errors.Is(err, objstore.ErrKey) {
			t.Errorf("%q: %v", key, err)
		}
	}
}

// What cannot be opened.
func TestOpenRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		bucket string
		opts   s3.Options
		want   objstore.Kind
	}{
		"no name":          {"", s3.Options{}, objstore.ErrInvalid},
		"a path":           {"a/b", s3.Options{}, objstore.ErrInvalid},
		"directory bucket": {"a--usw2-az1--x-s3", s3.Options{}, objstore.ErrUnsupported},
		"endpoint":         {"a", s3.Options{Endpoint: "localhost:9000"}, objstore.ErrInvalid},
		"checksums":        {"a", s3.Options{Checksums: "sha1"}, objstore.ErrInvalid},
		"addressing":       {"a", s3.Options{Addressing: "dns"}, objstore.ErrInvalid},
		"customer's key":   {"a", s3.Options{Encryption: s3.Encryption{CustomerKey: []byte("short")}}, objstore.ErrInvalid},
	} {
		_, err := s3.Open(t.Context(), c.bucket, &c.opts)
		if e, ok := errors.AsType[*objstore.Error](err); !ok || e.Kind != c.want || e.Op != "open" || e.URL != "s3://"+c.bucket {
			t.Errorf("%s: %#v", name, err)
		}
	}
	if _, err := s3.Opener(nil).Open(t.Context(), "s3://b/key", nil); !errors.Is(err, objstore.ErrInvalid) {
		t.Errorf("an object: %v", err)
	}
}

// The limits are Amazon's, or those that are given.
func TestLimits(t *testing.T) {
	if l := fitting(t, s3.Options{}).Limits(); l.MaxObjectSize != 10_000*(5<<30) || l.MaxParts != 10_000 || l.NoChecksum {
		t.Errorf("%+v", l)
	}
	given := objstore.Limits{MaxParts: 7, EqualParts: true, ListsBare: true}
	if l := fitting(t, s3.Options{Limits: &given}).Limits(); l != given {
		t.Errorf("%+v", l)
	}
}

// Tags that an object has are asked for, and left alone where that is wanted.
func TestStatTags(t *testing.T) {
	for _, noTags := range []bool{false, true} {
		bucket, front := openScripted(t, s3.Options{NoTags: noTags}, answerTags)
		o, err := bucket.Stat(t.Context(), "k")
		want := map[string]string{"a": "b"}
		if noTags {
			want = nil
		}
		if err != nil || !maps.Equal(o.Attrs.Tags, want) || len(front.Requests()) != 1+len(want) {
			t.Errorf("%+v, %v with %d requests", o, err, len(front.Requests()))
		}
	}
}

func answerTags(w http.ResponseWriter, r *http.Request, _ string) {
	if r.URL.Query().Has("tagging") {
		fmt.Fprint(w, "<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>")
		return
	}
	w.Header().Set("X-Amz-Tagging-Count", "1")
	put(w, r)
}
