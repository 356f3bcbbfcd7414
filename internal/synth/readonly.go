package synth

import (
	"context"

	"github.com/skyferry/skyferry/objstore"
)

// readOnly is the half of a driver that a bucket of generated objects refuses.
type readOnly struct{ url string }

func (r readOnly) refuse() error {
	return objstore.Errorf(objstore.ErrUnsupported, "generated objects cannot be written")
}

func (r readOnly) URL() string             { return r.url }
func (r readOnly) Limits() objstore.Limits { return objstore.Limits{NoAttrs: true} }
func (r readOnly) CheckKey(string) error   { return nil }
func (r readOnly) Close() error            { return nil }

func (r readOnly) Put(context.Context, string, []byte, objstore.Attrs) (objstore.Object, error) {
	return objstore.Object{}, r.refuse()
}

func (r readOnly) CreateUpload(context.Context, objstore.Upload) (string, error) {
	return "", r.refuse()
}

func (r readOnly) PutPart(context.Context, objstore.Upload, int, []byte) (objstore.Part, error) {
	return objstore.Part{}, r.refuse()
}

func (r readOnly) ListParts(context.Context, objstore.Upload) ([]objstore.Part, error) {
	return nil, r.refuse()
}

func (r readOnly) Complete(context.Context, objstore.Upload, []objstore.Part) (objstore.Object, error) {
	return objstore.Object{}, r.refuse()
}
func (r readOnly) Abort(context.Context, objstore.Upload) error { return r.refuse() }
func (r readOnly) Delete(context.Context, []string) error       { return r.refuse() }
