#!/usr/bin/env bash
# libcxx.sh LIBDIR MAP: hosts in C++ that clang compiles with libc++, without exceptions and type
# information, use the shared libraries in LIBDIR, which g++ built with libstdc++. MAP is a WAD.
set -euo pipefail
libdir=$1 map=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compiler=$(command -v clang++-14 || command -v clang++ || true)
host=("$compiler" -std=c++17 -stdlib=libc++ -fno-exceptions -fno-rtti -Wall -Wextra -Werror)
for package in clang-14 libc++-14-dev libc++abi-14-dev; do
    case $package in
        clang-14) [[ -n $compiler ]] ;;
        libc++-14-dev) "${host[@]}" -fsyntax-only -x c++ - <<<'#include <string>' 2>"$work/log" ;;
        *) "${host[@]}" -x c++ - -o "$work/program" <<<'int main() {}' 2>"$work/log" ;;
    esac || { echo "skipped: consumer.libcxx: needs the package $package"; exit 77; }
done

export PKG_CONFIG_PATH=$libdir/pkgconfig LD_LIBRARY_PATH=$libdir
read -ra options <<<"$(pkg-config --cflags --libs flatline-physfs)"
for program in main from_memory; do
    "${host[@]}" "$source/tests/consumer/$program.cpp" "${options[@]}" -o "$work/$program"
    # Nothing of the host is of the other standard library.
    if nm --undefined-only --demangle "$work/$program" | grep '@GLIBCXX\|std::__cxx11'; then exit 1; fi
done
"$work/main" "$map" | grep '4 vertices, 4 linedefs'
"$work/from_memory"
