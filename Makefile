# make demo    what this library does, shown on this machine
# make test    everything that has to hold before a change lands
# make help    the other targets
#
# The planner links lp_solve through cgo. Debian's liblpsolve55-dev has its header in a folder of its own and ships
# archives only, so what lp_solve itself needs is named here too. Set both variables to use another build of it.
CGO_CFLAGS  ?= -I/usr/include/lpsolve
CGO_LDFLAGS ?= -llpsolve55 -lcolamd -lm -ldl
export CGO_CFLAGS CGO_LDFLAGS

# Tests that trace processes or want a network of their own skip that where it is not to be had. Here they fail, so that
# a proof is not left out unnoticed; "make test SKYFERRY_REQUIRE_ALL=" where the machine cannot.
SKYFERRY_REQUIRE_ALL ?= 1
export SKYFERRY_REQUIRE_ALL

SHELL         := bash
.SHELLFLAGS   := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS     += --no-builtin-rules --no-print-directory

GO        ?= go
TESTFLAGS ?=
DEMOFLAGS ?=
BENCH     ?= .

# The planner is arithmetic and C, which the race detector slows down and cannot look into. What of it runs on several
# threads is tested with it all the same.
PLANNER := ./grid/... ./plan/... ./internal/lpsolve/... ./internal/simplex/...

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

.PHONY: demo
demo: deps ## install lp_solve if it is missing, build, and carry out a planned transfer on this machine
	@echo "== demo: build"
	$(GO) build -o bin/ ./examples/demo
	@echo "== demo: run"
	bin/demo $(DEMOFLAGS)

.PHONY: build
build: deps ## build all packages, and the command-line tool and the static gateway into bin/
	@echo "== build"
	$(GO) build ./...
	$(GO) build -o bin/ ./examples/skyferry
	CGO_ENABLED=0 $(GO) build -o bin/ ./examples/gateway

.PHONY: test
test: test-deps build static vet lint test-race test-planner ## build, vet, lint, all tests
	@echo "== test: all passed"

# What runs on machines is static: no cgo, whatever the machine that built it has installed.
.PHONY: static
static:
	@echo "== build without cgo"
	CGO_ENABLED=0 $(GO) build ./dataplane/... ./objstore/... ./examples/gateway
	CGO_ENABLED=0 $(GO) build ./...

.PHONY: vet
vet: deps ## go vet
	@echo "== vet"
	$(GO) vet ./...

.PHONY: lint
lint: deps ## golangci-lint, formatting, go.mod; a finding fails
	@echo "== lint"
	$$(scripts/golangci-lint.sh) run ./...
	$$(scripts/golangci-lint.sh) run --build-tags nolpsolve ./plan/... ./internal/lpsolve/...
	$$(scripts/golangci-lint.sh) fmt --diff
	$(GO) mod tidy -diff

# Tests that lose gateways on purpose notice losses by the clock, so they run when everything is compiled and nothing
# else is running.
TIMED := . ./dataplane/... ./provision/... ./internal/endtoend/...

.PHONY: test-race
test-race: test-deps
	@echo "== test, with the race detector"
	packages=$$($(GO) list ./... | grep -vxF "$$($(GO) list $(PLANNER))") && \
	$(GO) test -race -run '^$$' $$packages >/dev/null && \
	$(GO) test -race -p 1 $(TESTFLAGS) $(TIMED) && \
	$(GO) test -race $(TESTFLAGS) $$(grep -vxF "$$($(GO) list $(TIMED))" <<<"$$packages")
	$(GO) test -race $(TESTFLAGS) -short -run 'Sweep|Explain' ./plan

.PHONY: test-planner
test-planner: test-deps
	@echo "== test, the planner with lp_solve and without"
	$(GO) test $(TESTFLAGS) -timeout 20m $(PLANNER)
	$(GO) test $(TESTFLAGS) -tags nolpsolve ./plan/... ./internal/lpsolve/...

.PHONY: bench
bench: deps ## go benchmarks: make bench BENCH=Seal
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

# Beside rclone, if that is installed, which fails with AWS_CA_BUNDLE set.
.PHONY: bench-objstore
bench-objstore: ## the tables of docs/objstore-benchmarks.md, about a quarter of an hour and 10 GB of memory
	@scripts/deps.sh versitygw
	env -u AWS_CA_BUNDLE $(GO) test ./objstore/s3 -run '^$$' -bench 'Small|ListPage' -benchmem
	env -u AWS_CA_BUNDLE $(GO) test ./objstore/s3 -run '^$$' -bench 'Peer' -benchtime 1x -timeout 1h

.PHONY: bench-plan
bench-plan: deps ## the tables of docs/planner-benchmarks.md, about half an hour
	$(GO) test ./plan -run '^$$' -bench 'Reference|Samples|Hard|Easy|Growth|Sweep' -benchtime 1x -timeout 3h

# The generators are pinned to what the files in the repository say they were made with.
.PHONY: generate
generate: ## make the generated files anew; with FIGURES=FOLDER the built-in grid, too
	@scripts/deps.sh protoc
	GOFLAGS= GOBIN=$(CURDIR)/.tools/bin $(GO) install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
	GOFLAGS= GOBIN=$(CURDIR)/.tools/bin $(GO) install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
	PATH="$(CURDIR)/.tools/bin:$$PATH" $(GO) generate ./internal/...
	$(if $(FIGURES),SKYFERRY_FIGURES="$(abspath $(FIGURES))" $(GO) generate ./grid/...)

.PHONY: clean
clean: ## remove what was built here; installed tools stay
	rm -rf bin

.PHONY: deps
deps:
	@scripts/deps.sh lpsolve

.PHONY: test-deps
test-deps:
	@scripts/deps.sh lpsolve strace versitygw fake-gcs-server azurite
