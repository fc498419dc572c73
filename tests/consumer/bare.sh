#!/usr/bin/env bash
# bare.sh: on a machine without PhysFS and GoogleTest Flatline is configured by itself, and as a
# part of a host that sets no option, whose installation then holds its own file alone.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
without=(-DCMAKE_DISABLE_FIND_PACKAGE_PhysFS=ON -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON)

cmake -S "$source" -B "$work/alone" "${without[@]}" | tee "$work/log"
grep --quiet 'PhysFS is not here: FLATLINE_PHYSFS is OFF' "$work/log"
for option in FLATLINE_PHYSFS FLATLINE_TESTS; do
    grep --quiet "^$option:BOOL=OFF$" "$work/alone/CMakeCache.txt"
done

cmake -S "$source/tests/consumer/bare" -B "$work/host" "${without[@]}" -DSOURCE="$source"
cmake --install "$work/host" --prefix "$work/prefix"
diff <(cd "$work/prefix" && find . -type f) <(echo ./host.txt)
