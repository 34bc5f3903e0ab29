#!/usr/bin/env bash
# All benchmarks, into symcrete-out/bench; index.html there shows them. `make bench` builds everything first.
# Hours at full size; interrupted, it goes on where it stopped. Arguments go to `symcrete bench`, such as --quick.
set -euo pipefail
cd "$(dirname "$0")/.."

target/release/symcrete bench --suite all -o symcrete-out/bench "$@"
