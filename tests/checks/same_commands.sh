#!/usr/bin/env bash
# tests/checks/same_commands.sh [ROOT]: tools/test compiles no file of the engine or the program again
# that tools/run has built: both configure the same commands for them. Configures two trees.
set -euo pipefail
root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# commands WHAT OPTION...: the commands for the sources of engine and program, without the tree's name.
commands() {
    local tree=$folder/tree
    rm -rf "$tree"
    cmake --preset release -S "$root" -B "$tree" "${@:2}" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
    python3 - "$tree/compile_commands.json" <<'END' >"$folder/$1"
import json, re, sys
for entry in json.load(open(sys.argv[1])):
    if re.search(r" -o (engine|tools)/", entry["command"]):
        print(entry["command"])
END
    [[ -s $folder/$1 ]] || { echo "no commands in $tree"; exit 1; }
}
run_options=$(sed -n 's/^ *options=(\(.*\))$/\1/p' "$root/tools/run" | tail -n 1)
test_options=$(sed -n 's/^options=(\(.*\))$/\1/p' "$root/tools/test" | head -n 1)
other_builds=OFF
eval "commands run $run_options"
eval "commands test $test_options"
# words FILE: each word of the commands once.
words() { tr ' ' '\n' <"$1" | sort -u; }
if ! cmp -s "$folder/run" "$folder/test"; then
    echo "tools/run (<) and tools/test (>) compile the same files in other ways:"
    diff <(words "$folder/run") <(words "$folder/test") || true
    exit 1
fi
