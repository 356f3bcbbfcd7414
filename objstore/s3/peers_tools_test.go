package s3_test

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// tool is a program that copies objects.
type tool struct {
	name, path string
	env        []string
	putsOnly   bool // the rest is as with another tool

	bucket                        func(name string) string
	copySmall, putLarge, getLarge func(from, to string) []string
	list                          func(bucket string) []string
}

// tools returns ours and those that are installed, which are to use as many requests at
// once.
func (p *peers) tools() []tool {
	signed := p.ours()
	signed.name, signed.putsOnly = "skyferry-signed", true
	signed.env = append(signed.env, signVariable+"=1")
	tools := []tool{p.ours(), signed}
	if path, err := exec.LookPath("rclone"); err == nil {
		tools = append(tools, p.rclone(path))
	}
	return tools
}

func (p *peers) ours() tool {
	copying := func(workers, part int) func(from, to string) []string {
		return func(from, to string) []string {
			return []string{"copy", strconv.Itoa(workers), strconv.Itoa(part), from, to}
		}
	}
	return tool{
		name: "skyferry", path: p.self, env: []string{clientVariable + "=1"},
		bucket:    func(name string) string { return "s3://" + name },
		copySmall: copying(smallWorkers, smallPart),
		putLarge:  copying(largeWorkers, putPart), getLarge: copying(largeWorkers, getPart),
		list: func(bucket string) []string { return []string{"list", bucket} },
	}
}

func (p *peers) rclone(path string) tool {
	copying := func(from, to string) []string {
		return []string{
			"copy", from, to, "--transfers", strconv.Itoa(smallWorkers),
			"--s3-upload-concurrency", strconv.Itoa(largeWorkers), "--s3-chunk-size", "16M",
			"--multi-thread-streams", strconv.Itoa(largeWorkers), "--multi-thread-cutoff", "64M",
		}
	}
	return tool{
		name: "rclone", path: path,
		env: []string{
			"RCLONE_CONFIG=", "RCLONE_CONFIG_STORE_TYPE=s3", "RCLONE_CONFIG_STORE_PROVIDER=Other", "RCLONE_CONFIG_STORE_REGION=us-east-1",
			"RCLONE_CONFIG_STORE_ENDPOINT=" + p.server.URL, "RCLONE_CONFIG_STORE_ACCESS_KEY_ID=" + p.server.Account,
			"RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY=" + p.server.Secret,
		},
		bucket:    func(name string) string { return "store:" + name },
		copySmall: copying, putLarge: copying, getLarge: copying,
		list: func(bucket string) []string {
			return []string{"lsf", "-R", "--fast-list", "--files-only", "--format", "sp", bucket}
		},
	}
}

// run runs a command and returns what it used.
func run(b *testing.B, cmd *exec.Cmd, env []string) usage {
	b.Helper()
	var failure bytes.Buffer
	cmd.Env, cmd.Stderr = env, &failure
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	ended := make(chan struct{})
	memory := make(chan int64, 1)
	go func() { memory <- watchMemory(cmd.Process.Pid, ended) }()
	err := cmd.Wait()
	wall := time.Since(start)
	close(ended)
	u := usage{wall: wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), memory: <-memory}
	if err != nil {
		b.Fatalf("%v: %v\n%s", cmd.Args, err, failure.String())
	}
	return u
}

// watchMemory returns the most memory that a process had in use, in bytes; 0 where the
// system has no /proc. The system's own account of a child begins with what its parent
// had, so the process is looked at while it runs.
func watchMemory(pid int, ended <-chan struct{}) (most int64) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if m := highWater.FindSubmatch(status); m != nil {
			kib, _ := strconv.ParseInt(string(m[1]), 10, 64)
			most = max(most, kib<<10)
		}
		select {
		case <-ended:
			return most
		case <-tick.C:
		}
	}
}

var highWater = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)
