package provisiontest

import (
	"encoding/json"
	"io"
	"net"
	"testing"
)

// question is what a test sends to a gateway's control address.
type question struct {
	Verb   string `json:"verb"`
	Text   string `json:"text,omitempty"`
	Status int    `json:"status,omitempty"`
}

// Ask has the gateway at the control address do one thing, and returns its answer. The verbs
// without an argument are "padding" (the SHA-256 of the script's padding, in hexadecimal digits)
// and "env" (the gateway's environment, quoted).
func Ask(t *testing.T, control, verb string) string {
	t.Helper()
	return ask(t, control, question{Verb: verb})
}

// Say has the gateway write a line to standard error.
func Say(t *testing.T, control, line string) {
	t.Helper()
	ask(t, control, question{Verb: "say", Text: line})
}

// Exit has the gateway end with the status.
func Exit(t *testing.T, control string, status int) {
	t.Helper()
	ask(t, control, question{Verb: "exit", Status: status})
}

func ask(t *testing.T, control string, q question) string {
	t.Helper()
	conn, err := net.Dial("tcp", control)
	if err != nil {
		t.Fatalf("the gateway's control address: %v", err)
	}
	defer conn.Close()
	if err := json.NewEncoder(conn).Encode(q); err != nil {
		t.Fatalf("ask the gateway: %v", err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil {
		t.Fatalf("the gateway's answer: %v", err)
	}
	if len(answer) == 0 {
		t.Fatalf("the gateway does not know %q", q.Verb)
	}
	return string(answer)
}
