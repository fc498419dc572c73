# Sourced by tools/run and tools/test: installs packages, configures and builds.
# Everything here writes to standard error and reads nothing from standard input, because both
# belong to the program that tools/run starts (`tools/run dump - <map >json`).

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# version_of_tree: what the headers say.
version_of_tree() { sed -n 's/.*VERSION_STRING "\(.*\)"/\1/p' "$root/engine/include/flatline/version.h"; }

say() { printf '%s\n' "flatline: $*" >&2; }

# packages_in SECTION...: the names listed in packages.txt, or in $packages_file, under these sections.
packages_in() {
    awk -v wanted=" $* " '
        /^# section:/ { take = index(wanted, " " $3 " "); next }
        /^[^#]/ && take { print $1 }' "${packages_file:-$root/tools/packages.txt}"
}

# quietly LOG COMMAND...: runs it with its output kept in LOG, shown only when it fails.
quietly() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! "$@" >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        say "failed: $*"
        return 1
    fi
}

# steps: passes on what ninja prints; where it builds more than a few files it says how far it is: on
# a terminal in one line, else at each tenth. Not awk: that of Debian reads 4 KB before it looks at a
# line, which are 50 files.
steps() {
    local line built all tenth=0 first=yes
    while IFS= read -r line; do
        printf '%s\n' "$line"
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        built=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
        ((all >= 20)) || continue
        if [[ -n $first ]]; then say "building $all files; the first build takes minutes"; fi
        first=
        if [[ -t 2 ]]; then
            printf '\rflatline: built %d of %d ' "$built" "$all" >&2
            if ((built == all)); then printf '\n' >&2; fi
        elif ((built * 10 / all > tenth)); then
            tenth=$((built * 10 / all))
            say "built $built of $all"
        fi
    done
}

# shown LOG COMMAND...: as quietly, and says how far it is.
shown() {
    local log=$1 status=0
    shift
    "$@" 2>&1 </dev/null | steps >"$log"
    status=${PIPESTATUS[0]}
    if ((status != 0)); then
        cat "$log" >&2
        say "failed: $*"
    fi
    return "$status"
}

# A machine without apt, without the right to install or without network can still have the
# libraries from elsewhere, so what cannot be installed is named and the build is tried.
cannot_install() {
    say "$1; the build needs these Debian packages or their like: ${missing[*]}"
    local tool
    for tool in c++ cmake ninja; do
        if ! command -v "$tool" >/dev/null; then
            say "no $tool on this machine, stopping"
            return 1
        fi
    done
}

# install_packages SECTION...: installs what is missing of these sections.
install_packages() {
    local package
    missing=()
    for package in $(packages_in "$@"); do
        if [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
            missing+=("$package")
        fi
    done
    if ((${#missing[@]} == 0)); then
        return
    fi

    if ! command -v apt-get >/dev/null; then
        cannot_install "this is not a Debian system"
        return
    fi
    local as_root=(env)
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            cannot_install "neither root nor sudo"
            return
        fi
        as_root=(sudo env)
    fi
    say "installing ${missing[*]}"
    local apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
    quietly "$root/build/apt-update.log" "${apt[@]}" update &&
        quietly "$root/build/apt-install.log" \
            "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
        cannot_install "apt-get failed"
}

# build_tree PRESET TARGET [CMAKE-OPTION...]: configures and builds build/PRESET. With show_steps it
# says how far it is.
# Two builds in one tree at a time would spoil it, hence the lock.
build_tree() {
    local preset=$1 target=$2 log=$root/build/$1.log lock run=quietly
    if [[ -n ${show_steps-} ]]; then run=shown; fi
    shift 2
    mkdir -p "$root/build"
    exec {lock}>"$root/build/$preset.lock"
    if command -v flock >/dev/null; then
        flock "$lock"
    fi
    local status=0
    (cd "$root" && quietly "$log" cmake --preset "$preset" "$@" &&
        "$run" "$log" cmake --build "build/$preset" --target "$target") || status=1
    exec {lock}>&-
    return "$status"
}

# debian_source PACKAGE FOLDER: the sources of a Debian package, unpacked below FOLDER; prints where.
# The lists of sources are kept beside them, so the system's own settings stay as they are.
debian_source() {
    local package=$1 folder=$2 found
    found=$(find "$folder" -maxdepth 1 -type d -name "$package-*" 2>/dev/null | head -n 1)
    if [[ -z $found ]]; then
        mkdir -p "$folder/lists/partial" "$folder/sources"
        sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources \
            >"$folder/sources/debian.sources"
        local apt=(apt-get -o Dir::Etc::sourcelist=/dev/null
            -o "Dir::Etc::sourceparts=$folder/sources" -o "Dir::State::lists=$folder/lists"
            -o APT::Sandbox::User=)
        quietly "$folder/update.log" "${apt[@]}" update &&
            (cd "$folder" && quietly "$folder/$package.log" "${apt[@]}" source "$package") || return 1
        found=$(find "$folder" -maxdepth 1 -type d -name "$package-*" | head -n 1)
    fi
    printf '%s\n' "$found"
}
