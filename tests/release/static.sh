#!/usr/bin/env bash
# static.sh BUILD FOLDER: what a tree that has built the program can show of a release without compiling it
# again: its objects, linked with static libraries alone, start in an empty root, and the steps of
# action.yml and the hooks of pre-commit run with them. FOLDER gets the archive. Exit code 77 where a
# static library is missing, or the right to change the root.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/helpers.sh"
build=$1 out=$2
rm -rf "$out"
mkdir -p "$out"

# The program's own link, with each shared library as its static one. Of fmt Debian has only the former:
# it is made of the headers, in which all of it stands.
printf '#include <fmt/format-inl.h>\n' >"$out/fmt.cpp"
cat >>"$out/fmt.cpp" <<'CODE'
FMT_BEGIN_NAMESPACE
namespace detail {
template FMT_API auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API locale_ref::locale_ref(const std::locale& loc);
template FMT_API auto locale_ref::get<std::locale>() const -> std::locale;
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API void buffer<char>::append(const char*, const char*);
template FMT_API void vformat_to(buffer<char>&, string_view,
                                 basic_format_args<FMT_BUFFER_CONTEXT(char)>, locale_ref);
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<wchar_t>;
template FMT_API auto decimal_point_impl(locale_ref) -> wchar_t;
template FMT_API void buffer<wchar_t>::append(const wchar_t*, const wchar_t*);
}
FMT_END_NAMESPACE
CODE
"${CXX:-g++}" -std=c++20 -O1 -fPIE -DFMT_EXPORT -c "$out/fmt.cpp" -o "$out/fmt.o"
link=$(ninja -C "$build" -t commands bin/flatline | grep -- ' -o bin/flatline ' | tail -n 1)
link=${link#* && }
link=${link%% && :*}
# That of PhysFS is empty in Debian 12 (tools/releases/pins.txt), so it is built as tools/release does.
work=${FLATLINE_RELEASE_WORK:-$root/build/release-work}
. "$root/tools/releases/libraries.sh"
mkdir "$out/physfs"
if ! physfs_source "$out/physfs" >"$out/physfs.log" 2>&1; then
    echo "skipped: consumer.release: needs the sources of PhysFS from Debian's mirror"
    exit 77
fi
cmake -G Ninja -S "$root/tools/releases/libraries" -B "$out/libraries" -D "PHYSFS_SOURCE=$out/physfs" \
    -D CMAKE_C_FLAGS="-O1 -w"
cmake --build "$out/libraries"
link=$(sed -E "s#[^ ]*/libphysfs\.so#$out/libraries/libphysfs.a#" <<<"$link")
# The one with a version, libfmt.so.9.1.0, is the object above.
link=$(sed -E "s# -o bin/flatline # -o $out/flatline #; s#[^ ]*/libfmt\.so[.0-9]*#$out/fmt.o#; s#\.so( |\$)#.a\1#g" <<<"$link")
for library in $link; do
    if [[ $library == /*.a && ! -f $library ]]; then
        echo "skipped: consumer.release: needs $library"
        exit 77
    fi
done
(cd "$build" && eval "$link -static-pie")

if ((EUID != 0)); then
    echo "skipped: consumer.release: needs root, which alone may change the root"
    exit 77
fi
place=$out/empty
mkdir -p "$place/maps"
cp "$out/flatline" "$place/"
cp "$root/tests/maps/square.wad" "$root/examples/maps/broken.textmap" "$place/maps/"
env -i /usr/sbin/chroot "$place" /flatline --version --verbose
env -i /usr/sbin/chroot "$place" /flatline check /maps/square.wad
refuses env -i /usr/sbin/chroot "$place" /flatline check /maps

# An archive in the form of tools/release.
name=flatline-$(version_of_tree)-linux-$(uname -m)
mkdir -p "$out/$name"
cp "$out/flatline" "$root/LICENSE" "$out/$name/"
SOURCE_DATE_EPOCH=0 "$root/tools/releases/pack.py" archive "$out/$name" "$out/$name.tar.gz"
"$root/tests/release/action.py" "$out"
"$root/tests/release/hooks.py" "$out/flatline"
