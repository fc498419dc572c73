#!/usr/bin/env bash
# tests/checks/format.sh [ROOT]: lists the sources that clang-format 14 would write otherwise, and
# fails where there is one. To mend: clang-format-14 -i FILE...
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

folders=()
for folder in engine tools tests bench examples; do
    if [[ -d $folder ]]; then folders+=("$folder"); fi
done
files=$(find "${folders[@]}" -type f -regex '.*\.\(h\|hpp\|cpp\|c\)')
[[ -n $files ]] || { echo "no sources" >&2; exit 1; }
tr '\n' '\0' <<<"$files" |
    xargs -0 -P "$(nproc)" -n 40 clang-format-14 --dry-run --Werror --style=file
