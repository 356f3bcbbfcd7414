package emulator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// startTime is how long a server may take until it answers; a busy machine needs it.
const startTime = 60 * time.Second

// command makes the command line that serves on address HOST:PORT, with its data in dir.
type command func(address, dir string) *exec.Cmd

// start starts a server on a free port and waits until it answers. It tries again where
// another process took the port first.
func start(t testing.TB, name string, c command) *Server {
	t.Helper()
	var err error
	for range 3 {
		var s *Server
		if s, err = startOn(t, freeAddress(t), dataDir(t, name), c); err == nil {
			t.Logf("%s at %s", name, s.URL)
			return s
		}
	}
	t.Fatalf("%s does not start: %v", name, err)
	return nil
}

func startOn(t testing.TB, address, dir string, c command) (*Server, error) {
	cmd := c(address, dir)
	var output log
	cmd.Stdout, cmd.Stderr = &output, &output
	endWithParent(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // it is killed, or awaitAnswer reports that it is gone
	}()
	t.Cleanup(func() {
		kill(cmd)
		<-ended
		if t.Failed() {
			t.Logf("%s said:\n%s", cmd.Args[0], output.tail())
		}
	})
	s := &Server{URL: "http://" + address}
	if err := awaitAnswer(t.Context(), s.URL, ended); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, output.tail())
	}
	return s, nil
}

// awaitAnswer waits until the server answers, with whatever.
func awaitAnswer(ctx context.Context, url string, ended <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		if err := answers(ctx, client, url); err == nil {
			return nil
		}
		select {
		case <-ended:
			return errors.New("the process ended")
		case <-ctx.Done():
			return fmt.Errorf("no answer within %v", startTime)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func answers(ctx context.Context, client *http.Client, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/", nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}

// freeAddress returns a port that nobody listens on.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// dataDir makes a directory for a server's data: in memory where the machine has such a
// place, for what is tested is not the disk.
func dataDir(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "skyferry-"+name+"-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("removing the data of %s: %v", name, err)
		}
	})
	return dir
}

// log keeps what a process said.
type log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// tail returns the last of it.
func (l *log) tail() string {
	const most = 4000
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.buf.Bytes()
	return string(p[max(0, len(p)-most):])
}
