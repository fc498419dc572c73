#!/usr/bin/env bash
# tests/compare_builds.sh BEFORE AFTER [CORPUS]: do two builds (folders with bin/flatline, AFTER also
# with bin/mapgen) say the same, byte for byte, of every map in CORPUS (../shared/corpus/open) and
# of the generator's maps in every style and namespace? Compared are dumps, also with nodes built,
# repaired and read by threads, and findings. Lists what differs; exit code 1 where anything does.
set -euo pipefail

if (($# < 2 || $# > 3)); then
    sed -n '2,5s/^# //p' "$0" >&2
    exit 2
fi
before=$(realpath "$1")
after=$(realpath "$2")
corpus=${3-$(realpath -m "$(dirname "$0")/../../shared/corpus/open")}
for program in "$before/bin/flatline" "$after/bin/flatline" "$after/bin/mapgen"; do
    # Two that are missing would say the same.
    [[ -x $program ]] || { echo "there is no $program" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# generate: small maps of every kind in $work/generated, named by their options.
generate() {
    local style flavour extra
    mkdir "$work/generated"
    for style in minified slade udb; do
        for flavour in dsda srb2 zdoom; do
            for extra in "" --comments "--crlf --tabs" --messy --random-keys --user-keys "--sloped 0.5"; do
                # shellcheck disable=SC2086  # several words
                "$after/bin/mapgen" --bytes 60K --style "$style" --flavour "$flavour" $extra --wad \
                    -o "$work/generated/$style $flavour $extra.wad" 2>/dev/null
            done
        done
    done
}

# outcomes FILE: with $flatline, a line for every map of the file and every way of loading it: a
# hash over all that the program writes and its exit code, and the command.
outcomes() {
    local file=$1 map maps
    hash_of check --json "$file"
    # A refused map is compared like any other.
    maps=$({ "$flatline" info --json "$file" 2>/dev/null || true; } |
        sed -n 's/^{"type":"map","file":"[^"]*","map":"\([^"]*\)".*/\1/p' | sort -u)
    while IFS= read -r map; do
        [[ -n $map ]] || continue
        hash_of dump "$file" --map "$map"
        hash_of dump "$file" --map "$map" --build-nodes --repair
        hash_of dump "$file" --map "$map" --threads 3
    done <<<"$maps"
    case $file in
        "$work"/*)
            for map in doom heretic hexen strife zdoom eternity srb2 dsda woof vavoom unheard-of; do
                hash_of dump "$file" --namespace "$map"
            done
            ;;
    esac
}
hash_of() {
    local hash
    # Rows about files tell how long each took.
    hash=$({ "$flatline" "$@" 2>&1 || echo "exit code $?"; } |
        sed '/^{"type":"file"/s/,"seconds":[^,]*//' | sha256sum)
    printf '%s flatline %s\n' "${hash:0:16}" "$*"
}
export -f outcomes hash_of
export work

# all_outcomes BUILD LIST
all_outcomes() {
    # One process a file, as many side by side as there are processors.
    flatline=$1/bin/flatline xargs -0 -P "$(nproc)" -n 1 bash -euo pipefail -c 'outcomes "$1"' - \
        <"$work/files" | LC_ALL=C sort -k 2 >"$2"
}

generate
if [[ -d $corpus ]]; then
    find "$corpus" -type f -print0 >"$work/files"
else
    echo "no corpus at $corpus, the generator's maps alone" >&2
fi
find "$work/generated" -type f -print0 >>"$work/files"

all_outcomes "$before" "$work/before"
all_outcomes "$after" "$work/after"
if ! diff -u0 "$work/before" "$work/after" >"$work/difference"; then
    sed -n 's/^+[0-9a-f]\{16\} /differs: /p' "$work/difference"
    exit 1
fi
echo "same bytes: $(wc -l <"$work/after") outputs of $(tr -cd '\0' <"$work/files" | wc -c) files"
