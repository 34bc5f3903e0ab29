#!/usr/bin/env bash
# Installs what building and testing need and this machine lacks; says nothing when nothing is
# missing. Never touches the network then, so it works offline on a machine that is set up.
# `setup.sh java` also gets what Java needs, `setup.sh cluster` the server for campaigns of many machines, and `setup.sh tests` both and the browser that
# reports are tested in; without the browser those tests say so.
set -euo pipefail
cd "$(dirname "$0")/.."

# What must be there (a command or a file) and the Debian package that brings it.
NEEDED='
clang-19                        clang-19
clang++-19                      clang-19
/usr/lib/llvm-19/lib/clang/19/lib/*/libclang_rt.profile*  libclang-rt-19-dev
llvm-cov-19                     llvm-19
llvm-profdata-19                llvm-19
cc                              gcc
c++                             g++
ld                              binutils
make                            make
cmake                           cmake
git                             git
csmith                          csmith
/usr/include/csmith*/csmith.h   libcsmith-dev
dpkg-source                     dpkg-dev
z3                              z3
genhtml                         lcov
afl-fuzz                        afl++
script                          bsdutils
pip3                            python3-pip
'

# The same for Java.
JAVA='
javac                                     openjdk-17-jdk-headless
jar                                       openjdk-17-jdk-headless
/usr/share/java/asm-commons.jar           libasm-java
/usr/share/java/junit-platform-console-standalone.jar  junit5
'

# The same for campaigns of many machines.
CLUSTER='
nats-server                     nats-server
'

# The same for tests: the frameworks that exported tests are compiled against, and build systems that `init` knows.
TESTS='
autoreconf                      autoconf
automake                        automake
meson                           meson
ninja                           ninja-build
/usr/include/gtest/gtest.h      libgtest-dev
/usr/include/catch2/*           catch2
'

# The same for tests, where it can be had: Ubuntu's chromium is a snap, which servers and containers lack, and not every release has the LLVM of rustc.
WANTED='
/usr/bin/chromium               chromium
llvm-cov-22                     llvm-22
'

say() { echo "setup: $*" >&2; }
fail() { say "$@"; exit 1; }

present() {
    case $1 in
    /*) compgen -G "$1" >/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

missing_packages() {
    while read -r thing package; do
        [ -z "$thing" ] || present "$thing" || echo "$package"
    done <<<"$1" | sort -u
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        fail "packages are missing and neither root nor sudo is at hand: install them as root: $missing"
    fi
}

# All packages at once; when that fails, one by one, to name the one that is at fault.
install() {
    as_root apt-get install -y --no-install-recommends "$@" >&2 && return
    local failed=()
    for package in "$@"; do
        as_root apt-get install -y --no-install-recommends "$package" >&2 || failed+=("$package")
    done
    [ ${#failed[@]} = 0 ] || fail "apt could not install: ${failed[*]}. The package registry may be out of reach, or" \
        "this release does not have them (Debian 12 and Ubuntu 24.04 with its updates do; clang-19 is also at https://apt.llvm.org)."
}

packages() {
    missing=$(missing_packages "$NEEDED" | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null || fail "apt-get was not found; install by hand what these Debian packages hold: $missing"
    say "installing by apt: $missing"
    as_root apt-get update >&2 || say "apt-get update failed, the package registry may be out of reach; trying with the lists at hand"
    # shellcheck disable=SC2086 # one word per package
    install $missing
    missing=$(missing_packages "$NEEDED" | tr '\n' ' ')
    [ -z "$missing" ] || fail "installed, but still not found: $missing"
}

wanted() {
    missing=$(missing_packages "$WANTED" | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    say "installing by apt, for tests: $missing"
    # In a shell of its own, since it is no failure if it fails.
    # shellcheck disable=SC2086 # one word per package
    ( ! grep -q '^ID=ubuntu' /etc/os-release && as_root apt-get install -y --no-install-recommends $missing >&2 ) ||
        say "apt could not install $missing: what needs it is not tested"
}

# The toolchain is the one in rust-toolchain.toml: the instrumenter links its libLLVM.
toolchain() {
    command -v rustup >/dev/null || command -v cargo >/dev/null ||
        fail "Rust is missing: install rustup from https://rustup.rs and start again"
    cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return
    local channel
    channel=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
    command -v rustup >/dev/null || fail "Rust $channel with rustfmt and clippy is needed: install rustup from https://rustup.rs"
    say "installing Rust $channel"
    rustup toolchain install "$channel" --profile minimal --component rustfmt --component clippy >&2 ||
        fail "Rust $channel could not be installed: static.rust-lang.org may be out of reach"
}

# Downloads the crates in Cargo.lock that are not here yet.
crates() {
    cargo fetch --locked --quiet --target x86_64-unknown-linux-gnu ||
        fail "the crates in Cargo.lock could not be fetched: crates.io may be out of reach, or Cargo.lock is out of date"
}

[ "$(uname -sm)" = "Linux x86_64" ] || fail "symcrete runs on Linux on x86-64; this is $(uname -sm)"
case ${1:-} in
java) NEEDED=$NEEDED$JAVA ;;
cluster) NEEDED=$NEEDED$CLUSTER ;;
tests) NEEDED=$NEEDED$JAVA$CLUSTER$TESTS ;;
esac
packages
[ "${1:-}" != tests ] || wanted
toolchain
crates
