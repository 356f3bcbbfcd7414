package provision_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/provision"
)

func TestParseReadyRefuses(t *testing.T) {
	for name, line := range map[string]string{
		"nothing":          "",
		"text":             "listening on 127.0.0.1:4001",
		"another type":     `"127.0.0.1:4001"`,
		"two documents":    `{"control":"h:1","data":"h:2"}{}`,
		"cut short":        `{"control":"h:1","data":"h:2"`,
		"no control":       `{"data":"h:2"}`,
		"no data":          `{"control":"h:1"}`,
		"no port":          `{"control":"h","data":"h:2"}`,
		"port 0":           `{"control":"h:0","data":"h:2"}`,
		"port too high":    `{"control":"h:1","data":"h:65536"}`,
		"port by name":     `{"control":"h:http","data":"h:2"}`,
		"no host":          `{"control":":1","data":"h:2"}`,
		"negative process": `{"control":"h:1","data":"h:2","pid":-1}`,
	} {
		if r, err := provision.ParseReady([]byte(line)); !errors.Is(err, provision.ErrProtocol) {
			t.Errorf("%s: %+v, %v, want ErrProtocol", name, r, err)
		}
	}
}

func TestParseReadyAccepts(t *testing.T) {
	for name, line := range map[string]string{
		"plain":       `{"control":"h:1","data":"h:2","pid":3}`,
		"newer":       `{"control":"h:1","data":"h:2","pid":3,"version":2}`,
		"white space": " {\"control\":\"h:1\", \"data\":\"h:2\", \"pid\":3}\r\n",
	} {
		want := provision.Ready{Control: "h:1", Data: "h:2", PID: 3}
		if got, err := provision.ParseReady([]byte(line)); err != nil || got != want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// TestParseReadyShowsLittle: an error repeats the start of a line, not a megabyte of it.
func TestParseReadyShowsLittle(t *testing.T) {
	_, err := provision.ParseReady([]byte(strings.Repeat("x", 1<<20)))
	if n := len(err.Error()); n > 1000 {
		t.Errorf("the error has %d bytes", n)
	}
}

// FuzzParseReady: what is accepted says the same when it is written and read again.
func FuzzParseReady(f *testing.F) {
	f.Add([]byte(`{"control":"127.0.0.1:4001","data":"[::1]:4002","pid":123}`))
	f.Add([]byte(`{"control":"h:1","data":"h:2"}`))
	f.Add([]byte("usage: program\n"))
	f.Fuzz(func(t *testing.T, line []byte) {
		ready, err := provision.ParseReady(line)
		if err != nil {
			if !errors.Is(err, provision.ErrProtocol) {
				t.Errorf("error %v is not of the kind", err)
			}
			return
		}
		again, err := json.Marshal(ready)
		if err != nil {
			t.Fatalf("write it: %v", err)
		}
		if got, err := provision.ParseReady(again); err != nil || got != ready {
			t.Errorf("read again: %+v, %v, want %+v", got, err, ready)
		}
	})
}
