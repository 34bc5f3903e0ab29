#!/usr/bin/env bash
# Compiles examples/Orders.java, explores one of its methods, and shows what was found. Exits with 0 if the planted bug was.
set -euo pipefail
cd "$(dirname "$0")/.."

symcrete=target/release/symcrete
out=symcrete-out/demo-java
rm -rf "$out"
mkdir -p "$out"
javac -g -d "$out/classes" examples/Orders.java
found=0
"$symcrete" java test "$out/classes" --method shop.Orders.total --time 60s -o "$out/results" || found=$?
[ "$found" = 1 ] || { echo "demo-java: the bug was not found (exit code $found)" >&2; exit 1; }
echo
echo "The same as JUnit tests:"
"$symcrete" java export "$out/results" -o "$out/junit"
