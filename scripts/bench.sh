#!/usr/bin/env bash
# The benchmarks: each prints its own figures. `make bench` builds everything first.
set -euo pipefail
cd "$(dirname "$0")/.."

echo '# Runs per second: through the fork server, and starting a process for each.'
cargo run --release --locked --quiet --package symcrete-exec --example runs_per_second

echo '# What instrumentation costs, against clang -O2.'
target/release/symcrete bench --suite overhead -o symcrete-out/bench
