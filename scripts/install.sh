#!/usr/bin/env bash
# install.sh ROOT: copies an installation below ROOT: bin, lib/symcrete, include/symcrete, share. Programs find their libLLVM relative to
# themselves, so ROOT can be moved. Needs a release build (`make install` and `make dist` make it).
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 1 ] && [ -n "$1" ] || { echo 'install: name one folder, as in scripts/install.sh ~/.local' >&2; exit 2; }
ROOT=$1
BUILT=${CARGO_TARGET_DIR:-target}/release

install -d "$ROOT/bin" "$ROOT/lib/symcrete" "$ROOT/share/man/man1" "$ROOT/share/doc/symcrete/licences" \
    "$ROOT/share/bash-completion/completions" "$ROOT/share/zsh/site-functions" "$ROOT/share/fish/vendor_completions.d"

# Without debug information, which is nine tenths of a program.
for program in symcrete symcrete-ld cargo-symcrete; do
    install -m 755 -s "$BUILT/$program" "$ROOT/bin/$program"
done
library=$(readelf -d "$BUILT/symcrete-ld" | sed -n 's/.*NEEDED.*\[\(libLLVM[^]]*\)\].*/\1/p')
[ -n "$library" ] || { echo 'install: symcrete-ld does not name its libLLVM' >&2; exit 1; }
install -m 644 "$(rustc --print sysroot)/lib/$library" "$ROOT/lib/symcrete/$library"

# For other compilers: `symcrete cc` has them inside.
for header in crest.h klee/klee.h; do
    install -D -m 644 "include/$header" "$ROOT/include/symcrete/$header"
done

"$ROOT/bin/symcrete" man "$ROOT/share/man/man1"
"$ROOT/bin/symcrete" completions bash >"$ROOT/share/bash-completion/completions/symcrete"
"$ROOT/bin/symcrete" completions zsh >"$ROOT/share/zsh/site-functions/_symcrete"
"$ROOT/bin/symcrete" completions fish >"$ROOT/share/fish/vendor_completions.d/symcrete.fish"
install -m 644 README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$ROOT/share/doc/symcrete"

# Everything inside, with its licence: crates as cargo names them, and LLVM.
{
    cargo tree --locked --package symcrete --edges normal --prefix none --format '{p} {l}' |
        sed -E 's/ \(\*\)$//; s/ \(\/[^)]*\)//' | sort -u
    echo "libLLVM of the Rust toolchain $(rustc --version | cut -d' ' -f2) Apache-2.0 WITH LLVM-exception"
} >"$ROOT/share/doc/symcrete/licences/list.txt"
sources=$(cargo metadata --locked --format-version 1 | grep -oE '"manifest_path":"[^"]*/registry/src/[^"]*"' | cut -d'"' -f4 | sort -u)
for manifest in $sources; do
    folder=$(dirname "$manifest")
    name=$(basename "$folder")
    grep -q "^${name%-*} v${name##*-}" "$ROOT/share/doc/symcrete/licences/list.txt" || continue
    for file in "$folder"/LICEN[SC]E* "$folder"/COPYING* "$folder"/NOTICE*; do
        [ -f "$file" ] && install -D -m 644 "$file" "$ROOT/share/doc/symcrete/licences/$name/$(basename "$file")"
    done
done
true
