#!/usr/bin/env bash
# tests/checks/format.sh [ROOT]: lists the sources that clang-format 14 would write otherwise, and
# fails where there is one. To mend: clang-format-14 -i FILE...
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

mapfile -t files < <(git ls-files --cached --others --exclude-standard '*.h' '*.hpp' '*.cpp' '*.c' |
    while IFS= read -r file; do [[ ! -e $file ]] || printf '%s\n' "$file"; done)
((${#files[@]} > 0)) || { echo "no sources" >&2; exit 1; }
printf '%s\0' "${files[@]}" |
    xargs -0 -P "$(nproc)" -n 40 clang-format-14 --dry-run --Werror --style=file
