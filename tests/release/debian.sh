#!/usr/bin/env bash
# debian.sh FOLDER: installs the packages in FOLDER into a fresh Debian 12, uses them, and removes them.
# Needs root and debootstrap. FLATLINE_DEBIAN_ROOT is a root to copy, which such a debootstrap made.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../tools/setup.sh"
place=$(mktemp -d)
trap 'rm -rf --one-file-system "$place"' EXIT
if [[ -n ${FLATLINE_DEBIAN_ROOT-} ]]; then
    cp -a "$FLATLINE_DEBIAN_ROOT/." "$place"
else
    debootstrap --variant=minbase --include=gcc,libc6-dev,pkg-config bookworm "$place" \
        "${FLATLINE_DEBIAN_MIRROR:-http://deb.debian.org/debian}"
fi
for file in /etc/resolv.conf /etc/apt/apt.conf.d/*proxy*; do
    if [[ -f $file ]]; then cp "$file" "$place$file"; fi
done
mkdir "$place/packages" "$place/work"
cp "$1"/*.deb "$place/packages/"
cp "$root"/examples/{load_textmap.c,read_file.h} "$root/tests/maps/square.textmap" "$root/tests/maps/square.wad" "$place/work/"
chroot "$place" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive bash -euxc '
    dpkg-query -W -f "\${Package}\n" | sort >/before
    files() { find /usr /etc ! -name "*.cache" | sort; }
    files >/files-before
    apt-get install -y --no-install-recommends /packages/*.deb
    cd /work
    flatline --version
    flatline check square.wad
    cc load_textmap.c $(pkg-config --cflags --libs flatline) -o program
    ./program square.textmap | grep "4 vertices, 4 linedefs"
    test -s /usr/share/doc/flatline/copyright
    apt-get purge -y --auto-remove flatline "libflatline*"
    dpkg-query -W -f "\${Package}\n" | sort >/after
    diff /before /after
    files | diff /files-before -
    find / -xdev -name "*flatline*" ! -path "/packages/*" ! -path "/proc/*" ! -path "/var/*" | (! grep .)'
