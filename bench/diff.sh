#!/usr/bin/env bash
# bench/diff.sh [A B]: `flatline diff A B` as a whole process beside `flatline info` of both files:
# medians of 9 runs.
#
# Without arguments: the generator's zdoom map of 100 MB and a copy of it with all elements in another
# order, which differs in nothing.
# `cpu` is processor time, which other users of the machine do not lengthen. `time` is the processor
# time of diff divided by that of the two loads; the bar is 4. `memory` is the most bytes that diff
# held, divided by the sum of those of the two loads, program and texts included; the bar is 2.
# Environment: REPETITIONS (9), BUILD (build/release), BYTES (100M).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/bench/samples.sh"
bin=${BUILD:-$root/build/release}/bin
repetitions=${REPETITIONS:-9}

if [[ ! -x $bin/bench_process || ! -x $bin/mapgen || ! -x $bin/flatline ]]; then
    echo "diff.sh: build first: cmake --build --preset release" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [[ $# -eq 0 ]]; then
    "$bin/mapgen" --bytes "${BYTES:-100M}" -o "$scratch/a.textmap" 2>/dev/null
    "$bin/mapgen" --bytes "${BYTES:-100M}" --shuffle 1 -o "$scratch/b.textmap" 2>/dev/null
    set -- "$scratch/a.textmap" "$scratch/b.textmap"
fi
cat "$1" "$2" >/dev/null

lines=$scratch/lines
# run NAME COMMAND...: sets NAME_cpu and NAME_peak.
run() {
    local name=$1
    shift
    sample "$repetitions" "$lines" "$bin/bench_process" "$bin/flatline" "$@"
    declare -g "${name}_cpu=$(value cpu <"$lines" | median)" "${name}_peak=$(value peak <"$lines" | median)"
}
run first info "$1"
run second info "$2"
run diff diff "$1" "$2"
printf '%12s %12s %12s %8s %8s\n' 'loads cpu ms' 'diff cpu ms' 'diff MB' time memory
awk -v a="$first_cpu" -v b="$second_cpu" -v d="$diff_cpu" \
    -v pa="$first_peak" -v pb="$second_peak" -v pd="$diff_peak" 'BEGIN {
    printf "%12.1f %12.1f %12.1f %8.2f %8.2f\n", (a + b) * 1e3, d * 1e3, pd / 1e6, d / (a + b),
        pd / (pa + pb) }'
