#!/usr/bin/env bash
# tests/soak.sh [SECONDS]: the long runs that tools/test has no time for.
# Cuts and flips every file of the corpus at 200 places under ASan and UBSan, reads its binary maps
# in every namespace and breaks them lump by lump, runs the property tests for long, then fuzzes
# every target for SECONDS (half an hour), two side by side.
# New inputs and crashes lie in build/soak/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-1800}
out=build/soak
mkdir -p "$out"

cmake --preset asan
cmake --build --preset asan --target flatline_tests
FLATLINE_FULL=1 build/asan/bin/flatline_tests --gtest_filter='CutAndFlip.*:Binary*.*:Maps.*'

cmake --preset fuzz
cmake --build --preset fuzz
fuzz() {
    local name=${1#fuzz_}
    local dictionary=()
    [[ -f tests/fuzz/$name.dict ]] && dictionary=("-dict=tests/fuzz/$name.dict")
    mkdir -p "$out/$name"
    "build/fuzz/bin/$1" "$out/$name" "tests/fuzz/corpus/$name" "${dictionary[@]}" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$out/$name-" > "$out/$name.log" 2>&1
    tail -n 1 "$out/$name.log"
}
export -f fuzz
export out seconds
find build/fuzz/bin -name 'fuzz_*' -printf '%f\n' | sort |
    xargs -P 2 -I TARGET bash -c 'fuzz TARGET'
