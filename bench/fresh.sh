#!/usr/bin/env bash
# bench/fresh.sh [OPTIONS|FILE]...: medians of bench_fresh over 9 processes each.
#
# An argument is a TEXTMAP file, or the options of mapgen for one map in quotes:
#   bench/fresh.sh '--bytes 10M --style minified --flavour srb2' some.textmap
# Without arguments: zdoom maps of 1, 10 and 100 MB. The columns are those of bench_fresh.
# Environment: REPETITIONS (9), LOADS (9, warm loads a process), THREADS (1, of each load; with more
# the speeds are by the time that passes, else by processor time), BUILD (build/release).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bin=${BUILD:-$root/build/release}/bin
repetitions=${REPETITIONS:-9}
loads=${LOADS:-9}
threads=${THREADS:-1}

if [[ ! -x $bin/bench_fresh || ! -x $bin/mapgen ]]; then
    echo "fresh.sh: build first: cmake --build --preset release --target bench_fresh mapgen" >&2
    exit 2
fi
if [[ $# -eq 0 ]]; then
    set -- '--bytes 1M' '--bytes 10M' '--bytes 100M'
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# median NAME: of the values that the lines on stdin give it.
median() {
    sed -n "s/.*\<$1=\([^ ]*\).*/\1/p" | sort -g |
        awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'
}

printf '%-44s %10s %8s %8s %8s %8s  %s\n' \
    map text fresh warm peak kept "status, announced and used by the text"
for argument in "$@"; do
    map=$argument
    if [[ ! -f $map ]]; then
        map=$scratch/map
        # Unquoted on purpose: one argument holds several options.
        # shellcheck disable=SC2086
        "$bin/mapgen" $argument --output "$map" 2>/dev/null
    fi
    : >"$scratch/lines"
    for ((i = 0; i < repetitions; i++)); do
        "$bin/bench_fresh" "$map" "$loads" "$threads" >>"$scratch/lines" || true
    done
    of() { median "$1" <"$scratch/lines"; }
    printf '%-44s %10d %8.2f %8.2f %8.3f %8.3f  %s\n' "$argument" "$(of text)" "$(of fresh)" \
        "$(of warm)" "$(of peak)" "$(of kept)" \
        "$(of status), $(awk -v a="$(of announced)" -v u="$(of used)" -v t="$(of text)" \
            'BEGIN {printf "%.2f and %.2f", a / t, u / t}')"
done
