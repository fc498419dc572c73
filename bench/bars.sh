#!/usr/bin/env bash
# bench/bars.sh [FILE]: measures all that the table of bars in bench/README.md says and prints that
# table, medians of 9; with FILE, what an earlier run kept, it only prints. Takes some four minutes
# on a quiet machine, twice that on one that the probe finds busy; needs 2 GB of memory, with
# ONE_GIGABYTE=1 six.
# Environment: REPETITIONS (9), MIN_TIME (seconds of a benchmark in a repetition, 0.1), BUILD
# (build/release), KEEP (a file for what was measured), ONE_GIGABYTE (the rows of a map of 1 GB).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export BUILD=${BUILD:-$root/build/release} REPETITIONS=${REPETITIONS:-9}
bin=$BUILD/bin
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Everything measured is kept as lines "NAME KEY VALUE".
values=${KEEP:-$scratch/values}

fail() {
    cat "$scratch/err" >&2
    echo "bars.sh: $1 failed" >&2
    exit 1
}

# measure FILTER [REPETITIONS]: the medians of benchmarks. What the probe dropped is summed over all
# repetitions, of which the aggregate "mean" knows. Google Benchmark writes its JSON one
# `"key": value,` a line, the run's name first.
measure() {
    local repetitions=${2:-$REPETITIONS}
    echo "bars.sh: $1" >&2
    "$bin/flatline_bench" --benchmark_format=json --benchmark_filter="$1" \
        --benchmark_repetitions="$repetitions" --benchmark_report_aggregates_only=true \
        --benchmark_min_time="${MIN_TIME:-0.1}" 2>"$scratch/err" |
        awk -v repetitions="$repetitions" '
            function say(key, value) { print name, key, value }
            function take() {
                name = run["run_name"]
                if (run["aggregate_name"] == "mean") {
                    say("dropped", run["dropped"] * repetitions)
                    say("not_ours", run["not_ours"] * repetitions)
                }
                if (run["aggregate_name"] == "median") {
                    say("gbs", run["bytes_per_second"] / 1e9)
                    say("items", run["items_per_second"] + 0)
                    say("ms", run["real_time"] + 0)
                    say("cycles", run["cycles/byte"] + 0)
                }
            }
            { key = $1; gsub(/[":]/, "", key); value = $2; gsub(/[",]/, "", value) }
            key == "name" { take(); split("", run) }
            key == "run_name" { sub(/\/manual_time$/, "", value) }
            { run[key] = value }
            END { take() }' >>"$values" || fail flatline_bench
}

# fresh BYTES THREADS: processes that have just started.
fresh() {
    THREADS=$2 LOADS=5 "$root/bench/fresh.sh" "--bytes $1" 2>"$scratch/err" |
        awk -v name="fresh/$1/$2" '
            NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i }
            # The name of the map is two words here, of which the heading has one.
            NR == 2 {
                print name, "gbs", $(column["fresh"] + 1)
                print name, "warm", $(column["warm"] + 1)
                print name, "ratio", $(column["ratio"] + 1)
                print name, "cycles", $(column["cycles"] + 1)
                print name, "faults", $(column["faults"] + 1)
                print name, "peak", $(column["peak"] + 1)
                print name, "dropped", $(column["dropped"] + 1)
                print name, "not_ours", $(column["not-ours"] + 1)
            }' >>"$values" || fail fresh.sh
}

# instructions NAME [WORD...]: of a warm load, a byte: a program that loads three times more, less one
# that does not.
instructions() {
    local name=$1 loads count
    shift
    command -v valgrind >/dev/null || return 0
    for loads in 1 4; do
        count=$(FLATLINE_BENCH_NO_PROBE=1 valgrind --tool=callgrind \
            --callgrind-out-file=/dev/null "$bin/bench_fresh" "$scratch/2M" "$loads" "$@" 2>&1 >/dev/null |
            sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p')
        echo "${count:-0}"
    done | awk -v name="instructions/$name" -v bytes="$(wc -c <"$scratch/2M")" '
        NR == 1 { first = $1 }
        END { if (first > 0) print name, "ratio", ($1 - first) / 3 / bytes }' >>"$values"
}

measure_all() {
    : >"$values"
    grep -m 1 'model name' /proc/cpuinfo 2>/dev/null | sed 's/^[^:]*: */machine name /' >>"$values" || true
    "$bin/bench_machine" 512 2>"$scratch/err" |
        awk '{
            name = $1
            sub(/=/, "/", name)
            for (i = 2; i <= NF; ++i) { split($i, pair, "="); print name, pair[1], pair[2] }
        }' >>"$values" || fail bench_machine
    measure '^load_warm/10M/(zdoom/|srb2/udb/)'
    measure '^(load_general|load_warm_threads|json_simdjson)/10M/zdoom/udb/manual_time$'
    measure '^load_warm/1(|00)M/zdoom/udb/'
    measure '^(load_warm|json_simdjson)/corpus/'
    measure '^load_warm/worst/'
    measure '^stage_(text|whole_load_adjacency)/10M/'
    measure '^BM_Nodes(DecodeAndVerify|Zgl3|Inflate)/100?000000/'
    measure '^physfs/'
    measure '^doom3/load_warm/'
    measure '^load_binary'
    measure '^BM_(LoadBesideCheck|CheckAll)/10/'
    if [[ -n ${ONE_GIGABYTE:-} ]]; then
        FLATLINE_BENCH_1G=1 measure '^load_warm/1G/' 3
    fi
    for size in 30K 300K 1M 10M 100M; do fresh "$size" 1; done
    fresh 100M 2
    "$root/bench/info.sh" 2>"$scratch/err" | awk 'NR == 2 {
        print "info ms", $3
        print "info gbs", $4
        print "info beyond", $6
        print "info dropped", $8
        print "info not_ours", $9
    }' >>"$values" || fail info.sh
    "$bin/mapgen" --bytes 100M -o "$scratch/100M" 2>/dev/null
    for ((i = 0; i < REPETITIONS; i++)); do
        "$bin/bench_fresh" "$scratch/100M" 0
    done | sed -n 's/.*read=\([^ ]*\).*/\1/p' | sort -g |
        awk '{v[NR] = $1} END {print "read ms", v[int((NR + 1) / 2)] * 1e3}' >>"$values"
    rm "$scratch/100M"
    "$bin/mapgen" --bytes 2M -o "$scratch/2M" 2>/dev/null
    instructions warm
    instructions general 1 general
}

if (($# == 0)); then
    measure_all
else
    values=$1
fi

awk '
    # Numbers as numbers: what is cut out of a line is a string, and strings compare by letters.
    { value = $0; sub(/^[^ ]* [^ ]* /, "", value) }
    { v[$1, $2] = value ~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/ ? value + 0 : value; names[$1] = 1 }
    function there(name) { return name in names }
    # The rows: what, bar, measured, speed and cycles a byte of `name`, what the probe says of all
    # that the row is made of (`name` and what `others` lists), met.
    function row(what, bar, measured, name, others, met,    list, i, dropped, not_ours, probe) {
        split(name " " others, list, " ")
        for (i in list) { dropped += v[list[i], "dropped"]; not_ours += v[list[i], "not_ours"] }
        probe = there(name) ? dropped + 0 " / " not_ours + 0 : "-"
        if (not_ours > 0) busy++
        if (met == "no") missed++
        rows++
        printf "| %s | %s | %s | %s | %s | %s | %s |\n", what, bar, measured,
            figure(v[name, "gbs"]), figure(v[name, "cycles"]), probe, met
    }
    function figure(value) { return value > 0 ? sprintf("%.2f", value) : "-" }
    function verdict(good) { return good ? "yes" : "no" }
    function unmeasured(what, bar) { row(what, bar, "not measured", "", "", "-") }
    # The key of one name by that of another, which is to be at least `least`.
    function ratio(what, name, key, other, least,    part) {
        if (!there(name) || !there(other) || !v[other, key]) { unmeasured(what, ">= " least); return }
        part = v[name, key] / v[other, key]
        row(what, ">= " least, sprintf("%.2f", part), name, other, verdict(part >= least))
    }
    function most(what, bar, value, limit, name, others) {
        row(what, bar, sprintf("%.2f", value), name, others, verdict(value <= limit))
    }
    function info(what, measured, name) { row(what, "-", measured, name, "", "-") }

    END {
        top = "load_warm/10M/zdoom/udb"
        hundred = "load_warm/100M/zdoom/udb"
        general = "load_general/10M/zdoom/udb"
        json = "json_simdjson/10M/zdoom/udb"
        printf "Measured on: %s; clock %.2f GHz, additions %.2f times as fast side by side (ours from 2.9, " \
            "%d of 20 readings; both processors at once %.2f, %d of 20).\n\n", v["machine", "name"],
            v["threads/1", "ghz"], v["threads/1", "ratio"], v["threads/1", "ours"],
            v["threads/2", "ratio"], v["threads/2", "ours"]
        print "| what | bar | measured | GB/s | cycles a byte | dropped / not ours | met |"
        print "|---|---|---|---:|---:|---:|---|"

        ratio("warm 10 MB zdoom, elements a second against simdjson On-Demand on the JSON twin", top,
            "items", json, 1.7)
        row("warm textmap against the first prototype, 10 MB (its program is not here; see instructions a byte)",
            ">= 0.95", "not measured", top, "", "-")
        row("&nbsp;&nbsp;100 MB", ">= 0.95", "not measured", hundred, "", "-")
        product = 1; others = ""
        for (i = 1; i <= 5; ++i) {
            if (!there("json_simdjson/corpus/" i)) break
            part[i] = v["load_warm/corpus/" i, "items"] / v["json_simdjson/corpus/" i, "items"]
            product *= part[i]
            list = list (list ? " " : "") sprintf("%.2f", part[i])
            others = others " load_warm/corpus/" i " json_simdjson/corpus/" i
        }
        if (i == 6) {
            mean = product ^ 0.2
            row("the same on the five largest maps of the open corpus, geometric mean", ">= 1.8",
                sprintf("%.2f (%s)", mean, list), "load_warm/corpus/1", others, verdict(mean >= 1.8))
        } else unmeasured("the same on the five largest maps of the open corpus, geometric mean", ">= 1.8")
        ratio("general path alone against simdjson", general, "items", json, 1.15)
        limit["warm"] = 5.6; limit["general"] = 15
        for (kind in limit) name[kind] = "instructions a byte, 2 MB zdoom, " kind
        split("warm general", kinds, " ")
        for (i = 1; i <= 2; ++i) {
            kind = kinds[i]
            if (there("instructions/" kind))
                most(name[kind], "<= " limit[kind], v["instructions/" kind, "ratio"], limit[kind], "")
            else unmeasured(name[kind] " (no valgrind)", "<= " limit[kind])
        }
        ratio("SLADE style against the first row", "load_warm/10M/zdoom/slade", "gbs", top, 0.85)
        ratio("srb2", "load_warm/10M/srb2/udb", "gbs", top, 0.85)
        ratio("tabs", top "/tabs", "gbs", top, 0.85)
        ratio("CRLF with comments", top "/crlf_comments", "gbs", top, 0.85)
        ratio("minified", "load_warm/10M/zdoom/minified", "gbs", top, 0.7)
        ratio("`user_*` keys", top "/user_keys", "gbs", top, 0.75)
        ratio("keys in random order against the general path", top "/random_keys", "gbs", general, 0.75)
        ratio("messy against the general path", top "/messy", "gbs", general, 0.5)
        split("30K 300K 1M 10M 100M", fresh_sizes, " ")
        for (i = 1; i <= 5; ++i) {
            size = fresh_sizes[i]
            what = "fresh process, " size "B against warm, in memory touched before"
            fresh = "fresh/" size "/1"
            bar = i >= 3 ? ">= 0.85" : "-"
            if (!there(fresh)) { unmeasured(what, bar); continue }
            row(what, bar, sprintf("%.3f (%d faults)", v[fresh, "ratio"], v[fresh, "faults"]), fresh, "",
                i >= 3 ? verdict(v[fresh, "ratio"] >= 0.85) : "-")
        }
        split("large small", pages, " ")
        for (i = 1; i <= 2; ++i) {
            name1 = "pages/" pages[i]
            if (there(name1))
                info("&nbsp;&nbsp;2 MB of new memory, " pages[i] " pages: had for the first time / touched before",
                    sprintf("%d (slowest tenth %d) / %d us; %.2f / %.2f GB/s", v[name1, "first"],
                        v[name1, "first_slowest"], v[name1, "again"], v[name1, "first_gbs"],
                        v[name1, "again_gbs"]), "")
        }
        ratio("two threads against one, warm 10 MB, both cores probed", "load_warm_threads/10M/zdoom/udb",
            "gbs", top, 1.6)
        if (there("fresh/100M/2"))
            info("&nbsp;&nbsp;fresh process, 100 MB", sprintf("%.2f of one thread",
                v["fresh/100M/2", "gbs"] / v["fresh/100M/1", "gbs"]), "fresh/100M/2")
        whole = "stage_whole_load_adjacency/10M"
        what = "whole load with XGL3, blockmap, adjacency, slopes, times the text alone"
        if (there(whole)) most(what, "<= 2.2", v[whole, "ms"] / v["stage_text/10M", "ms"], 2.2, whole, "stage_text/10M")
        else unmeasured(what, "<= 2.2")
        what = "`flatline info` of a WAD of 100 MB, whole process, times reading and loading warm"
        if (there("info") && there(hundred)) {
            sum = v["read", "ms"] + v[hundred, "ms"]
            row(what, "<= 1.35", sprintf("%.2f (%.0f ms by %.0f + %.0f)", v["info", "ms"] / sum, v["info", "ms"],
                v["read", "ms"], v[hundred, "ms"]), "info", hundred, verdict(v["info", "ms"] <= 1.35 * sum))
        } else unmeasured(what, "<= 1.35")
        if (there("fresh/100M/1"))
            most("peak memory beyond the text, 100 MB", "<= 0.5 of it", v["fresh/100M/1", "peak"], 0.5, "fresh/100M/1")
        giga = "load_warm/1G/zdoom/udb"
        if (there(giga)) most("1 GB against 100 MB, time a byte", "<= 1.15", v[hundred, "gbs"] / v[giga, "gbs"], 1.15, giga, hundred)
        else unmeasured("1 GB against 100 MB, time a byte (ONE_GIGABYTE=1)", "<= 1.15")
        ratio("Doom 3 text, 50 MB, against the general path on TEXTMAP", "doom3/load_warm/50M", "gbs", general, 1.1)

        what = "binary lumps to the whole Map, without building a blockmap, 17,956 lines"
        if (there("load_binary")) {
            row(what, ">= 1.0 GB/s", sprintf("%.2f GB/s", v["load_binary", "gbs"]), "load_binary", "load_binary/memcpy",
                verdict(v["load_binary", "gbs"] >= 1))
            info("&nbsp;&nbsp;the five lumps alone / memcpy of all", sprintf("%.2f / %.1f GB/s",
                v["load_binary/arrays", "gbs"], v["load_binary/memcpy", "gbs"]), "load_binary/arrays")
        } else unmeasured(what, ">= 1.0 GB/s")

        check = "BM_CheckAll/10"
        beside = "BM_LoadBesideCheck/10"
        what = "all rules of `check`, 10 MB, times the load"
        if (there(check)) most(what, "<= 3", v[check, "ms"] / v[beside, "ms"], 3, check, beside)
        else unmeasured(what, "<= 3")

        # Bars of earlier days that still hold, and what has none.
        split("letters escapes digits comments", worst, " ")
        for (i = 1; i <= 4; ++i) {
            large = "load_warm/worst/10M/" worst[i]
            small = "load_warm/worst/1M/" worst[i]
            if (there(large) && there(general)) row("worst case: " worst[i] " (a byte at 10 MB by one at 1 MB: " \
                sprintf("%.2f", v[small, "gbs"] / v[large, "gbs"]) "), against the general path", ">= 0.12, linear",
                sprintf("%.2f", v[large, "gbs"] / v[general, "gbs"]), large, small " " general,
                verdict(v[large, "gbs"] >= 0.12 * v[general, "gbs"] && v[small, "gbs"] <= 1.25 * v[large, "gbs"]))
        }
        if (there("info")) most("memory of `flatline info` beyond its file", "<= 0.6 of it", v["info", "beyond"], 0.6, "info")
        for (size = 10000000; size <= 100000000; size *= 10) {
            read = "BM_NodesDecodeAndVerify/" size
            if (!there(read)) continue
            info(sprintf("nodes, decode and verify, %d MB of text", size / 1e6),
                sprintf("%.2f GB/s of lump", v[read, "gbs"]), read)
            most(sprintf("&nbsp;&nbsp;ZGL3 to XGL3 and inflating, %d MB of text", size / 1e6), "<= 1.1",
                v["BM_NodesZgl3/" size, "ms"] / (v[read, "ms"] + v["BM_NodesInflate/" size, "ms"]), 1.1,
                "BM_NodesZgl3/" size, read " BM_NodesInflate/" size)
        }
        for (i = 1; i <= 2; ++i) {
            kind = "physfs/" (i == 1 ? "wad" : "pk3")
            if (there(kind "/whole")) most(i == 1 ? "stored WAD through PhysFS to reading and loading apart" : "deflated PK3, the same",
                "<= 1.10", v[kind "/whole", "ms"] / (v[kind "/read", "ms"] + v[kind "/load", "ms"]), 1.1,
                kind "/whole", kind "/read " kind "/load")
        }
        split("1M 10M 100M 1G", sizes, " ")
        for (i = 1; i <= 4; ++i) {
            load = "load_warm/" sizes[i] "/zdoom/udb"
            if (there(load)) elements = elements (elements ? " / " : "") sprintf("%.0f", 1e9 / v[load, "items"])
        }
        info("ns an element at 1 / 10 / 100 MB / 1 GB", elements, "")
        printf "\n%d of %d rows missed their bar; in %d rows samples count that were not ours by the probe.\n", missed + 0, rows, busy + 0
    }' "$values"
