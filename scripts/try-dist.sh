#!/usr/bin/env bash
# Unpacks dist/ in a clean Debian root that has clang and a linker, no Rust and nothing of ours, and tests a program there: once from the archive,
# once from the package. Needs root (or sudo) and mmdebstrap, which it installs.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || exec sudo "$0"
command -v mmdebstrap >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends mmdebstrap >&2
SUITE=${SUITE:-bookworm}
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT
mmdebstrap --quiet --variant=minbase --include=clang-19,binutils,libc6-dev,libgcc-12-dev,zstd "$SUITE" "$root" >&2
mount -t proc proc "$root/proc"
cp dist/symcrete-*.tar.zst dist/symcrete_*.deb "$root/root"
cat >"$root/root/divide.c" <<'PROGRAM'
#include <stdio.h>
int main(void) {
  int n = getchar();
  if (n == 'q') return 100 / (getchar() - 'z');
  return 0;
}
PROGRAM
cat >"$root/root/try.sh" <<'TRY'
set -eu
cd /root
command -v rustc cargo && { echo 'try-dist: there is a Rust toolchain' >&2; exit 1; }
cat >asks.c <<'PROGRAM'
#include <crest.h>
#include <klee/klee.h>
int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  return n == 7;
}
PROGRAM
# try PREFIX: what was installed there is whole, and finds a bug.
try() {
    rm -rf out
    clang-19 -fsyntax-only -Wall -Werror -I"$1/include/symcrete" asks.c
    for page in symcrete-test cargo-symcrete-test; do
        [ -s "$1/share/man/man1/$page.1" ] || { echo "try-dist: there is no page $page" >&2; exit 1; }
    done
    symcrete doctor
    code=0
    symcrete test divide.c --time 20s -o out || code=$?
    [ $code = 1 ] || { echo "try-dist: the bug was not found: exit code $code" >&2; exit 1; }
}
tar --zstd -xf symcrete-*.tar.zst
unpacked=$(echo "$PWD"/symcrete-*-linux)
PATH=$unpacked/bin:$PATH try "$unpacked"
rm -rf symcrete-*-linux
dpkg -i symcrete_*.deb >/dev/null
try /usr
TRY
chroot "$root" sh /root/try.sh
echo 'try-dist: the archive and the package find the bug in a clean root'
