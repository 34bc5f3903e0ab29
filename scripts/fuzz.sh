#!/usr/bin/env bash
# Runs every fuzz target for a while (60 s, or as many seconds as the first argument says); names after it choose some. Stable Rust has what libFuzzer
# needs of the compiler. Seeds are made of what our own tools write for a few subjects: traces, models, result folders, SARIF, KLEE's files, objects.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
wanted=("$@")
[ ${#wanted[@]} -gt 0 ] || wanted=($(basename -s .rs -a fuzz/fuzz_targets/*.rs))
corpus=$PWD/fuzz/corpus
symcrete=$PWD/target/release/symcrete
mkdir -p "$corpus"/{trace,model,results,vectors,sarif,ktest,dwarf}

cargo build --release --locked --package symcrete
cargo build --release --locked --package symcrete-exec --example packed_trace
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# One subject: a small campaign with all that it stores, and the trace of each of its first tests.
seeds() {
    local name=$1 folder=$scratch/$1 test
    "$symcrete" test "subjects/$name.c" --iterations 20 --quiet -o "$folder" >/dev/null 2>&1 || true
    cp "$folder/report.json" "$corpus/results/$name.report"
    for test in "$folder"/tests/00000[1-4].json; do
        cp "$test" "$corpus/results/$name.$(basename "$test")"
        cp "$test" "$corpus/vectors/$name.$(basename "$test")"
        target/release/examples/packed_trace "$folder/program" "${test%.json}.stdin" "$corpus/trace/$name.$(basename "$test" .json)"
    done
    "$symcrete" export --to sarif "$folder" -o "$scratch/sarif" >/dev/null 2>&1 && cp "$scratch/sarif/findings.sarif" "$corpus/sarif/$name"
    if "$symcrete" export --to ktest "$folder" -o "$scratch/ktest" >/dev/null 2>&1; then
        find "$scratch/ktest" -name '*.ktest' | head -4 | while read -r file; do cp "$file" "$corpus/ktest/$name.$(basename "$file")"; done
    fi
    objcopy -O binary --only-section=.symcrete.model "$folder/program" "$corpus/model/$name" 2>/dev/null || true
}
for name in trityp state-machine parser20 dart; do seeds "$name"; done
for source in crates/symcrete/tests/c/entry_*.c; do
    clang-19 -g -O0 -w -fPIC -shared -fstandalone-debug -I include "$source" -o "$corpus/dwarf/$(basename "$source" .c).so"
done

cd fuzz
export RUSTFLAGS='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1'
target=x86_64-unknown-linux-gnu
cargo build --release --target $target
for name in "${wanted[@]}"; do
    echo "fuzz: $name, $seconds s" >&2
    mkdir -p "corpus/$name" "artifacts/$name"
    "target/$target/release/$name" "corpus/$name" -artifact_prefix="artifacts/$name/" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -verbosity=0 -print_final_stats=1
done
