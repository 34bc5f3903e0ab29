#!/usr/bin/env bash
# Compiles the example with symcrete and shows the path that one input takes through it.
# `make demo` builds symcrete first; nothing is written outside target/demo.
set -euo pipefail
cd "$(dirname "$0")/.."

symcrete=${CARGO_TARGET_DIR:-target}/release/symcrete
demo=target/demo
source=examples/records.c
input=examples/records.txt

note() {
    echo
    printf '# %s\n' "$@"
}
run() {
    printf '$ symcrete %s\n' "$*"
    "$symcrete" "$@"
}

mkdir -p "$demo"

note "$source reads records (kind, length, payload, checksum) from standard input." \
    "symcrete cc is clang: the program it makes runs as before, and can be traced."
run cc -O2 -o "$demo/records" "$source"

note "The input is $input: $(cat "$input")"
printf '$ %s <%s\n' "$demo/records" "$input"
"$demo/records" <"$input"

note 'One traced run: every branch that depends on the input, in order: where it stands, which side' \
    'was taken, and its condition over the bytes of standard input. The last lines say what the' \
    'trace does not follow, whether every recorded expression evaluates to what happened, and how' \
    'the program ended.'
run run "$demo/records" --stdin "$input" --trace --check
