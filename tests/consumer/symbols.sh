#!/usr/bin/env bash
# symbols.sh LIBDIR [--write]: compares the names that the shared libraries in LIBDIR show with
# symbols.txt beside this file; with --write the list is made anew. All are C functions, and begin with
# flatline_. A name that goes or changes breaks programs that were built before, so it needs a new
# SOVERSION, which the SONAME ends with.
set -euo pipefail
export LC_ALL=C
list=$(dirname "$0")/symbols.txt
now=$(for library in flatline flatline_physfs; do
    nm --dynamic --defined-only --demangle "$1/lib$library.so" |
        sed -E "s/^[0-9a-f]+ . /$library: /"
done | sort)
if grep -v -E '^flatline(_physfs)?: flatline_[a-z0-9_]+$' <<<"$now"; then
    echo "no C functions of Flatline" >&2
    exit 1
fi
if [[ ${2-} == --write ]]; then
    printf '%s\n' "$now" >"$list"
else
    diff -u "$list" <(printf '%s\n' "$now")
    # A program asks for the library by a name with the version that it was built with.
    for library in flatline flatline_physfs; do
        objdump -p "$1/lib$library.so" | grep -qE "SONAME +lib$library\.so\.[0-9]+\.[0-9]+$"
    done
fi
