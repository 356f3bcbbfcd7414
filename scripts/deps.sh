#!/usr/bin/env bash
# Installs what the build or the tests need and this machine lacks: scripts/deps.sh NEED...
#
#   lpsolve   lp_solve's header and library, as CGO_CFLAGS and CGO_LDFLAGS find them, and a C compiler
#   TOOL      a program of that name (strace, protoc, …) from Debian's package
#
# What is there already is left alone, and then neither root nor a network is needed.
set -euo pipefail

have() {
	case $1 in
	lpsolve) links_lpsolve ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

# links_lpsolve builds a program the way cgo will, so that a library built by hand counts as well as Debian's.
links_lpsolve() {
	local out
	out=$(mktemp)
	# shellcheck disable=SC2086 # the flags are lists of words
	printf '#include <lp_lib.h>\nint main(void) { int v; lp_solve_version(&v, &v, &v, &v); return 0; }\n' |
		${CC:-cc} ${CGO_CFLAGS-} -x c -o "$out" - ${CGO_LDFLAGS-} 2>/dev/null
	local rc=$?
	rm -f "$out"
	return $rc
}

packages_of() {
	case $1 in
	lpsolve) echo gcc libc6-dev liblpsolve55-dev ;;
	protoc) echo protobuf-compiler ;;
	*) echo "$1" ;;
	esac
}

missing=()
for need in "$@"; do
	have "$need" || missing+=("$need")
done
if [ ${#missing[@]} -eq 0 ]; then
	exit 0
fi

packages=()
for need in "${missing[@]}"; do
	read -ra names <<<"$(packages_of "$need")"
	packages+=("${names[@]}")
done
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
	echo "deps: missing: ${missing[*]}. On Debian, as root: apt-get install ${packages[*]}" >&2
	echo "deps: elsewhere install them your way, and set CGO_CFLAGS and CGO_LDFLAGS so that lp_lib.h and lp_solve are found" >&2
	exit 1
fi

echo "deps: installing ${packages[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get -q -o DPkg::Lock::Timeout=120 update </dev/null
apt-get -q -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "${packages[@]}" </dev/null

for need in "${missing[@]}"; do
	have "$need" || {
		echo "deps: $need is still missing after installing $(packages_of "$need")" >&2
		exit 1
	}
done
