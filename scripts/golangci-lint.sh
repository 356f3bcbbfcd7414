#!/usr/bin/env bash
# Prints the path of golangci-lint in the version that this project is linted with. One on the PATH or among Go's
# programs serves if it is that version; else it is built once into .tools of this checkout, which takes minutes.
set -euo pipefail
version=2.15.0

is_ours() {
	[ -x "$1" ] && [ "$("$1" version --short 2>/dev/null)" = "$version" ]
}

cd "$(dirname "${BASH_SOURCE[0]}")/.."
own=$PWD/.tools/bin
for candidate in "$(command -v golangci-lint || true)" "$(go env GOPATH)/bin/golangci-lint" "$own/golangci-lint"; do
	if is_ours "$candidate"; then
		echo "$candidate"
		exit 0
	fi
done

echo "lint: building golangci-lint $version into .tools" >&2
# The caller's GOFLAGS (-mod=…, -tags=…) are meant for this module, not for the tool's.
GOFLAGS='' GOBIN=$own go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v$version" </dev/null >&2
is_ours "$own/golangci-lint" || {
	echo "lint: $own/golangci-lint is not version $version" >&2
	exit 1
}
echo "$own/golangci-lint"
