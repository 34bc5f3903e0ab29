# The front door. `make demo` and `make test` do all set-up themselves, on a fresh Debian or
# Ubuntu that has only rustup and gcc; everything else is cargo.

# A fresh rustup is not in PATH before the next login.
export PATH := $(HOME)/.cargo/bin:$(PATH)
export CARGO_TERM_COLOR ?= auto

CARGO := cargo
# Release, so that the tests, the demo and the benchmarks share one build; a cold `cargo test` then
# takes 2 minutes instead of 3 in the dev profile (2 cores).
RELEASE := --release --workspace --locked

.PHONY: help demo demo-rust demo-java demo-cluster test test-full check fuzz bench install dist setup setup-tests clean

help:
	@echo 'make demo       set up, build, trace an example program'
	@echo 'make demo-rust  the same for a function of a Rust crate'
	@echo 'make demo-java  the same for Java, with a JDK'
	@echo 'make demo-cluster  one campaign by several processes through a NATS server'
	@echo 'make test       set up, check formatting, lints and documentation, run all tests'
	@echo 'make test-full  the same with the heavier suites (SLOW=1), and all tests in the dev profile'
	@echo 'make fuzz       every reader of foreign bytes for a minute each'
	@echo 'make bench      the benchmarks named in CONTRIBUTING.md'
	@echo 'make install    set up, build, install below PREFIX (default: /usr/local)'
	@echo 'make dist       the same as an archive that runs where it is unpacked, and as a Debian package'
	@echo 'make setup      only install what is missing'
	@echo 'make clean      remove everything that was built'

demo: setup
	$(CARGO) build --release --locked --package symcrete
	scripts/demo.sh

demo-rust: setup
	$(CARGO) build --release --locked --package symcrete
	scripts/demo-rust.sh

demo-java:
	@scripts/setup.sh java
	$(CARGO) build --release --locked --package symcrete
	scripts/demo-java.sh

demo-cluster:
	@scripts/setup.sh cluster
	$(CARGO) build --release --locked --package symcrete
	scripts/demo-cluster.sh

# SYMCRETE_PROMISED: what set-up installs is there, and a test that lacks it fails.
test: setup-tests check
	SYMCRETE_PROMISED=1 $(CARGO) test $(RELEASE) --no-fail-fast

# The debug build also checks arithmetic overflow and debug assertions.
test-full: setup-tests check
	SYMCRETE_PROMISED=1 SLOW=1 $(CARGO) test $(RELEASE) --no-fail-fast
	$(CARGO) test --workspace --locked --no-fail-fast
	scripts/fuzz.sh
	scripts/dist.sh
	scripts/try-dist.sh

# What needs no run of the program. Cheapest first.
check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(RELEASE) --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc $(RELEASE) --no-deps

# Its crates are fetched when it is run for the first time.
fuzz: setup
	scripts/fuzz.sh

bench: setup
	$(CARGO) build $(RELEASE)
	scripts/bench.sh

PREFIX ?= /usr/local

install: setup
	$(CARGO) build --release --locked --package symcrete
	scripts/install.sh '$(DESTDIR)$(PREFIX)'

dist: setup
	$(CARGO) build --release --locked --package symcrete
	scripts/dist.sh

setup:
	@scripts/setup.sh

setup-tests:
	@scripts/setup.sh tests

clean:
	$(CARGO) clean
	rm -rf symcrete-out
