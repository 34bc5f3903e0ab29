#!/bin/sh
# What `make demo-rust` shows: a function of a small crate, its bug, and the test that is left for it.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
export PATH="$root/target/release:$PATH"
rm -rf target/demo-rust
mkdir -p target/demo-rust
cp -r examples/shelf target/demo-rust/shelf
cd target/demo-rust/shelf
echo "+ cargo symcrete list"
cargo symcrete list
echo "+ cargo symcrete test label --time 30s"
cargo symcrete test label --time 30s || [ $? -eq 1 ]
echo "+ symcrete export --to rust symcrete-out/label -o tests"
symcrete export --to rust symcrete-out/label -o tests
cargo test --quiet
