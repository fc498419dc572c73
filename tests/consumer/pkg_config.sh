#!/usr/bin/env bash
# pkg_config.sh LIBDIR...: a C compiler and the options of pkg-config make a program out of each
# installation, also where it was moved.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for libdir in "$@"; do
    rm -rf "$work/moved"
    cp -a "$(dirname "$libdir")" "$work/moved"
    export PKG_CONFIG_PATH=$work/moved/$(basename "$libdir")/pkgconfig
    for package in flatline flatline-physfs; do
        read -ra options <<<"$(pkg-config --cflags --libs "$package")"
        example=load_textmap map=square.textmap wanted='4 vertices, 4 linedefs'
        [[ $package == flatline ]] || { example=physfs_maps map=square.wad wanted='MAP01 (udmf)'; }
        cc -std=c99 "$source/examples/$example.c" "${options[@]}" -o "$work/program"
        LD_LIBRARY_PATH=$work/moved/$(basename "$libdir") "$work/program" \
            "$source/tests/maps/$map" | grep --quiet "$wanted"
    done
done
