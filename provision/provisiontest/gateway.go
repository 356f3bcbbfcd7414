package provisiontest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

	"github.com/skyferry/skyferry/provision"
)

// Script is the bootstrap document of [Gateway]: what it does, in the order of the fields.
type Script struct {
	Padding string   `json:"padding,omitempty"` // ignored, but see [Ask] for "padding"
	Say     []string `json:"say,omitempty"`     // lines for standard error
	Answer  string   `json:"answer,omitempty"`  // goes to standard output in place of the ready line
	Silent  bool     `json:"silent,omitempty"`  // no ready line at all
	Flood   int      `json:"flood,omitempty"`   // bytes for standard output after the ready line
	Quit    bool     `json:"quit,omitempty"`    // end now
	Status  int      `json:"status,omitempty"`  // with this exit status
	Deaf    bool     `json:"deaf,omitempty"`    // do not end when the input does
}

// Bootstrap returns the script as a bootstrap document.
func (s Script) Bootstrap() []byte {
	document, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings, numbers and booleans have no value that fails
	}
	return document
}

// Main is [Gateway] as the main function of a process. It returns the exit status.
func Main() int {
	err := Gateway(context.Background(), os.Stdin, os.Stdout, os.Stderr)
	if exit, ok := errors.AsType[*provision.Exit](err); ok {
		return exit.Code
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// Gateway reads a [Script] from stdin and carries it out. It returns when stdin or ctx ends, or
// when it is told so through its control address; a status other than 0 is returned as a
// [*provision.Exit].
func Gateway(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) error {
	decoder := json.NewDecoder(stdin)
	var script Script
	if err := decoder.Decode(&script); err != nil {
		return fmt.Errorf("read script: %w", err)
	}
	for _, line := range script.Say {
		tell(stderr, line+"\n")
	}
	s, err := listen(script, stderr)
	if err != nil {
		return err
	}
	defer s.close()
	if err := answer(stdout, script, s.ready()); err != nil {
		return err
	}
	if script.Quit {
		return status(script.Status)
	}
	return s.wait(ctx, stdin)
}

// answer does what the script says about standard output.
func answer(stdout io.Writer, script Script, ready provision.Ready) error {
	switch {
	case script.Silent:
		return nil
	case script.Answer != "":
		_, err := io.WriteString(stdout, script.Answer)
		return err
	}
	if err := json.NewEncoder(stdout).Encode(ready); err != nil {
		return err
	}
	_, err := stdout.Write(make([]byte, script.Flood))
	return err
}

// status is the error of a gateway that ends with the status code.
func status(code int) error {
	if code == 0 {
		return nil
	}
	return &provision.Exit{Code: code}
}

// server answers questions on the control address. The data address is only there.
type server struct {
	script        Script
	stderr        io.Writer
	control, data net.Listener
	quit          chan int
	serving       sync.WaitGroup
}

func listen(script Script, stderr io.Writer) (*server, error) {
	control, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	data, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		control.Close()
		return nil, err
	}
	s := &server{script: script, stderr: stderr, control: control, data: data, quit: make(chan int, 1)}
	s.serving.Go(s.serve)
	return s, nil
}

func (s *server) ready() provision.Ready {
	return provision.Ready{Control: s.control.Addr().String(), Data: s.data.Addr().String(), PID: os.Getpid()}
}

// close ends the server and returns when it has ended.
func (s *server) close() {
	s.control.Close()
	s.data.Close()
	s.serving.Wait()
}

// wait returns when the gateway is to end.
func (s *server) wait(ctx context.Context, stdin io.Reader) error {
	ended := make(chan struct{})
	if !s.script.Deaf {
		go func() {
			_, _ = io.Copy(io.Discard, stdin) // however it ends, it has ended
			close(ended)
		}()
	}
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case code := <-s.quit:
		return status(code)
	}
}

// serve answers one question a connection, one connection at a time, until the listener is closed.
func (s *server) serve() {
	for {
		conn, err := s.control.Accept()
		if err != nil {
			return
		}
		s.reply(conn)
		conn.Close()
	}
}

// reply answers what [Ask] asks. A question that cannot be read or is unknown gets an empty answer,
// which fails the asker's test.
func (s *server) reply(conn io.ReadWriter) {
	var q question
	if err := json.NewDecoder(conn).Decode(&q); err != nil {
		return
	}
	switch q.Verb {
	case "padding":
		tell(conn, fmt.Sprintf("%x", sha256.Sum256([]byte(s.script.Padding))))
	case "env":
		tell(conn, fmt.Sprintf("%q", os.Environ()))
	case "say":
		tell(s.stderr, q.Text+"\n")
		tell(conn, "said")
	case "exit":
		tell(conn, "bye")
		s.quit <- q.Status
	}
}

// tell writes text to a test. If the test does not get it, that is what fails.
func tell(w io.Writer, text string) { _, _ = io.WriteString(w, text) }
