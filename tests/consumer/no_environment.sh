#!/usr/bin/env bash
# no_environment.sh LIBRARY...: the library asks for nothing that depends on the process it is in: no
# environment, no locale, no streams, and it never ends the process by itself.
set -euo pipefail
export LC_ALL=C
forbidden='^(secure_)?getenv$|locale|^(f|v|s|sn)*printf$|^puts$|^f(open|puts|write)$|^(_|quick_)?exit$|^strto[dfl]'
for library in "$@"; do
    wanted=$(nm --undefined-only "$library" 2>/dev/null | awk 'NF == 2 { print $2 }' | sort -u)
    [[ -n $wanted ]] || { echo "$library: no symbols" >&2; exit 1; }
    # No exit code of grep but 1 says that there is none.
    status=0
    grep -E "$forbidden" <<<"$wanted" || status=$?
    if ((status != 1)); then
        echo "$library asks for these" >&2
        exit 1
    fi
done
