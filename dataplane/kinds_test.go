package dataplane_test

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

// checkKind makes sure of an error's kind.
func checkKind(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
}

const ms = time.Millisecond

// wait lets others go on while a test looks for something again and again.
func wait() { runtime.Gosched() }

func codeOf(err error) string { return status.Code(err).String() }

func insecureCredentials() credentials.TransportCredentials { return insecure.NewCredentials() }
