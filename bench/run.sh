#!/usr/bin/env bash
# bench/run.sh [FILTER]: runs the benchmarks of the load and of its stages and prints the medians
# as Markdown tables, each load beside the memory copy of the same text in the same run. Speeds are
# 10^9 bytes of text a second of processor time; "copies" is how many copies take as long as the
# warm load. FILTER is a regular expression on the names: bench/run.sh '/10M/|stage'
# Environment: REPETITIONS (9), BUILD (build/release).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
results=$(mktemp)
trap 'rm -f "$results"' EXIT

"${BUILD:-$root/build/release}/bin/flatline_bench" --benchmark_format=json \
    --benchmark_repetitions="${REPETITIONS:-9}" --benchmark_report_aggregates_only=true \
    --benchmark_filter="${1:-^(memcpy|load|stage)}" >"$results"

# Google Benchmark writes its JSON one `"key": value,` a line, the run's name first. (Its CSV
# wants the same counters of every benchmark.)
awk '
    function take() {
        name = run["run_name"]
        sub(/\/manual_time$/, "", name)
        if (run["aggregate_name"] != "median") return
        if (name !~ /^(memcpy\/|load_|stage_)/) return
        if (name ~ /^stage_/) {
            stages = stages sprintf("| %s | %.3f | %.1f | %.2f |\n", substr(name, 7),
                run["real_time"], run["bytes_per_second"] / 1e9, run["time/element"] * 1e9)
            return
        }
        what = substr(name, 1, index(name, "/") - 1)
        map = substr(name, index(name, "/") + 1)
        if (!(map in seen)) { seen[map] = 1; maps[++count] = map }
        speed[what, map] = run["bytes_per_second"] / 1e9
        if (what == "load_warm") {
            tail[map] = sprintf("%.0f | %.2f | %.2f", run["time/element"] * 1e9, run["used/text"],
                run["announced/text"])
        }
    }
    {
        key = $1
        gsub(/[":]/, "", key)
        value = $2
        gsub(/[",]/, "", value)
        if (key == "name") { take(); split("", run) }
        run[key] = value
    }
    END {
        take()
        if (count) {
            print "| map | memcpy GB/s | warm GB/s | copies | cold GB/s | ns/element | used/text" \
                " | announced/text |"
            print "|---|---:|---:|---:|---:|---:|---:|---:|"
        }
        for (i = 1; i <= count; ++i) {
            map = maps[i]
            copy = speed["memcpy", map]
            warm = speed["load_warm", map]
            printf "| %s | %.1f | %.2f | %s | %.2f | %s |\n", map, copy, warm,
                copy && warm ? sprintf("%.0f", copy / warm) : "-", speed["load_cold", map],
                map in tail ? tail[map] : "- | - | -"
        }
        if (stages) printf "\n| stage | ms | GB/s | ns/element |\n|---|---:|---:|---:|\n%s", stages
    }' "$results"
