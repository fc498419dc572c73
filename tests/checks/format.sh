#!/usr/bin/env bash
# tests/checks/format.sh [ROOT]: lists the sources that clang-format 14 would write otherwise, and
# fails where there is one. To mend: clang-format-14 -i FILE...
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

mapfile -t files < <(find engine tools tests bench examples -type f -regex '.*\.\(h\|hpp\|cpp\|c\)' 2>/dev/null)
((${#files[@]} > 0)) || { echo "no sources" >&2; exit 1; }
printf '%s\0' "${files[@]}" |
    xargs -0 -P "$(nproc)" -n 40 clang-format-14 --dry-run --Werror --style=file
