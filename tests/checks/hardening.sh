#!/usr/bin/env bash
# tests/checks/hardening.sh FILE... [--no-copies FILE...]: what FLATLINE_HARDENING promises of programs
# and shared libraries (ELF): position independent, all tables of the linker resolved at the start and
# closed then (full RELRO), no stack that can be executed, a guard of the stack and checked copies in
# use; the latter not of files that copy nothing into an object of known size. Exit code 1 with a line
# "file: what is missing" for each.
set -euo pipefail
if (($# == 0)); then
    sed -n '2,6s/^# //p' "$0" >&2
    exit 2
fi

failed=0
# wants FILE PATTERN NAME OPTION...: readelf prints a line like that.
wants() {
    local file=$1 pattern=$2 name=$3
    shift 3
    # Read to its end, or readelf fails for the closed pipe.
    if ! readelf --wide "$@" "$file" | grep -E -- "$pattern" >/dev/null; then
        echo "$file: no $name"
        failed=1
    fi
}
copies=yes
for file; do
    if [[ $file == --no-copies ]]; then
        copies=no
        continue
    fi
    wants "$file" '^ *Type: +DYN ' "position independent code (PIE)" --file-header
    wants "$file" '^ *GNU_RELRO ' "RELRO" --program-headers
    wants "$file" '(BIND_NOW|FLAGS.*NOW)' "BIND_NOW" --dynamic
    wants "$file" '^ *GNU_STACK .* RW +0x' "stack without code" --program-headers
    wants "$file" ' __stack_chk_fail' "stack protector" --dyn-syms
    [[ $copies == no ]] || wants "$file" ' __[a-z_0-9]+_chk(@|$| )' "fortified call" --dyn-syms
done
exit "$failed"
