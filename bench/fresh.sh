#!/usr/bin/env bash
# bench/fresh.sh [OPTIONS|FILE]...: medians of bench_fresh over 9 processes each.
#
# An argument is a TEXTMAP file, or the options of mapgen for one map in quotes:
#   bench/fresh.sh '--bytes 10M --style minified --flavour srb2' some.textmap
# Without arguments: zdoom maps of 30 KB, 300 KB, 1, 10 and 100 MB. The columns are those of bench_fresh; `ratio` is
# fresh by warm, the median of each process's own. Before each map one process runs that does not
# count, so that memory has been touched before (bench_machine says what memory costs otherwise).
# A process whose first load was not ours by the probe is run again, as samples.sh says it.
# Environment: REPETITIONS (9), LOADS (9, warm loads a process), THREADS (1, of each load; with more
# the speeds are by the time that passes, else by processor time), BUILD (build/release).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/bench/samples.sh"
bin=${BUILD:-$root/build/release}/bin
repetitions=${REPETITIONS:-9}
loads=${LOADS:-9}
threads=${THREADS:-1}

if [[ ! -x $bin/bench_fresh || ! -x $bin/mapgen ]]; then
    echo "fresh.sh: build first: cmake --build --preset release --target bench_fresh mapgen" >&2
    exit 2
fi
if [[ $# -eq 0 ]]; then
    set -- '--bytes 30K' '--bytes 300K' '--bytes 1M' '--bytes 10M' '--bytes 100M'
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

printf '%-28s %10s %7s %7s %7s %7s %7s %7s %7s %8s %8s  %s\n' map text fresh warm ratio cycles \
    faults peak kept dropped not-ours "status, announced and used by the text"
for argument in "$@"; do
    map=$argument
    if [[ ! -f $map ]]; then
        map=$scratch/map
        # Unquoted on purpose: one argument holds several options.
        # shellcheck disable=SC2086
        "$bin/mapgen" $argument --output "$map" 2>/dev/null
    fi
    "$bin/bench_fresh" "$map" 0 "$threads" >/dev/null || true
    sample "$repetitions" "$scratch/lines" "$bin/bench_fresh" "$map" "$loads" "$threads"
    of() { value "$1" <"$scratch/lines" | median; }
    ratio=$(paste <(value fresh <"$scratch/lines") <(value warm <"$scratch/lines") |
        awk '{print ($2 > 0 ? $1 / $2 : 0)}' | median)
    printf '%-28s %10d %7.2f %7.2f %7.2f %7.2f %7d %7.3f %7.3f %8d %8d  %s\n' "$argument" "$(of text)" \
        "$(of fresh)" "$(of warm)" "$ratio" "$(of cycles)" "$(of faults)" "$(of peak)" "$(of kept)" "$dropped" \
        "$not_ours" \
        "$(of status), $(awk -v a="$(of announced)" -v u="$(of used)" -v t="$(of text)" \
            'BEGIN {printf "%.2f and %.2f", a / t, u / t}')"
done
