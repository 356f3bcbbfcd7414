package dataplane

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/internal/wire"
	"github.com/skyferry/skyferry/objstore"
)

// Attributes and keys are bytes; they pass both channels unchanged.
func TestAttributesPassUnchanged(t *testing.T) {
	for name, attrs := range map[string]objstore.Attrs{
		"none":      {},
		"all":       {ContentType: "a", CacheControl: "b", ContentEncoding: "c", ContentLanguage: "d", ContentDisposition: "e", Metadata: map[string]string{"k": "v"}, StorageClass: "f", Tags: map[string]string{"k": "w"}},
		"not UTF-8": {ContentType: "\xff", CacheControl: "\x00", Metadata: map[string]string{"\xfe": "\xfd", "": "", "é": "e\u0301"}, StorageClass: "\xfc", Tags: map[string]string{"\xfe": "\xfd"}},
		"only meta": {Metadata: map[string]string{"k": ""}},
		"only tags": {Tags: map[string]string{"k": ""}},
		"a class":   {StorageClass: "Cool"},
	} {
		sent := &control.Order{Length: 3, SourceSize: 3, Key: []byte("key \xff"), Attributes: attrsToControl(attrs)}
		encoded, err := proto.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		var arrived control.Order
		if err := proto.Unmarshal(encoded, &arrived); err != nil {
			t.Fatal(err)
		}
		announced, err := chunkFrom(&arrived).Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		chunk, err := wire.ParseChunk(announced)
		if err != nil {
			t.Fatal(err)
		}
		if got := attrsFromWire(chunk); !reflect.DeepEqual(got, attrs) || chunk.Key != "key \xff" {
			t.Errorf("%s: %+v arrived as %+v", name, attrs, got)
		}
	}
}

// An error keeps its kind over the network.
func TestErrorsKeepTheirKind(t *testing.T) {
	for want, err := range map[objstore.Kind]error{
		objstore.ErrNotFound:    objstore.ErrNotFound,
		objstore.ErrPermission:  &objstore.Error{Kind: objstore.ErrPermission, Op: "put"},
		objstore.ErrThrottled:   fmt.Errorf("wrapped: %w", objstore.ErrThrottled),
		objstore.ErrUnavailable: context.DeadlineExceeded,
		objstore.ErrChanged:     objstore.Errorf(objstore.ErrChanged, "not UTF-8: \xff"),
	} {
		kind, message := describe(err)
		f := &control.Failure{Kind: kind, Message: message}
		back := errorFrom(f)
		if !errors.Is(back, want) || kindOf(back) != string(want) || back.Error() != message || !utf8.ValidString(message) {
			t.Errorf("%v came back as %v of kind %q", err, back, kindOf(back))
		}
		if retryable(f) != want.Retryable() {
			t.Errorf("%v: try again: %t", err, retryable(f))
		}
	}
	damaged := &control.Failure{Kind: kindDamaged, Message: "other bytes"}
	if back := errorFrom(damaged); !errors.Is(back, objstore.ErrChecksum) || !retryable(damaged) {
		t.Errorf("%v, try again: %t", back, retryable(damaged))
	}
	if kindOf(nil) != "" || kindOf(errors.New("any")) != "" {
		t.Error("errors without a kind have one")
	}
}

func TestObjectErrorUnwraps(t *testing.T) {
	e := ObjectError{Key: "k", Err: objstore.ErrChanged}
	if !errors.Is(e, objstore.ErrChanged) || e.Error() != objstore.ErrChanged.Error() {
		t.Error(e)
	}
}
