#!/usr/bin/env bash
# bench/bars.sh: measures everything that the table of bars in bench/README.md says and prints that
# table, medians of 9. Takes some five minutes; needs 2 GB of memory, with ONE_GIGABYTE=1 six, for
# the rows of a map of 1 GB.
# Environment: REPETITIONS (9), MIN_TIME (seconds of a benchmark in a repetition, 0.1), BUILD
# (build/release), KEEP (a file for what was measured).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export BUILD=${BUILD:-$root/build/release} REPETITIONS=${REPETITIONS:-9}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
values=${KEEP:-$scratch/values}

# measure FILTER: adds "NAME bytes-a-second items-a-second milliseconds" of each median. Google
# Benchmark writes its JSON one `"key": value,` a line, the run's name first.
measure() {
    "$BUILD/bin/flatline_bench" --benchmark_format=json --benchmark_filter="$1" \
        --benchmark_repetitions="${2:-$REPETITIONS}" --benchmark_report_aggregates_only=true \
        --benchmark_min_time="${MIN_TIME:-0.1}" 2>"$scratch/err" |
        awk '
            function take() {
                if (run["aggregate_name"] == "median")
                    print run["run_name"], run["bytes_per_second"] + 0, run["items_per_second"] + 0,
                        run["real_time"]
            }
            { key = $1; gsub(/[":]/, "", key); value = $2; gsub(/[",]/, "", value) }
            key == "name" { take(); split("", run) }
            key == "run_name" { sub(/\/manual_time$/, "", value) }
            { run[key] = value }
            END { take() }' >>"$values" || {
        cat "$scratch/err" >&2
        echo "bars.sh: flatline_bench failed" >&2
        exit 1
    }
}
: >"$values"
measure '^(memcpy|load_warm|load_general|load_warm_threads|json_simdjson)/10M/(zdoom|srb2)/'
measure '^(memcpy|load_warm|load_warm_threads)/1(|00)M/zdoom/udb'
measure '^(memcpy|load_warm)/(corpus|worst)/'
measure '^stage_(text|whole_load.*)/10M$'
measure '^BM_Nodes(DecodeAndVerify|Zgl3|Inflate)/100?000000$'
measure '^physfs/'
measure '^doom3/(load_warm|memcpy)/'
if [[ -n ${ONE_GIGABYTE:-} ]]; then
    FLATLINE_BENCH_1G=1 measure '^(memcpy|load_warm)/1G/' 3
fi
# Of the runners: "NAME value value".
for threads in 1 2; do
    THREADS=$threads "$root/bench/fresh.sh" '--bytes 10M' '--bytes 100M' |
        awk -v threads="$threads" 'NR > 1 {print "fresh/" $2 "/" threads, $4, $6}' >>"$values"
done
"$root/bench/info.sh" | awk 'NR > 1 {print "info", $4, $6, $5}' >>"$values"

awk '
    { first[$1] = $2; second[$1] = $3; time[$1] = $4 }
    function speed(name) { return first[name] / 1e9 }
    function there(name) { return name in first }
    function verdict(good) { return good ? "yes" : "no" }
    function row(what, bar, measured, copies, json, good) {
        printf "| %s | %s | %s | %s | %s | %s |\n", what, bar, measured, copies, json, good
    }
    # The copy of the same text: how many copies take as long.
    function copies(name,    map) {
        map = name
        sub(/^[^\/]*\//, "", map)
        if (!there("memcpy/" map) || !first[name]) return "-"
        return sprintf("%.0f", first["memcpy/" map] / first[name])
    }
    # Against simdjson on the JSON twin: elements a second.
    function json(name,    map) {
        map = name
        sub(/^[^\/]*\//, "", map)
        if (!there("json_simdjson/" map)) return "-"
        return sprintf("%.2f", second[name] / second["json_simdjson/" map])
    }
    function absolute(what, name, least) {
        if (!there(name)) { row(what, ">= " least " GB/s", "not measured", "-", "-", "-"); return }
        row(what, ">= " least " GB/s", sprintf("%.2f GB/s", speed(name)), copies(name), json(name),
            verdict(speed(name) >= least))
    }
    function relative(what, name, least,    part) {
        if (!there(name)) { row(what, ">= " least " of the first", "not measured", "-", "-", "-"); return }
        part = speed(name) / speed(top)
        row(what, ">= " least " of the first", sprintf("%.2f (%.2f GB/s)", part, speed(name)),
            copies(name), json(name), verdict(part >= least))
    }
    function most(what, bar, value, limit, unit) {
        row(what, bar, sprintf("%.2f%s", value, unit), "-", "-", verdict(value <= limit))
    }
    END {
        top = "load_warm/10M/zdoom/udb"
        print "| what | bar | measured | memcpy takes 1/n | elements a second by simdjson | met |"
        print "|---|---|---|---:|---:|---|"
        absolute("zdoom, UDB style, 10 MB, warm, one thread", top, 1.8)
        if (there("json_simdjson/10M/zdoom/udb")) {
            ratio = second[top] / second["json_simdjson/10M/zdoom/udb"]
            row("the same against simdjson On-Demand", ">= 1.3 in elements a second",
                sprintf("%.2f (%.1f against %.1f M/s; it reads %.2f GB/s of JSON)", ratio,
                    second[top] / 1e6, second["json_simdjson/10M/zdoom/udb"] / 1e6,
                    speed("json_simdjson/10M/zdoom/udb")), "-", "-", verdict(ratio >= 1.3))
        }
        absolute("the machines without learned runs", "load_general/10M/zdoom/udb", 0.9)
        row("fresh process, 10 MB", ">= 1.2 GB/s", first["fresh/10M/1"] " GB/s", "-", "-", verdict(first["fresh/10M/1"] >= 1.2))
        row("fresh process, 100 MB", ">= 1.4 GB/s", first["fresh/100M/1"] " GB/s", "-", "-", verdict(first["fresh/100M/1"] >= 1.4))
        absolute("two threads, warm, 10 MB", "load_warm_threads/10M/zdoom/udb", 2.5)
        row("two threads, fresh process, 100 MB", ">= 1.8 GB/s", first["fresh/100M/2"] " GB/s", "-", "-", verdict(first["fresh/100M/2"] >= 1.8))
        relative("SLADE style", "load_warm/10M/zdoom/slade", 0.75)
        relative("CRLF with comments", "load_warm/10M/zdoom/udb/crlf_comments", 0.75)
        relative("srb2", "load_warm/10M/srb2/udb", 0.75)
        relative("tabs", "load_warm/10M/zdoom/udb/tabs", 0.75)
        for (i = 1; i <= 5; ++i) relative("map " i " of the open corpus", "load_warm/corpus/" i, 0.75)
        relative("minified", "load_warm/10M/zdoom/minified", 0.6)
        absolute("keys in random order", "load_warm/10M/zdoom/udb/random_keys", 0.7)
        absolute("random layout, spaces, case, comments", "load_warm/10M/zdoom/udb/messy", 0.45)
        relative("`user_*` keys", "load_warm/10M/zdoom/udb/user_keys", 0.6)
        split("letters escapes digits comments", kinds, " ")
        for (i = 1; i <= 4; ++i) {
            name = "load_warm/worst/10M/" kinds[i]
            absolute("worst case: " kinds[i], name, 0.15)
            small = "load_warm/worst/1M/" kinds[i]
            if (there(small)) most("&nbsp;&nbsp;a byte at 10 MB to one at 1 MB", "linear",
                first[small] / first[name], 1.25, "")
        }
        most("peak resident memory beyond the text, 100 MB", "<= 0.5 of it", second["fresh/100M/1"], 0.5, "")
        text = time["stage_text/10M"]
        most("whole load: XGL3, blockmap, lines by sector, slopes", "<= 2.5 times the text", time["stage_whole_load/10M"] / text, 2.5, "")
        most("the same, and lines of vertices and sides, neighbours", "<= 2.5 times the text", time["stage_whole_load_adjacency/10M"] / text, 2.5, "")
        row("`flatline info`, WAD of 100 MB, whole process", ">= 0.8 GB/s", first["info"] " GB/s (" time["info"] " by processor time)", "-", "-", verdict(first["info"] >= 0.8))
        most("&nbsp;&nbsp;its memory beyond the file", "<= 0.6 of it", second["info"], 0.6, "")
        for (size = 10000000; size <= 100000000; size *= 10) {
            parts = time["BM_NodesDecodeAndVerify/" size] + time["BM_NodesInflate/" size]
            if (parts) most(sprintf("ZGL3 to XGL3 and inflating (%.2f GB/s), %d MB of text", speed("BM_NodesInflate/" size), size / 1e6),
                "1", time["BM_NodesZgl3/" size] / parts, 1.1, "")
        }
        for (i = 1; i <= 2; ++i) {
            kind = i == 1 ? "wad" : "pk3"
            parts = time["physfs/" kind "/read"] + time["physfs/" kind "/load"]
            if (parts) most(i == 1 ? "stored WAD through PhysFS to reading and loading apart" : "deflated PK3, the same",
                "<= 1.10", time["physfs/" kind "/whole"] / parts, 1.1, "")
        }
        split("1M 10M 100M 1G", sizes, " ")
        for (i = 1; i <= 4; ++i) {
            name = "load_warm/" sizes[i] "/zdoom/udb"
            if (there(name)) {
                per[sizes[i]] = 1e9 / second[name]
                list = list (list ? " / " : "") sprintf("%.0f", per[sizes[i]])
            }
        }
        row("ns an element at 1 / 10 / 100 MB / 1 GB", "-", list, "-", "-", "-")
        if ("1G" in per) {
            most("&nbsp;&nbsp;1 GB to 100 MB", "<= 1.25", per["1G"] / per["100M"], 1.25, "")
            most("&nbsp;&nbsp;1 GB to 1 MB", "<= 2", per["1G"] / per["1M"], 2, "")
        }
        name = "doom3/load_warm/50M"
        if (there(name)) row("Doom 3 text, 50 MB, warm", "-", sprintf("%.2f GB/s", speed(name)), copies(name), "-", "-")
    }' "$values"
