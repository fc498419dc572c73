#!/usr/bin/env bash
# tests/checks/selftest.sh: each check passes over a small good tree and fires on each bad example;
# two scripts do what they say.
set -euo pipefail
checks=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
tree=$(mktemp -d)
trap 'rm -rf "$tree" "$tree.stubs"' EXIT
failed=0

# expect FAILS PATTERN COMMAND...: whether it fails (0 or 1), and words in the output.
expect() {
    local status=0 wanted=$1 pattern=$2 output
    shift 2
    output=$("$@" 2>&1) || status=$?
    if ((wanted != (status != 0))) || ! grep -qE -- "$pattern" <<<"$output"; then
        echo "expected $wanted and /$pattern/, got exit code $status of: $*"
        printf '%s\n' "$output"
        failed=1
    fi
}

# fails_with HELPER COMMAND...: fails where the helper does its work and then fails.
fails_with() {
    local helper=$1 path
    path=$(command -v "$helper")
    shift
    mkdir -p "$tree.stubs"
    printf '#!/bin/sh\n%s "$@"\nexit 1\n' "$path" >"$tree.stubs/$helper"
    chmod +x "$tree.stubs/$helper"
    expect 1 "" env "PATH=$tree.stubs:$PATH" "$@"
    rm -rf "$tree.stubs"
}

# good_tree: makes the tree anew.
good_tree() {
    rm -rf "$tree"
    mkdir -p "$tree"/engine/{base,udmf,archive,include/flatline} "$tree"/{docs,tools}
    cat >"$tree/engine/udmf/reader.cpp" <<'END'
// #include "level/resolve.hpp", docs/udmf.md, "Two
// words"
#include "udmf/reader.hpp"

#include <array>

#include "flatline/types.h"
#include "text/cursor.hpp"

/* throw */
int exit_line = say("printf(x)") + door.exit() + my_abort();  // strtod(p)
END
    printf '# Udmf\n\n## Two words\n' >"$tree/docs/udmf.md"
    cp "$checks/../../.clang-format" "$tree"
    git -C "$tree" init -q
}

# fires CHECK PATTERN FILE LINE: the check fires once this line is added.
fires() {
    good_tree
    mkdir -p "$(dirname "$tree/$3")"
    printf '%s\n' "$4" >>"$tree/$3"
    expect 1 "^$3:[0-9]+:.*$2" "$checks/$1" "$tree"
}

good_tree
for check in layers.sh files.sh citations.pl lengths.sh names.pl format.sh; do
    expect 0 "" "$checks/$check" "$tree"
done

while IFS='|' read -r file include; do
    fires layers.sh "includes" "$file" "#include $include"
done <<'END'
engine/udmf/reader.cpp|"level/resolve.hpp"
engine/udmf/reader.cpp|"doom3/reader.hpp"
engine/udmf/reader.cpp|"../level/resolve.hpp"
engine/udmf/reader.cpp|"load/map_storage.hpp"
engine/udmf/reader.cpp|<flatline/types.h>
engine/udmf/reader.cpp|<physfs.h>
engine/udmf/reader.cpp|<iostream>
engine/udmf/reader.cpp|<thread>
engine/archive/scan.cpp|"udmf/reader.hpp"
engine/archive/scan.cpp|"doom3/reader.hpp"
engine/check/tags.cpp|"nodes/verify.hpp"
engine/load/loader.cpp|"physfs/source.hpp"
engine/physfs/source.cpp|"udmf/reader.hpp"
engine/new_room/x.cpp|"base/array.hpp"
engine/include/flatline/map.hpp|"base/array.hpp"
engine/include/flatline/map.hpp|"flatline/physfs.hpp"
engine/include/flatline/map.hpp|<fmt/core.h>
tools/flatline/main.cpp|"base/array.hpp"
tools/flatline/main.cpp|<physfs.h>
END
while IFS= read -r bad; do
    fires layers.sh "(locale|prints|ends|throws|state|one compiler)" engine/base/a.cpp "$bad"
done <<'END'
x = strtod(p, &e);
x = std::stod (s);
if (isdigit(c)) {
std::cout << 1;
throw 1;
::abort();
say("", snprintf(b, 9, ""));
thread_local int x;
[[gnu::noinline]] int f();
x = __builtin_popcount(y);
int f() __attribute__((cold));
asm volatile("");
#if defined(_MSC_VER)
#pragma GCC unroll 4
END
while IFS= read -r bad; do
    fires layers.sh "goes-around-output" tools/flatline/main.cpp "$bad"
done <<'END'
std::cerr << name;
std::fputs(name, stderr);
fmt::print("{}", name);
printf("%s", name);
write_some(1, name.data(), name.size());
END
for file in tools/flatline/main.cpp tools/web/page.cpp examples/a.c bench/probe/probe.cpp; do
    fires layers.sh "a word of one compiler" "$file" '[[gnu::cold]] int f();'
done

while IFS='|' read -r file bad; do
    fires files.sh "" "$file" "$bad"
done <<'END'
engine/base/a.cpp|std::FILE* f = std::fopen(p, "rb");
engine/base/a.cpp|f = fopen (p, "rb");
engine/base/a.cpp|const int f = ::open(p, O_RDONLY);
engine/base/a.cpp|#include <fcntl.h>
engine/physfs/open.cpp|PHYSFS_File* f = PHYSFS_openRead(p);
tools/flatline/a.cpp|std::ifstream stream(p);
tools/flatline/a.cpp|#include <fstream>
tools/flatline/a.cpp|std::filesystem::rename(a, b);
tools/flatline/a.cpp|fs::remove(a);
tools/flatline/a.cpp|if (::unlink(a) == 0) {
tools/flatline/a.cpp|const int f = open_to_read(p);
tools/flatline/a.cpp|x = tmpfile();
tools/web/a.cpp|f = std::fopen(p, "rb");
END
good_tree
cat >"$tree/tools/a.cpp" <<'END'
Document d = Document::open(input); json.open('['); tally.remove(x); bool open(char c); file->rename(y);
// fopen(p), "fopen(p)"
END
expect 0 "" "$checks/files.sh" "$tree"

good_tree
printf 'cmake_minimum_required(VERSION 3.17)\n' >"$tree/CMakeLists.txt"
expect 0 "" "$checks/cmake_version.pl" "$tree"
fails_with cmake "$checks/cmake_version.pl" "$tree"
cat >"$tree/engine/CMakeLists.txt" <<'END'
cmake_path(SET x y)
if(PROJECT_IS_TOP_LEVEL)
include(CheckLinkerFlag)
set_target_properties(x PROPERTIES UNITY_BUILD_UNIQUE_ID y)
string(JSON x GET y)
file(CONFIGURE OUTPUT x CONTENT y)
find_program(x NAMES y REQUIRED)
target_link_libraries(x $<LINK_GROUP:RESCAN,y>)
END
"$checks/cmake_version.pl" "$tree" >"$tree/newer" || true
for line in 1 2 3 4 5 6 7 8; do
    expect 0 "^engine/CMakeLists.txt:$line: .*: since CMake 3\.[12]" cat "$tree/newer"
done

fires citations.pl "no document docs/none.md" engine/base/a.cpp '// As docs/none.md says.'
fires citations.pl 'no heading "Three words"' engine/base/a.cpp '// docs/udmf.md, "Three words".'
fires citations.pl 'no heading for #three' docs/more.md '[three](udmf.md#three)'

good_tree
for length in 60 61; do
    printf 'int f%s(int a,\n      int b) {\n' "$length"
    for ((line = 0; line < length; ++line)); do echo '    if (a) { b(); }'; done
    printf '}\n'
done >"$tree/engine/base/a.cpp"
expect 1 "^engine/base/a.cpp:65: a function of 61 lines$" "$checks/lengths.sh" "$tree"
good_tree
for ((line = 0; line < 501; ++line)); do echo "int f();"; done >"$tree/engine/base/a.hpp"
expect 1 "a.hpp: 501 lines" "$checks/lengths.sh" "$tree"
good_tree
mkdir -p "$tree/engine/include" "$tree/engine/api"
for ((file = 0; file < 17; ++file)); do echo >"$tree/engine/include/$file.h"; done
expect 1 "^engine/include: 17 files$" "$checks/lengths.sh" "$tree"
rm "$tree/engine/include/16.h"
for ((file = 0; file < 18; ++file)); do printf '\n%.0s' {1..500} >"$tree/engine/api/$file.cpp"; done
expect 1 "^engine/include and engine/api: 90[0-9][0-9] lines$" "$checks/lengths.sh" "$tree"

good_tree
mkdir "$tree/engine/text"
for file in base/a.hpp text/b.hpp; do
    printf 'namespace flatline {\nstruct Row%s {};\nnamespace {\nstruct Own {};\n}  // namespace\n%s\n}  // namespace flatline\n' \
        "${#file}" 'inline bool is_one(const Map& map, int = 1) noexcept {' >"$tree/engine/$file"
done
expect 1 "^engine/text/b.hpp:6: flatline::is_one\(constMap&,int\) is defined in engine/base/a.hpp too$" \
    "$checks/names.pl" "$tree"
expect 1 "Row10 is defined" "$checks/names.pl" "$tree"
sed -i 's/is_one(const/is_one(/; s/Row/Line/' "$tree/engine/text/b.hpp"
expect 0 "" "$checks/names.pl" "$tree"

# A C function that no test calls, and that is not passed NULL.
good_tree
(cd "$checks/../.." && cp -r --parents engine/include tests/{api,load,physfs,write} "$tree")
expect 0 "" "$checks/c_calls.pl" "$tree"
echo 'FLATLINE_API int flatline_extra(const void* p);' >>"$tree/engine/include/flatline/flatline.h"
for what in "is called by no test" "is not in the lists"; do
    expect 1 "^flatline_extra $what" "$checks/c_calls.pl" "$tree"
done

# A view into an object, of which compilers are not told.
good_tree
cp -r "$checks/../../engine/include" "$tree/engine"
expect 0 "" "$checks/lifetimes.pl" "$tree"
sed -i '/View<flatline_linedef> linedefs/s/ FLATLINE_LIFETIMEBOUND//' \
    "$tree/engine/include/flatline/map.hpp"
expect 1 "^engine/include/flatline/map.hpp:[0-9]+: linedefs gives" "$checks/lifetimes.pl" "$tree"

# Sentences of the build that is a loader alone.
good_tree
(cd "$checks/../.." && cp -r --parents engine "$tree")
expect 0 "" "$checks/loader_rules.pl" "$tree"
sed -i 's/^ *Rule::syntax_nul,/    Rule::sector_unclosed,/' \
    "$tree/engine/base/rule_parts.hpp"
expect 1 "syntax_nul is not listed, but " "$checks/loader_rules.pl" "$tree"
expect 1 "no source of the loader names sector_unclosed" "$checks/loader_rules.pl" "$tree"

fires format.sh "clang-format" engine/base/a.cpp 'int  f( );'

# Helpers that fail.
good_tree
while read -r check helpers; do
    for helper in $helpers; do fails_with "$helper" "$checks/$check" "$tree"; done
done <<'END'
layers.sh find sort xargs awk
lengths.sh find sort xargs awk
files.sh find sort xargs awk
format.sh find tr xargs clang-format-14
citations.pl find
names.pl find
END
if command -v doxygen >/dev/null; then
    mkdir "$tree/bin"
    printf '#!/bin/sh\nexit 1\n' >"$tree/bin/doxygen"
    chmod +x "$tree/bin/doxygen"
    PATH=$tree/bin:$PATH expect 1 "" "$checks/doxygen.sh"
fi

# Reasons of tests that are skipped.
good_tree
mkdir "$tree/tests"
printf '# zip makes archives\nzip\n' >"$tree/tools/packages.txt"
printf 'if (a) GTEST_SKIP() << needs::%s;\n' 'corpus()' 'package("zip")' 'other("b")' \
    >"$tree/tests/a_test.cpp"
expect 0 "" "$checks/skips.pl" "$tree"
fails_with find "$checks/skips.pl" "$tree"
while IFS='|' read -r pattern line; do
    printf '%s\n' "$line" >>"$tree/tests/a_test.cpp"
    expect 1 "^tests/a_test.cpp:4: .*$pattern" "$checks/skips.pl" "$tree"
    sed -i '$d' "$tree/tests/a_test.cpp"
done <<'END'
without a reason|GTEST_SKIP();
without a reason|GTEST_SKIP() << "no zip here";
unzip is not in|GTEST_SKIP() << needs::package("unzip");
of a variable is not in|GTEST_SKIP() << needs::package(name);
END

# What tools/test says of single tests.
# junit STATUS OUTPUT: a file with a test that passes, and one like that.
junit() {
    printf '<testsuite><testcase name="a" status="run"/><testcase name="b" status="%s"><system-out>%s</system-out></testcase></testsuite>' \
        "$1" "$2" >"$tree/tests.xml"
}
summary=("$checks/../summary.py" "$tree/tests.xml")
junit run $'3 passed, 0 failed, 0 skipped\n'
expect 0 "^4 passed, 0 skipped$" "${summary[@]}" --full
junit run $'skipped: X.Y: needs the corpus\n2 passed, 0 failed, 1 skipped\n'
expect 0 "^3 passed, 1 skipped: needs the corpus \(1\)$" "${summary[@]}" --full
junit notrun $'skipped: X.Y: needs the package zip\n0 passed, 0 failed, 1 skipped\n'
expect 0 "^1 passed, 1 skipped: needs the package zip \(1\)$" "${summary[@]}"
expect 1 "packages bring: needs the package zip$" "${summary[@]}" --full
expect 0 "^b: X.Y: needs the package zip$" cat "$tree/skipped.txt"
junit run $'1 passed, 0 failed, 1 skipped\n'
expect 1 "packages bring: no reason$" "${summary[@]}" --full
junit disabled ''
expect 1 "packages bring: disabled$" "${summary[@]}" --full
junit fail $'3 passed, 0 failed, 0 skipped\n'
expect 1 "^4 passed, 1 failed, 0 skipped$" "${summary[@]}"
expect 1 "No such file" "$checks/../summary.py" "$tree/none.xml"

# The table of threats without one test, and without one id.
good_tree
cp -r "$checks/../../docs/security.md" "$tree/docs"
(cd "$checks/../.." && find tests -name '*_test.cpp' -exec cp --parents {} "$tree" ';')
expect 0 "^86 ids" "$checks/threats.pl" "$tree"
fails_with find "$checks/threats.pl" "$tree"
sed -i 's/TEST(Threat, ZN_09_/TEST(Threat, ZN_10_/' "$tree/tests/threats/nodes_test.cpp"
expect 1 "^ZN_09: there is no test Threat.ZN_09" "$checks/threats.pl" "$tree"
sed -i '/^| D3-05 /d' "$tree/docs/security.md"
expect 1 "^D3_05 is missing" "$checks/threats.pl" "$tree"

# clang-tidy looks at what lies in its own repository, and differs from its list.
good_tree
mkdir -p "$tree/tests/checks"
cp "$checks/tidy.py" "$tree/tests/checks"
cp "$checks/../../.clang-tidy" "$tree"
tidy=("$tree/tests/checks/tidy.py" "$tree")
rm "$tree/engine/udmf/reader.cpp"
echo '[]' >"$tree/compile_commands.json"
expect 1 "compiles no source" "${tidy[@]}"
separator=
for name in a b; do
    echo '#include "base/a.hpp"' >"$tree/engine/base/$name.cpp"
    printf '%s{"directory": "%s", "command": "c++ -I engine -c engine/base/%s.cpp", "file": "engine/base/%s.cpp"}' \
        "${separator:-[}" "$tree" "$name" "$name"
    separator=,
done >"$tree/compile_commands.json"
echo ']' >>"$tree/compile_commands.json"
printf '#pragma once\nint f(int a);\n' >"$tree/engine/base/a.hpp"
echo 'int g(int a) { return f(a); }' >>"$tree/engine/base/b.cpp"
expect 0 "^2 of 2 sources: no tidy_base.txt" "${tidy[@]}"
fails_with clang-tidy-14 "${tidy[@]}"
expect 0 "^2 sources are left" "${tidy[@]}" --all --write --minutes 0
expect 0 "^2 of 2 sources: all" "${tidy[@]}" --all --write
expect 1 "^skipped: checks.tidy: needs a file that differs" "${tidy[@]}"
echo 'int* h() { return 0; }' >>"$tree/engine/base/b.cpp"
expect 1 "^1 of 2 sources: 1 files differ" "${tidy[@]}"
expect 1 "^engine/base/b.cpp:3:.*modernize-use-nullptr" "${tidy[@]}"
# What is written is what is good, so the next run goes on from there.
expect 1 "^engine/base/b.cpp:3:.*modernize-use-nullptr" "${tidy[@]}" --all --write
expect 1 "" grep "engine/base/b.cpp" "$tree/tests/checks/tidy_base.txt"
expect 1 "^engine/base/b.cpp:3:.*modernize-use-nullptr" "${tidy[@]}"
sed -i '$d' "$tree/engine/base/b.cpp"
expect 0 "" "${tidy[@]}" --write
# A header is looked at through its source.
echo 'inline int* h() { return 0; }' >>"$tree/engine/base/a.hpp"
expect 1 "^1 of 2 sources" "${tidy[@]}"
expect 1 "engine/base/a.hpp:3:.*modernize-use-nullptr" "${tidy[@]}"
sed -i '$d' "$tree/engine/base/a.hpp"
# A public header is checked by itself, because no source of the engine includes it.
mkdir -p "$tree/engine/include/flatline"
printf '#pragma once\ninline int* p() { return 0; }\n' >"$tree/engine/include/flatline/p.hpp"
expect 1 "^0 of 2 sources and 1 public headers: 1 files differ" "${tidy[@]}"
expect 1 "^engine/include/flatline/p.hpp:2:.*modernize-use-nullptr" "${tidy[@]}"
rm -r "$tree/engine/include/flatline"
echo '# more' >>"$tree/.clang-tidy"
expect 0 "^2 of 2 sources: .clang-tidy differs" "${tidy[@]}"

# variables CODE: checks the globals of this code.
variables() {
    printf '%s\n' "$1" >"$tree/a.cpp"
    c++ -std=c++20 -c "$tree/a.cpp" -o "$tree/a.o"
    "$checks/globals.sh" "$tree/a.o"
}
expect 0 "" variables 'extern const int a; const int a = 1; const char* const n[] = {"x"};
    const char* f(int i) { static constexpr int k = 0; return n[i + k]; }'
fails_with objdump "$checks/globals.sh" "$tree/a.o"
fails_with awk "$checks/globals.sh" "$tree/a.o"
for code in 'int counter;' 'int counter = 1;' 'const char* name = "";' 'static thread_local int t; int* f() { return &t; }' \
    'int f() { static int calls; return ++calls; }' 'int g(); const int a = g(); const int* b() { return &a; }'; do
    expect 1 "a variable that can change" variables "$code"
done

# hardened FLAG...: a program built with all that is looked for, and then these flags.
hardened() {
    c++ -O2 -fPIE -pie -Wl,-z,relro,-z,now,-z,noexecstack -fstack-protector-strong \
        -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 "$@" "$tree/copy.cpp" -o "$tree/copy"
    "$checks/hardening.sh" "$tree/copy"
}
cat >"$tree/copy.cpp" <<'END'
#include <cstring>
int main(int argc, char** argv) {
    char copy[16];
    std::strncpy(copy, argv[0], static_cast<std::size_t>(argc));
    return copy[1];
}
END
expect 0 "" hardened
fails_with readelf "$checks/hardening.sh" "$tree/copy"
fails_with grep "$checks/hardening.sh" "$tree/copy"
while IFS='|' read -r flags missing; do
    # shellcheck disable=SC2086
    expect 1 "^$tree/copy: no $missing" hardened $flags
done <<'END'
-fno-pie -no-pie|position independent
-Wl,-z,norelro|RELRO
-Wl,-z,lazy|BIND_NOW
-Wl,-z,execstack|stack without code
-fno-stack-protector|stack protector
-U_FORTIFY_SOURCE|fortified call
END
expect 0 "" "$checks/hardening.sh" --no-copies "$tree/copy"

# Two builds that say the same, and two that do not.
for name in before after; do
    mkdir -p "$tree/$name/bin" "$tree/corpus"
    printf '#!/bin/sh\necho "{\\"type\\":\\"map\\",\\"file\\":\\"x\\",\\"map\\":\\"M\\"}"\n' >"$tree/$name/bin/flatline"
    # Of the 63 maps that are asked for it makes one.
    printf '#!/bin/sh\nfor last; do :; done; case $last in *"/udb dsda .wad") echo >"$last" ;; esac\n' \
        >"$tree/$name/bin/mapgen"
    chmod +x "$tree/$name"/bin/*
done
echo >"$tree/corpus/one.wad"
compare=("$checks/../compare_builds.sh" "$tree/before" "$tree/after" "$tree/corpus")
expect 0 "^same bytes: [0-9]+ outputs of 2 files" "${compare[@]}"
echo '[ "$1 $3$4" != "dump --mapM" ] || exit 1' >>"$tree/after/bin/flatline"
expect 1 "^differs: flatline dump .*one.wad --map M$" "${compare[@]}"
rm "$tree"/*/bin/flatline
expect 1 "^there is no .*/before/bin/flatline$" "${compare[@]}"

# tools/run with another option than tools/test: every file would be compiled twice. That it passes
# as it is shows the test checks.same_commands.
same=$(mktemp -d)
mkdir "$same/tools"
for path in "$checks"/../../* "$checks"/../../tools/*; do
    where=$same/
    if [[ $path == */tools/* ]]; then where+=tools/; fi
    if [[ $(basename "$path") != tools && $(basename "$path") != build ]]; then ln -s "$(realpath "$path")" "$where"; fi
done
rm "$same/tools/run"
sed 's/options=(-D FLATLINE_TESTS=OFF)/options=(-D FLATLINE_TESTS=OFF -D FLATLINE_WERROR=OFF)/' \
    "$checks/../../tools/run" >"$same/tools/run"
expect 1 "-Werror" "$checks/same_commands.sh" "$same"
rm -r "$same"

# A fresh tree gets the program without the tests from tools/run; a tree that has them keeps them. The
# cmake here writes down its arguments and makes a cache and a program.
good_tree
cp "$checks"/../../tools/{run,setup.sh} "$tree/tools"
: >"$tree/tools/packages.txt"
cat >"$tree/cmake" <<'END'
#!/bin/sh
case $1 in
    --preset)
        mkdir -p "build/$2/bin"
        echo "$*" >"build/$2/arguments"
        case "$*" in *TESTS=OFF*) echo FLATLINE_TESTS:BOOL=OFF ;; *) echo FLATLINE_TESTS:BOOL=ON ;; esac \
            >"build/$2/CMakeCache.txt"
        ;;
esac
for made in build/*/bin; do printf '#!/bin/sh\necho "$0 $*"\n' >"$made/flatline"; chmod +x "$made/flatline"; done
END
chmod +x "$tree/cmake"
export PATH=$tree:$PATH
expect 0 "^$tree/build/release/bin/flatline a b$" "$tree/tools/run" a b
expect 0 "FLATLINE_TESTS=OFF" cat "$tree/build/release/arguments"
expect 0 "^$tree/build/release/bin/flatline *$" "$tree/tools/run"
expect 0 "FLATLINE_TESTS=OFF" cat "$tree/build/release/arguments"
echo FLATLINE_TESTS:BOOL=ON >"$tree/build/release/CMakeCache.txt"
expect 0 "^$tree/build/release/bin/flatline *$" "$tree/tools/run"
expect 0 "^--preset release$" cat "$tree/build/release/arguments"

# What is said of the third file is said before the fourth: the builder here waits for it.
while_it_builds() {
    . "$tree/tools/setup.sh"
    mkfifo "$tree/said"
    { echo '[3/30] Building'; timeout 20 head -n 2 <"$tree/said" >"$tree/heard"; } |
        steps 2>"$tree/said" >/dev/null
}
while_it_builds
expect 0 "^flatline: built 3 of 30$" cat "$tree/heard"

exit "$failed"
