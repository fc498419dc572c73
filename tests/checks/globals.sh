#!/usr/bin/env bash
# tests/checks/globals.sh LIBRARY...: no variable that can change outlives a call: lists the symbols
# in writable sections of the objects in these libraries. Fails where there is one.
set -euo pipefail
if (($# == 0)); then
    sed -n '2,3s/^# //p' "$0" >&2
    exit 2
fi

symbols=$(objdump --syms --demangle "$@")
# .data.rel.ro is written by the linker alone.
if ! awk '
    /file format/ { object = $1; objects++ }
    # An Archive that was moved from has no lists; it gives these, which nobody can change.
    / (guard variable for )?flatline::Archive::(maps|findings)\(\) const::none$/ { next }
    $0 ~ /[ \t]\.(bss|data|tbss|tdata)[.\t ]/ && $0 !~ /\.data\.rel\.ro/ && $0 !~ / d +\.| DW\.ref\./ {
        sub(/^.*\t[0-9a-f]+ +/, "")
        print object " " $0
        bad = 1
    }
    END { exit bad || !objects }' <<<"$symbols"; then
    echo "a variable that can change" >&2
    exit 1
fi
