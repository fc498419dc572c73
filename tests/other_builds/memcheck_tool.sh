#!/usr/bin/env bash
# memcheck_tool.sh FLATLINE: each command of the program prints the same under valgrind as by itself,
# with the same exit code, and reads no memory before it is written.
set -euo pipefail
tool=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../maps"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run NAME COMMAND...: its output goes to NAME, the exit code to the end of it. What it writes lies in
# a folder that is empty before.
run() {
    local out=$work/$1 status=0
    shift
    rm -rf "$work/written"
    mkdir "$work/written"
    "$@" >"$out" 2>"$out.errors" || status=$?
    echo "exit code $status" >>"$out"
    LC_ALL=C sed -i -E 's/"seconds":[-+.0-9e]+/"seconds":0/' "$out" # of a file, in rows of JSON
}

failed=0
while read -r -a words; do
    run alone "$tool" "${words[@]//WORK/$work/written/a}"
    run watched valgrind --quiet --error-exitcode=99 "$tool" "${words[@]//WORK/$work/written/a}"
    if ! diff "$work/alone" "$work/watched" >"$work/difference"; then
        echo "under valgrind: flatline ${words[*]}"
        cat "$work/difference" "$work/watched.errors"
        failed=1
    fi
done <<'END'
--version
--json
help check
check . --json --no-config
check . --format sarif --all --target all --build-nodes
check . --format junit --repair
check every_kind.textmap --format github --strict --jobs 2
info . --json
dump every_kind.textmap
dump slopes.textmap
dump square.wad --map MAP01
draw square.wad -o WORK.svg
draw every_kind.textmap -o WORK.html
draw every_kind.textmap -o WORK.png --width 200
draw square.wad --all-maps -o WORK.maps
convert square.textmap -o WORK.wad --to udmf
convert square.wad -o WORK.doom.wad --to doom
table . --of linedefs --jobs 2
table square.wad --of sectors --format parquet
check no-such-file.wad
rules --json
fields --format csv
explain line-cross
END
exit "$failed"
