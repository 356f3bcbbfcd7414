package emulator

import (
	"os/exec"
	"testing"
)

// Azurite starts an Azure Blob Storage server, whose account is the first component of
// a URL's path. It has no containers.
func Azurite(t testing.TB) *Server {
	t.Helper()
	script := tool(t, "azurite/node_modules/azurite/dist/src/blob/main.js")
	node, err := exec.LookPath("node")
	if err != nil {
		missing(t, "node is not installed: %v", err)
	}
	s := start(t, "azurite", func(address, dir string) *exec.Cmd {
		host, port := splitAddress(t, address)
		// The SDK speaks a newer version of the API than azurite knows of.
		return exec.Command(node, script, "--silent", "--disableTelemetry", "--skipApiVersionCheck",
			"--blobHost", host, "--blobPort", port, "--location", dir)
	})
	// Its documentation names this account, the same for all: it protects nothing.
	s.Account = "devstoreaccount1"
	s.Secret = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
	return s
}
