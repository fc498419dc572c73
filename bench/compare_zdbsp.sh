#!/usr/bin/env bash
# bench/compare_zdbsp.sh [BUILD]: our node builder beside Debian's zdbsp, on every open UDMF map of
# the corpus that zdbsp can build (it asserts on some) and on the generator's 10 MB map. The times
# of the last lines come from one run; zdbsp's is the time that it prints itself, without reading.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build/release}
corpus=${FLATLINE_CORPUS_DIR:-$root/../shared/corpus}/open
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

refused=0
count=0
if [[ -d $corpus ]]; then
    while IFS= read -r wad; do
        grep -qa TEXTMAP "$wad" || continue
        count=$((count + 1))
        out=$work/$(printf '%03d' "$count")-$(basename "$wad")
        if ! timeout 120 zdbsp -t -o "$out" "$wad" >/dev/null 2>&1; then
            refused=$((refused + 1))
            rm -f "$out"
        fi
    done < <(find "$corpus" -iname '*.wad' | sort)
    "$build/bin/nodes_table" "$work"/*-*
    echo "zdbsp fails on $refused of $count files"
fi

echo
"$build/bin/mapgen" --bytes 10M --wad -o "$work/gen.wad" 2>/dev/null
for run in 1 2 3; do
    zdbsp -o "$work/gen-nodes.wad" "$work/gen.wad" 2>&1 | grep -a 'Total time' |
        sed "s/^.*Total time/run $run: zdbsp, total time/"
    "$build/bin/nodes_table" "$work/gen-nodes.wad" | sed -n 2p
done
