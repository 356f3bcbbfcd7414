package emulator

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// VersitygwOptions say how a versitygw is set up; nil means all defaults.
type VersitygwOptions struct {
	Region     string // the only one that its signatures are valid for; default us-east-1
	Versioning bool   // buckets may be versioned; default no
}

// Versitygw starts an S3 server that checks signatures, regions, checksums and
// conditions. It has no buckets.
func Versitygw(t testing.TB, opts *VersitygwOptions) *Server {
	t.Helper()
	if opts == nil {
		opts = &VersitygwOptions{}
	}
	const account, secret = "testkey", "testsecret"
	path := tool(t, "bin/versitygw")
	s := start(t, "versitygw", func(address, dir string) *exec.Cmd {
		args := []string{"--port", address, "--region", cmp.Or(opts.Region, "us-east-1"), "--quiet", "posix"}
		if opts.Versioning {
			args = append(args, "--versioning-dir", subdir(t, dir, "versions"))
		}
		cmd := exec.Command(path, append(args, subdir(t, dir, "data"))...)
		cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+account, "ROOT_SECRET_KEY="+secret)
		return cmd
	})
	s.Account, s.Secret = account, secret
	return s
}

// Moto starts an S3 server that holds any key exactly, and believes whatever it is
// told of credentials and checksums. Parts have at least 1,000 bytes. It serves EC2, IAM
// and STS, too. It has no buckets.
func Moto(t testing.TB) *Server {
	t.Helper()
	path, err := exec.LookPath("moto_server")
	if err != nil {
		t.Skipf("moto is not installed: %v", err)
	}
	s := start(t, "moto", func(address, dir string) *exec.Cmd {
		host, port := splitAddress(t, address)
		cmd := exec.Command(path, "-H", host, "-p", port)
		cmd.Dir = dir
		// Parts may be small, so that tests need not move much, and stay in memory.
		cmd.Env = append(os.Environ(), "S3_UPLOAD_PART_MIN_SIZE=1000", "MOTO_S3_DEFAULT_KEY_BUFFER_SIZE=16777216")
		return cmd
	})
	s.Account, s.Secret = "testkey", "testsecret"
	return s
}

// subdir makes a directory in another.
func subdir(t testing.TB, dir, name string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}
