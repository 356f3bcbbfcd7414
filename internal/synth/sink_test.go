package synth_test

import (
	"errors"
	"testing"

	"github.com/skyferry/skyferry/internal/synth"
	"github.com/skyferry/skyferry/objstore"
)

func TestSinkTakesEverything(t *testing.T) {
	sink, ctx := synth.OpenSink(synth.SinkURL), t.Context()
	o, err := sink.Put(ctx, "x", make([]byte, 10), objstore.Attrs{ContentType: "text/plain"})
	if err != nil || o.Key != "x" || o.Size != 10 || o.HasCRC32C {
		t.Errorf("put: %+v, %v", o, err)
	}
	upload, err := sink.CreateUpload(ctx, "y", 15, 10, objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	var parts []objstore.Part
	for number := 1; number <= upload.Parts(); number++ {
		_, n := upload.PartRange(number)
		part, err := sink.PutPart(ctx, upload, number, make([]byte, n))
		if err != nil || part.Number != number || part.Size != n || part.HasCRC32C {
			t.Fatalf("part %d: %+v, %v", number, part, err)
		}
		parts = append(parts, part)
	}
	if o, err = sink.Complete(ctx, upload, parts); err != nil || o.Key != "y" || o.Size != 15 || o.HasCRC32C {
		t.Errorf("complete: %+v, %v", o, err)
	}
	if err := errors.Join(sink.Abort(ctx, upload), sink.Delete(ctx, "x", "y"), sink.Close()); err != nil {
		t.Error(err)
	}
}

func TestSinkHoldsNothing(t *testing.T) {
	sink, ctx := synth.OpenSink(synth.SinkURL), t.Context()
	o, err := sink.Put(ctx, "x", make([]byte, 10), objstore.Attrs{})
	if err != nil {
		t.Fatal(err)
	}
	for o, err := range sink.List(ctx, objstore.ListOptions{}) {
		t.Errorf("%+v, %v is listed", o, err)
	}
	if _, err := sink.Stat(ctx, "x"); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("stat: %v, want not found", err)
	}
	if _, err := sink.ReadRange(ctx, o, 0, 10); !errors.Is(err, objstore.ErrNotFound) {
		t.Errorf("read: %v, want not found", err)
	}
	upload := objstore.Upload{Key: "x", ID: "u", Size: 1, PartSize: 1}
	if _, err := sink.ListParts(ctx, upload); !errors.Is(err, objstore.ErrUnsupported) {
		t.Errorf("list parts: %v, want unsupported", err)
	}
	if l := sink.Limits(); !l.NoAttrs || !l.NoChecksum {
		t.Errorf("limits %+v promise to keep something", l)
	}
}
