#!/usr/bin/env bash
# Runs every fuzz target for a while (60 s, or as many seconds as the first argument says). Stable Rust has what libFuzzer needs of the compiler.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"
seconds=${1:-60}
export RUSTFLAGS='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1'
target=x86_64-unknown-linux-gnu
cargo build --release --target $target
for source in fuzz_targets/*.rs; do
    name=$(basename "$source" .rs)
    echo "fuzz: $name, $seconds s" >&2
    mkdir -p "corpus/$name" "artifacts/$name"
    "target/$target/release/$name" "corpus/$name" -artifact_prefix="artifacts/$name/" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -verbosity=0 -print_final_stats=1
done
