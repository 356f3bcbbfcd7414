package s3_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/s3"
)

// Pages of parts that do not lead on end in an error: neither in a list that lacks some
// nor in one without an end.
func TestListPartsFails(t *testing.T) {
	const part = "<Part><PartNumber>1</PartNumber><ETag>e</ETag><Size>4</Size></Part>"
	for name, page := range map[string]string{
		"no marker":      "<IsTruncated>true</IsTruncated>" + part,
		"the same again": "<IsTruncated>true</IsTruncated><NextPartNumberMarker>1</NextPartNumberMarker>" + part,
		"empty":          "<IsTruncated>true</IsTruncated>",
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			bucket, _ := openScripted(t, s3.Options{Limits: &tiny}, func(w http.ResponseWriter, r *http.Request, _ string) {
				if r.Method == http.MethodPost {
					fmt.Fprint(w, created)
					return
				}
				if asked++; asked > 10 {
					fail(w, 400, "InvalidArgument")
					return
				}
				fmt.Fprint(w, "<ListPartsResult>"+page+"</ListPartsResult>")
			})
			u, err := bucket.CreateUpload(t.Context(), "k", 5, 4, objstore.Attrs{})
			if err != nil {
				t.Fatal(err)
			}
			if parts, err := bucket.ListParts(t.Context(), u); !errors.Is(err, objstore.ErrUnavailable) || asked > 2 {
				t.Errorf("%d requests, %+v, %v", asked, parts, err)
			}
		})
	}
}

// A page without keys that leads to another one is not the end of a listing.
func TestListEmptyPage(t *testing.T) {
	bucket, _ := openScripted(t, s3.Options{}, func(w http.ResponseWriter, r *http.Request, _ string) {
		switch r.URL.Query().Get("continuation-token") {
		case "":
			page(w, "", "1", nil)
		case "1":
			page(w, "", "2", []string{"a"})
		case "2":
			page(w, "", "3", nil)
		default:
			page(w, "", "", []string{"b"})
		}
	})
	got, err := list(t, bucket, objstore.ListOptions{})
	if err != nil || len(got) != 2 || got[0].Key != "a" || got[1].Key != "b" {
		t.Errorf("%+v, %v", got, err)
	}
}
