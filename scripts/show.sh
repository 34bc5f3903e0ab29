# What demos share: a remark for people, and a command that is shown before it runs. Sourced, with $symcrete set.

note() {
    echo
    printf '# %s\n' "$@"
}
run() {
    printf '$ symcrete %s\n' "$*"
    "$symcrete" "$@"
}
