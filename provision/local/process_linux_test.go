package local_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
	"github.com/skyferry/skyferry/provision/provisiontest"
)

func TestKill(t *testing.T) {
	p := open(t, processes)
	instance := start(t, p, provisiontest.Script{})
	if err := p.Kill(instance.Machine); err != nil {
		t.Fatalf("Kill: %v", err)
	}
	<-instance.Done()
	exit, ok := errors.AsType[*provision.Exit](instance.Err())
	if !ok || exit.Signal != "killed" || exit.Code != -1 {
		t.Errorf("it ended with %v, want the signal", instance.Err())
	}
	if err := p.Kill(instance.Machine); err != nil {
		t.Errorf("Kill of what has ended: %v", err)
	}
	if err := p.Kill(provision.Machine{ID: "another"}); !errors.Is(err, provision.ErrNotFound) {
		t.Errorf("Kill of what never was: %v, want ErrNotFound", err)
	}
}

// TestEnvironment: the gateway gets what its runtime needs, its tags and what the options add, and
// no credential of ours.
func TestEnvironment(t *testing.T) {
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("HTTPS_PROXY", "http://user:password@proxy.example")
	t.Setenv("TZ", "UTC")
	options := processes
	options.Env = append(slices.Clone(options.Env), "EXTRA=1")
	instance := start(t, open(t, options), provisiontest.Script{})
	env := provisiontest.Ask(t, instance.Control, "env")
	for _, want := range []string{
		`"TZ=UTC"`, `"EXTRA=1"`, `"SKYFERRY_TRANSFER=t1"`, `"SKYFERRY_NODE=node#0"`, `"SKYFERRY_TOOL=skyferry"`,
	} {
		if !strings.Contains(env, want) {
			t.Errorf("the environment lacks %s: %s", want, env)
		}
	}
	for _, secret := range []string{"AWS_", "PROXY"} {
		if strings.Contains(env, secret) {
			t.Errorf("the environment holds %s: %s", secret, env)
		}
	}
}

// TestNoProgram: each way in which a program cannot be started has its kind.
func TestNoProgram(t *testing.T) {
	folder := t.TempDir()
	plain := filepath.Join(folder, "plain")
	if err := os.WriteFile(plain, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	garbage := filepath.Join(folder, "garbage")
	if err := os.WriteFile(garbage, []byte("no program"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]provision.Kind{
		filepath.Join(folder, "missing"): provision.ErrInvalid,
		"no-such-program-in-the-path":    provision.ErrInvalid,
		garbage:                          provision.ErrInvalid,
		plain:                            provision.ErrPermission,
	} {
		p := open(t, local.Options{Path: path})
		_, err := p.Start(t.Context(), spec(provisiontest.Script{}))
		if e, ok := errors.AsType[*provision.Error](err); !ok || e.Kind != want || e.Node != "node#0" || e.Hint == "" {
			t.Errorf("%s: %v, want the kind %q with the node and a hint", path, err, want)
		}
	}
}

// TestWrapper starts the gateway through a shell that stays. The process that is named is the
// gateway's own, and neither is left.
func TestWrapper(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), local.GatewayName)
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	p := open(t, local.Options{Path: "sh", Args: []string{"sh", "-c", `"$0"; exit $?`, link}, Env: processes.Env})
	instance := start(t, p, provisiontest.Script{Deaf: true})
	gateway := watchProcess(t, instance.PID)
	if err := p.Kill(instance.Machine); err != nil {
		t.Fatalf("Kill: %v", err)
	}
	<-instance.Done()
	awaitEnd(t, gateway)
}

// TestLeftBehind: what a gateway started itself does not outlive it, and does not hold up the news
// of its end.
func TestLeftBehind(t *testing.T) {
	p := open(t, local.Options{Path: "sh", Args: []string{
		"sh", "-c", `sleep 1000 & echo "{\"control\":\"127.0.0.1:1\",\"data\":\"127.0.0.1:2\",\"pid\":$!}"; read order; exit 5`,
	}})
	instance := start(t, p, provisiontest.Script{}) // the shell takes the document, which has no line end, for its order
	left := watchProcess(t, instance.PID)
	if err := p.Stop(t.Context(), instance.Machine); err != nil {
		t.Fatalf("Stop: %v", err)
	}
	if exit, ok := errors.AsType[*provision.Exit](instance.Err()); !ok || exit.Code != 5 {
		t.Errorf("it ended with %v, want status 5", instance.Err())
	}
	awaitEnd(t, left)
}

// TestDescriptors: a gateway that is gone, or never came up, has no file left open here.
func TestDescriptors(t *testing.T) {
	p := open(t, processes)
	none := open(t, local.Options{Path: filepath.Join(t.TempDir(), "missing")})
	run := func() {
		instance := start(t, p, provisiontest.Script{})
		if err := p.Stop(t.Context(), instance.Machine); err != nil {
			t.Fatalf("Stop: %v", err)
		}
		if _, err := none.Start(t.Context(), spec(provisiontest.Script{})); err == nil {
			t.Fatal("a missing program was started")
		}
	}
	run() // opens what the runtime keeps open
	before := openFiles(t)
	for range 3 {
		run()
	}
	if after := openFiles(t); after > before {
		t.Errorf("%d files are open, %d were", after, before)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}
