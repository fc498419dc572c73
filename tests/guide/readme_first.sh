#!/usr/bin/env bash
# readme_first.sh C CPP MAPS: the first programs of README.md, which are built as C and CPP, print a
# line for each linedef of a map and exit with 0; of a text that is no map they say what is wrong, in
# C with line and column, and exit with 1.
set -euo pipefail
c=$1 cpp=$2 maps=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The first line of rooms.textmap goes from vertex 0 at (0, 0) to vertex 1 at (0, 128).
"$c" "$maps/rooms.textmap" >"$work/c"
"$cpp" "$maps/rooms.textmap" >"$work/cpp"
lines=$(grep -c '^linedef' "$maps/rooms.textmap")
diff <(head -1 "$work/c" && wc -l <"$work/c") <(echo '0 to 1' && echo "$lines")
diff <(head -1 "$work/cpp" && wc -l <"$work/cpp") <(echo '0 0 to 0 128' && echo "$lines")

status=0
"$c" "$maps/broken.textmap" >"$work/c" || status=$?
"$cpp" "$maps/broken.textmap" >"$work/cpp" && status=0
((status == 1)) || { echo "a text that is no map is taken for one"; exit 1; }
grep --quiet '^4:24: linedef 0: v2 is 5, but the map has 2 vertices$' "$work/c"
diff <(sed -E 's/^[0-9]+:[0-9]+: //' "$work/c") "$work/cpp"
status=0
"$c" "$maps/no such file" >"$work/c" || status=$?
((status == 1)) || { echo "a file that is not there is taken for a map"; exit 1; }
