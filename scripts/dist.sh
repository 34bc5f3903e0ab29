#!/usr/bin/env bash
# Writes dist/symcrete-VERSION-x86_64-linux.tar.zst, which runs where it is unpacked, and dist/symcrete_VERSION_amd64.deb.
# Both hold the same files; what they need besides is clang and a linker.
set -euo pipefail
cd "$(dirname "$0")/.."
VERSION=$(cargo metadata --locked --no-deps --format-version 1 | grep -oE '"name":"symcrete","version":"[^"]*"' | cut -d'"' -f8)
[ -n "$VERSION" ] || { echo 'dist: cargo does not say the version' >&2; exit 1; }
NAME=symcrete-$VERSION-x86_64-linux
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p dist

scripts/install.sh "$work/$NAME"
tar -C "$work" --owner=0 --group=0 --sort=name -cf - "$NAME" | zstd -q -T0 -15 -f -o "dist/$NAME.tar.zst"

package=$work/package
mkdir -p "$package/DEBIAN" "$package/usr"
cp -a "$work/$NAME/." "$package/usr"
glibc=$(objdump -T "$package/usr/bin/"* | grep -oE 'GLIBC_2\.[0-9]+' | sort -Vu | tail -1 | cut -d_ -f2)
cat >"$package/DEBIAN/control" <<CONTROL
Package: symcrete
Version: $VERSION
Architecture: amd64
Maintainer: The Symcrete developers <symcrete@example.org>
Section: devel
Priority: optional
Depends: libc6 (>= $glibc), libgcc-s1, zlib1g, clang-19 | clang-22 | clang-21 | clang-20 | clang-18 | clang-17 | clang-16 | clang-15 | clang-14 | clang, binutils
Suggests: z3, gdb
Installed-Size: $(du -sk "$package/usr" | cut -f1)
Description: concolic test generator for C and C++
 Finds inputs that cover the branches of a program, inputs that crash it, an
 input that reaches a given line, or a proof that no input does.
CONTROL
dpkg-deb --root-owner-group -Zxz --build "$package" "dist/symcrete_${VERSION}_amd64.deb" >/dev/null
ls -l dist | awk 'NR > 1 {printf "dist/%s %.1f MB\n", $9, $5 / 1e6}'
