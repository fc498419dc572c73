#!/usr/bin/env bash
# tests/checks/tidy.sh BUILD [--all]: clang-tidy 14 over the sources of the engine and the program
# that differ from the last landed revision (origin/main, or the one before it where nothing
# differs), or over all of them. BUILD holds compile_commands.json. Fails on any warning.
set -euo pipefail
if (($# < 1 || $# > 2)); then
    sed -n '2,4s/^# //p' "$0" >&2
    exit 2
fi
build=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Files for another system, or for the browser, are compiled elsewhere.
files_of_the_build() {
    while IFS= read -r -d '' file; do
        ! grep -qF "$file\"" "$build/compile_commands.json" || printf '%s\0' "$file"
    done
}

# Where there is no history to compare with, all are checked.
base=
if [[ ${2-} != --all ]] && base=$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse -q --verify HEAD~1); then
    ! git diff --quiet "$base" || base=$(git rev-parse -q --verify HEAD~1 || true)
fi
if [[ -n $base ]]; then
    git diff -z --name-only --diff-filter=d "$base" -- 'engine/*.cpp' 'tools/*.cpp'
else
    find engine tools -name '*.cpp' -print0
fi | files_of_the_build | xargs -0 -r -P "$(nproc)" -n 2 clang-tidy-14 --quiet --warnings-as-errors='*' -p "$build" 2>&1 |
    # How many warnings of foreign headers were left out.
    grep -vE '^[0-9]+ warnings? (generated|treated as errors?)' || [[ ${PIPESTATUS[2]} == 0 ]]
