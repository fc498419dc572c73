#!/usr/bin/env bash
# packages.sh BUILD: makes the Debian packages out of a shared build with the tool, installs them
# into an empty root, and builds and runs programs there.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$build" && cpack -G DEB -B "$work/packages" >"$work/cpack.log" 2>&1) ||
    { cat "$work/cpack.log"; exit 1; }
ls "$work/packages"/*.deb

# A root of its own, so that nothing of this machine is changed. Their packages are not there, and no
# shell for ldconfig's script, so they are unpacked and not configured.
root=$work/root
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
: >"$root/var/lib/dpkg/status"
# dpkg looks for ldconfig, which a user's PATH may not lead to.
PATH=$PATH:/usr/sbin:/sbin
dpkg --root="$root" --force-not-root --force-depends --log=/dev/null \
    --unpack "$work/packages"/*.deb >"$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log"; exit 1; }
dpkg --root="$root" --list 'libflatline*' flatline | grep -c '^iU' | grep --quiet '^3$'

export LD_LIBRARY_PATH=$root/usr/lib
"$root/usr/bin/flatline" --version
"$root/usr/bin/flatline" check "$source/tests/maps/square.wad"
export PKG_CONFIG_PATH=$root/usr/lib/pkgconfig
read -ra options <<<"$(pkg-config --cflags --libs flatline)"
cc -std=c99 "$source/examples/load_textmap.c" "${options[@]}" -o "$work/program"
"$work/program" "$source/tests/maps/square.textmap" | grep '4 vertices, 4 linedefs'
for package in "$work/packages"/*.deb; do
    dpkg-deb --field "$package" Package Depends
done
