#!/usr/bin/env bash
# bench/info.sh [FILE]...: `flatline info FILE` as a whole process: medians of 9 runs.
#
# Without arguments: a WAD with the generator's zdoom map of 100 MB, without nodes.
# GB/s are 10^9 bytes of the file by the time from the start of the process to its end, with the
# file in the system's cache (it is read once before); cpu-GB/s are the same by processor time, which
# is nearer to a quiet machine's where others use this one. `beyond` is the most memory that was resident
# at once, program and libraries included, less the bytes of the file, by the bytes of the file: the
# process holds the text once, in memory of its own, so what is beyond it is arrays and program.
# The pages in which the system caches the file are not the process's and do not count. A run that
# was not ours by the probe is run again, as samples.sh says it.
# Environment: REPETITIONS (9), BUILD (build/release).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/bench/samples.sh"
bin=${BUILD:-$root/build/release}/bin
repetitions=${REPETITIONS:-9}

if [[ ! -x $bin/bench_process || ! -x $bin/mapgen || ! -x $bin/flatline ]]; then
    echo "info.sh: build first: cmake --build --preset release" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [[ $# -eq 0 ]]; then
    "$bin/mapgen" --bytes 100M --wad -o "$scratch/100M.wad" 2>/dev/null
    set -- "$scratch/100M.wad"
fi

printf '%-32s %12s %10s %8s %8s %8s %8s %8s %8s\n' file bytes ms GB/s cpu-GB/s beyond faults \
    dropped not-ours
for file in "$@"; do
    bytes=$(wc -c <"$file")
    cat "$file" >/dev/null
    "$bin/flatline" info "$file" >/dev/null || true # touches memory
    sample "$repetitions" "$scratch/lines" "$bin/bench_process" "$bin/flatline" info "$file"
    of() { value "$1" <"$scratch/lines" | median; }
    awk -v file="$(basename "$file")" -v bytes="$bytes" \
        -v seconds="$(of seconds)" -v peak="$(of peak)" \
        -v faults="$(of faults)" -v cpu="$(of cpu)" \
        -v dropped="$dropped" -v not_ours="$not_ours" 'BEGIN {
        printf "%-32s %12d %10.1f %8.2f %8.2f %8.3f %8d %8d %8d\n", file, bytes, seconds * 1e3,
            bytes / seconds / 1e9, bytes / cpu / 1e9, (peak - bytes) / bytes, faults, dropped,
            not_ours }'
done
