package local

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/skyferry/skyferry/provision"
)

// drainTime bounds how long the output of a gateway that has ended is still read. What it wrote is
// in the pipe already; only a process that left the gateway's group could hold the pipe open for
// longer.
const drainTime = 2 * time.Second

// child is a gateway's process. One goroutine, on a thread kept for it, starts it, waits for it and
// collects it; kill may be called from any other.
type child struct {
	cmd   *exec.Cmd
	ended chan *provision.Exit

	mu        sync.Mutex
	collected bool // its process id may belong to someone else
}

// launchProcess starts the program with three pipes. Their near ends are closed by the one who owns
// the result.
func launchProcess(options Options, spec provision.Spec) (*launched, error) {
	pipes, err := openPipes()
	if err != nil {
		return nil, startError(options.Path, err)
	}
	cmd := exec.Command(options.Path)
	cmd.Args = options.Args
	cmd.Env = environment(spec.Tags(), options.Env)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pipes.far[0], pipes.far[1], pipes.far[2]
	cmd.SysProcAttr = processAttributes()

	c := &child{cmd: cmd, ended: make(chan *provision.Exit, 1)}
	started := make(chan error, 1)
	go c.live(started, pipes)
	err = <-started
	closeAll(pipes.far[:])
	if err != nil {
		closeAll(pipes.near[:])
		return nil, startError(options.Path, err)
	}
	return &launched{
		stdin: pipes.near[0], stdout: pipes.near[1], stderr: pipes.near[2],
		pid: cmd.Process.Pid, ended: c.ended, kill: c.kill,
	}, nil
}

// live starts the process and collects it when it has ended, all on one thread: the kernel sends
// the parent's death signal when the thread ends that started the child.
func (c *child) live(started chan<- error, pipes *pipes) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := c.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	exit := c.collect()
	deadline := time.Now().Add(drainTime)
	for _, output := range pipes.near[1:] {
		// Without a deadline an output is read to its end all the same, unless something still
		// holds it open.
		_ = output.SetReadDeadline(deadline)
	}
	c.ended <- exit
}

func exitOfProcess(state *os.ProcessState, err error) *provision.Exit {
	if state == nil {
		return &provision.Exit{Code: -1, Err: err}
	}
	exit := &provision.Exit{Code: state.ExitCode()}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		exit.Signal = status.Signal().String()
	}
	return exit
}

// pipes are a gateway's standard input, output and error: the ends it gets and the ends kept here.
type pipes struct {
	far, near [3]*os.File
}

func openPipes() (*pipes, error) {
	var p pipes
	for i := range p.far {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(p.far[:i])
			closeAll(p.near[:i])
			return nil, err
		}
		if p.far[i], p.near[i] = w, r; i == 0 {
			p.far[i], p.near[i] = r, w
		}
	}
	return &p, nil
}

// closeAll closes pipes that nobody has written to: there is nothing that could fail.
func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// startError gives a failure to start path its kind.
func startError(path string, err error) *provision.Error {
	e := &provision.Error{Op: "start", Kind: provision.ErrUnavailable, Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOEXEC),
		errors.Is(err, exec.ErrNotFound), errors.Is(err, exec.ErrDot):
		e.Kind, e.Hint = provision.ErrInvalid, fmt.Sprintf("%s is no program that runs here", path)
	case errors.Is(err, fs.ErrPermission):
		e.Kind, e.Hint = provision.ErrPermission, fmt.Sprintf("%s may not be executed", path)
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.ENOMEM),
		errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		e.Kind = provision.ErrNoCapacity
		e.Hint = "this machine has no room for another process; plan with fewer gateways, or raise its limits"
	}
	return e
}
