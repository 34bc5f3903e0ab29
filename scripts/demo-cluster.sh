#!/usr/bin/env bash
# One campaign by several processes through a NATS server on loopback: one of them is killed, and nothing is missing. `make demo-cluster` builds symcrete and
# installs nats-server first; nothing is written outside target/demo-cluster.
set -euo pipefail
cd "$(dirname "$0")/.."

symcrete=$(realpath "${CARGO_TARGET_DIR:-target}/release/symcrete")
demo=target/demo-cluster
port=${PORT:-14222}
hub=(--hub "nats://127.0.0.1:$port" --campaign demo)

. scripts/show.sh

rm -rf "$demo"
mkdir -p "$demo"
cd "$demo"
cat >ways.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    unsigned char b[7];
    int n = 0;
    if (fread(b, 1, 7, stdin) != 7) return 9;
    for (int i = 0; i < 7; i++) {
        if (b[i] == 65) { puts("a"); n++; }
        else if (b[i] > 200) { puts("b"); n += 8; }
    }
    if (n == 56) abort();
    return 0;
}
C

note "A server on loopback, and a program with 3^7 = 2187 paths and one bug."
nats-server -js -a 127.0.0.1 -p "$port" -sd store >server.log 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    kill -0 $server 2>/dev/null || { cat server.log >&2; exit 1; }
    sleep 0.1
done
run cc ways.c -o ways

note "One process begins the campaign and gathers the results; three workers join it."
"$symcrete" test ./ways --stdin 7 --stdin-fixed --strategy dfs --quiet -o out "${hub[@]}" >out.log 2>&1 &
begun=$!
until "$symcrete" watch --once "${hub[@]}" >/dev/null 2>&1; do sleep 0.1; done
workers=()
for k in 1 2 3; do
    "$symcrete" worker "${hub[@]}" >"worker$k.log" 2>&1 &
    workers+=($!)
done
until [ "$(find out/tests -name '*.json' 2>/dev/null | wc -l)" -gt 500 ]; do sleep 0.1; done
run watch --once "${hub[@]}"

note "The first worker is killed. After ten seconds of silence the server gives its seat to another one."
kill -9 "${workers[0]}"
code=0
wait $begun || code=$?
cat out.log
[ "$code" = 1 ] || { echo "expected one finding (exit code 1), got exit code $code" >&2; exit 1; }
for k in 1 2; do wait "${workers[$k]}"; done
grep -h 'goes on with its work' ./*.log

n=$(find out/tests -name '*.json' | wc -l)
note "Of 2187 paths there are $n, each once; who worked at them:"
run watch --once "${hub[@]}"
[ "$n" = 2187 ] && grep -q 'every feasible path' out.log
