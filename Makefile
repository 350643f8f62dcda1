# The only entry: `make demo` on a fresh machine, then `make test`.
GO ?= go
BIN := bin/rlv
STATICCHECK := v0.8.2
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PACKAGES := libz3-dev z3 gcc g++ libc6-dev
# What tests need beyond that: a browser for pages, a reader for graphs, a checker of proofs, a second solver.
TEST_PACKAGES := chromium-headless-shell graphviz coq cvc5

.PHONY: all demo test soak check bench lint fuzz install clean deps

all: $(BIN)

# Debian packages that are missing are installed; nothing happens if none is.
deps:
	@missing=""; for p in $(PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then echo "installing$$missing"; \
	  $(SUDO) apt-get update -qq && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing; fi

.PHONY: $(BIN)
$(BIN): deps
	$(GO) build -o $(BIN) ./cmd/rlv

demo: $(BIN)
	$(BIN) verify examples/cink/gcd.cink

# The quick tests first; the slow ones, marked by a Slow in their name, last, on samples. How cost
# grows is measured with nothing beside it: what shares a cache is slowed down as it grows.
test: PACKAGES += $(TEST_PACKAGES)
test: deps
	$(GO) vet ./...
	$(GO) test -timeout 40m -skip 'Slow' ./...
	$(GO) test -timeout 60m -short -run 'Slow' -skip 'Grows' ./...
	$(GO) test -timeout 20m -short -run 'Slow.*Grows' -p 1 ./...

# The slow tests on all of their random programs, mutants and variants: over an hour.
soak: deps
	$(GO) test -timeout 6h -run 'Slow' ./...

# The quick tests, and what they leave out here.
check: deps
	$(GO) vet ./...
	$(GO) test -timeout 40m -skip 'Slow' ./...
	@echo "skipped: the slow tests (make test runs them)"
	@command -v coqc >/dev/null || echo "skipped in any case: the tests with Coq, which is not installed (Debian's coq)"

bench: deps
	$(GO) test -run '^$$' -bench . -benchtime 1s ./...

lint: deps
	@files=$$(gofmt -l .); [ -z "$$files" ] || { echo "gofmt would change: $$files"; exit 1; }
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) ./...

# A short run of every fuzz target.
fuzz: deps
	@for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	  echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime 10s $$p || exit 1; done; done

install: deps
	$(GO) install ./cmd/rlv

clean:
	rm -rf bin
