package local

import (
	"maps"
	"os"
	"slices"
	"strings"
)

// passed are the variables of this process that a gateway gets: those that the loader, the C and
// the Go runtime and TLS read, none of which holds a secret.
var passed = []string{
	"PATH", "HOME", "TMPDIR", "TZ", "LANG", "LC_ALL", "LD_LIBRARY_PATH",
	"SSL_CERT_FILE", "SSL_CERT_DIR",
	"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT", "GOTRACEBACK", "GORACE", "GOCOVERDIR",
}

// environment returns a gateway's whole environment. A later entry overrides an earlier one.
func environment(tags map[string]string, extra []string) []string {
	var env []string
	for _, key := range passed {
		if value, set := os.LookupEnv(key); set {
			env = append(env, key+"="+value)
		}
	}
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		env = append(env, variable(tag)+"="+tags[tag])
	}
	return append(env, extra...)
}

// variable spells a tag as the name of a variable: skyferry-transfer is SKYFERRY_TRANSFER.
func variable(tag string) string {
	return strings.ToUpper(strings.ReplaceAll(tag, "-", "_"))
}
