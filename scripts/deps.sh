#!/usr/bin/env bash
# Installs what the build or the tests need and this machine lacks: scripts/deps.sh NEED...
#
#   lpsolve   lp_solve's header and library, as CGO_CFLAGS and CGO_LDFLAGS find them, and a C compiler
#   TOOL      a program of that name (strace, protoc, …) from Debian's package
#
#   versitygw, fake-gcs-server, azurite
#             the servers that stand for object stores in tests, into .tools in this checkout
#
# What is there already is left alone, and then neither root nor a network is needed.
set -euo pipefail

cd "$(dirname "$0")/.."
tools=$PWD/.tools

versitygw=github.com/versity/versitygw/cmd/versitygw@v1.8.0
fake_gcs=github.com/fsouza/fake-gcs-server@v1.56.1
azurite=3.37.0

have() {
	case $1 in
	lpsolve) links_lpsolve ;;
	versitygw) has_go_tool versitygw "$versitygw" ;;
	fake-gcs-server) has_go_tool fake-gcs-server "$fake_gcs" ;;
	azurite) command -v node >/dev/null && has_azurite ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

has_commands() {
	local name
	for name in "$@"; do
		command -v "$name" >/dev/null || return 1
	done
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

# has_go_tool FILE PACKAGE@VERSION: what Go has built says itself which version it is.
has_go_tool() {
	[ -x "$tools/bin/$1" ] && ${GO:-go} version -m "$tools/bin/$1" | grep -q "^	mod	.*	${2#*@}	"
}

has_azurite() {
	grep -qs "\"version\": \"$azurite\"" "$tools/azurite/node_modules/azurite/package.json"
}

# install_tool installs what no Debian package has. A failure of go or npm ends the script.
install_tool() {
	case $1 in
	versitygw) install_go_tool "$versitygw" ;;
	fake-gcs-server) install_go_tool "$fake_gcs" ;;
	azurite) has_azurite || install_azurite ;;
	esac
}

# install_go_tool builds with the tool's own go.mod, and without cgo, as that needs less of the machine.
install_go_tool() {
	echo "deps: building $1; the first time takes some minutes"
	GOFLAGS='' CGO_ENABLED=0 GOBIN=$tools/bin ${GO:-go} install "$1"
}

install_azurite() {
	echo "deps: installing azurite $azurite"
	mkdir -p "$tools/azurite"
	npm install --prefix "$tools/azurite" --no-audit --no-fund --loglevel=error "azurite@$azurite"
}

packages_of() {
	case $1 in
	versitygw | fake-gcs-server) ;;
	azurite) has_commands node npm || echo nodejs npm ;;
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
	packages+=(${names[@]+"${names[@]}"})
done

install_packages() {
	if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
		echo "deps: missing: ${missing[*]}. On Debian, as root: apt-get install $*" >&2
		echo "deps: elsewhere install them your way, and set CGO_CFLAGS and CGO_LDFLAGS so that lp_lib.h and lp_solve are found" >&2
		exit 1
	fi
	echo "deps: installing $*"
	export DEBIAN_FRONTEND=noninteractive
	apt-get -q -o DPkg::Lock::Timeout=120 update </dev/null
	apt-get -q -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$@" </dev/null
}

if [ ${#packages[@]} -gt 0 ]; then
	install_packages "${packages[@]}"
fi

for need in "${missing[@]}"; do
	install_tool "$need"
done

for need in "${missing[@]}"; do
	have "$need" || {
		echo "deps: $need is still missing after installing it" >&2
		exit 1
	}
done
