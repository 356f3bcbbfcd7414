package main

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
)

// decode returns the one document on standard output, which must have these fields,
// written as links[].src for the field src of every element of links.
func decode[T any](t *testing.T, o outcome, fields string) T {
	t.Helper()
	var document T
	decoder := json.NewDecoder(strings.NewReader(o.stdout))
	if err := decoder.Decode(&document); err != nil {
		t.Fatalf("standard output is no document: %v\n%s", err, o.stdout)
	}
	if _, err := decoder.Token(); err != io.EOF {
		t.Fatalf("something follows the document: %s", o.stdout)
	}
	var tree any
	if err := json.Unmarshal([]byte(o.stdout), &tree); err != nil {
		t.Fatal(err)
	}
	found := fieldsOf(tree, "")
	for _, field := range strings.Fields(fields) {
		if !slices.Contains(found, field) {
			t.Errorf("the document lacks %s: %s", field, o.stdout)
		}
	}
	return document
}

// fieldsOf names the fields in a document, those of elements with [].
func fieldsOf(tree any, prefix string) (names []string) {
	switch tree := tree.(type) {
	case map[string]any:
		for name, value := range tree {
			names = append(names, prefix+name)
			names = append(names, fieldsOf(value, prefix+name+".")...)
		}
	case []any:
		for _, element := range tree {
			names = append(names, fieldsOf(element, strings.TrimSuffix(prefix, ".")+"[].")...)
		}
	}
	return names
}
