#!/usr/bin/env bash
# bench/jobs.sh [FOLDER]: `flatline check --jobs N FOLDER` for N of 1 and 2: medians of 9 runs.
#
# Without a folder: 1000 WADs of the generator, of 20 to 400 KB, 100 different ones.
# `speedup` is the time of one job by that of these, from the start of the process to its end, and
# `cpu` their processor time by that of one job: it is near 1 where threads do not wait for each
# other by spinning and share no work twice. On a machine that others use, speedup says little and cpu
# still holds. Runs of one job and of more take turns. A run that was not ours by the probe is
# run again, as samples.sh says it.
# Environment: JOBS ("1 2"), COMMAND (check), REPETITIONS (9), FILES (1000), BUILD (build/release).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/bench/samples.sh"
bin=${BUILD:-$root/build/release}/bin
repetitions=${REPETITIONS:-9}
files=${FILES:-1000}
command=${COMMAND:-check}
read -ra jobs <<<"${JOBS:-1 2}"

if [[ ! -x $bin/bench_process || ! -x $bin/mapgen || ! -x $bin/flatline ]]; then
    echo "jobs.sh: build first: cmake --build --preset release" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder=${1:-}
if [[ -z $folder ]]; then
    folder=$scratch/maps
    mkdir "$folder"
    for ((i = 0; i < files; i++)); do
        if ((i < 100)); then
            "$bin/mapgen" --bytes $((20 + i * i / 26))K --seed "$i" --wad -o "$folder/$i.wad" 2>/dev/null
        else
            cp "$folder/$((i % 100)).wad" "$folder/$i.wad"
        fi
    done
fi

run() {
    sample 1 "$scratch/line" "$bin/bench_process" "$bin/flatline" "$command" "$folder" --quiet --jobs "$1"
    cat "$scratch/line" >>"$scratch/$1"
}
run "${jobs[0]}" # touches memory and the system's cache
rm "$scratch/${jobs[0]}"
for ((i = 0; i < repetitions; i++)); do
    for n in "${jobs[@]}"; do run "$n"; done
done

of() { value "$2" <"$scratch/$1" | median; }
printf '%4s %10s %10s %8s %6s\n' jobs ms cpu-ms speedup cpu
for n in "${jobs[@]}"; do
    awk -v n="$n" -v seconds="$(of "$n" seconds)" -v cpu="$(of "$n" cpu)" \
        -v first="$(of "${jobs[0]}" seconds)" -v first_cpu="$(of "${jobs[0]}" cpu)" 'BEGIN {
        printf "%4d %10.1f %10.1f %8.2f %6.2f\n", n, seconds * 1e3, cpu * 1e3, first / seconds,
            cpu / first_cpu }'
done
