#!/usr/bin/env bash
# Explores the example with symcrete: finds the inputs that cover its branches, and the one that
# crashes it. `make demo` builds symcrete first; nothing is written outside target/demo.
set -euo pipefail
cd "$(dirname "$0")/.."

symcrete=${CARGO_TARGET_DIR:-target}/release/symcrete
demo=target/demo
source=examples/orders.c
input=examples/orders.bin

. scripts/show.sh

rm -rf "$demo"
mkdir -p "$demo"

note "$source reads one order of ten bytes from standard input. symcrete test compiles it and explores" \
    "its paths, starting from no input at all. It ends with exit code 1 because it finds a bug."
code=0
run test "$source" -o "$demo/out" || code=$?
[ "$code" = 1 ] || { echo "expected one finding (exit code 1), got exit code $code" >&2; exit 1; }

note 'The order that crashes it, byte by byte, and the crash on the plain program:'
od -A d -t x1z "$demo/out/findings/001/input.stdin"
run replay "$demo/out/findings/001/input" || true

note 'One run in detail: every branch that depends on the input, with its condition over input bytes.' \
    'The last lines say what the trace does not follow, whether every recorded expression evaluates' \
    'to what happened, and how the program ended.'
run cc -O2 -o "$demo/orders" "$source"
run run "$demo/orders" --stdin "$input" --trace --verify
