here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath -- "${1:?name the program to test}") || exit 2
[ -x "$program" ] || { echo "$program is no program" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# check NAME END [VARIABLE=VALUE…] PROGRAM [ARGUMENT…]: runs a program in a folder of its own, without any other variable.
# END is its exit status, SIG and the number of a signal, or fails.
check() {
    local name=$1 end=$2 input=/dev/null status
    shift 2
    rm -rf "$scratch/folder"
    mkdir "$scratch/folder"
    [ ! -d "$here/$name.files" ] || cp -R "$here/$name.files/." "$scratch/folder"
    [ ! -f "$here/$name.in" ] || input=$here/$name.in
    { (cd "$scratch/folder" && exec timeout 10 env -i "$@") <"$input" >"$scratch/out"; } 2>/dev/null
    status=$?
    case $end in
    fails) [ "$status" -ne 0 ] ;;
    SIG*) [ "$status" -eq $((128 + ${end#SIG})) ] ;;
    *) [ "$status" -eq "$end" ] ;;
    esac || { failed=$((failed + 1)); echo "$name: ends with $status, not $end" >&2; return; }
    if [ -f "$here/$name.out" ] && ! cmp -s "$here/$name.out" "$scratch/out"; then
        failed=$((failed + 1))
        echo "$name: prints something else than $here/$name.out" >&2
        return
    fi
    passed=$((passed + 1))
}
