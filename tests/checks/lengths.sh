#!/usr/bin/env bash
# tests/checks/lengths.sh [ROOT]: lists engine files over 500 lines and functions whose body has
# over 60. Fails where there is one. The two headers of C are one file each, for whoever looks for a
# struct or a function. A host meets at most 16 files, and the boundary (engine/include and engine/api)
# has at most 9,000 lines.
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

# The sources are as clang-format leaves them: what opens a block ends its line, and a closing brace
# stands where its statement begins.
find engine -type f -regex '.*\.\(h\|hpp\|inc\|cpp\)' | sort | xargs awk '
    function end_of_file() {
        if (file ~ /^engine\/include\//) headers++
        if (file ~ /^engine\/(include|api)\//) boundary += lines
        if (lines > 500 && file !~ /\/flatline\/(types|flatline)\.h$/) { print file ": " lines " lines"; bad = 1 }
    }
    FNR == 1 { end_of_file(); file = FILENAME; depth = 0; body = 0 }
    {
        lines = FNR
        code = $0
        gsub(/\\./, "", code)
        gsub(/"[^"]*"/, "", code)
        gsub(/\x27.\x27/, "", code)
        sub(/\/\/.*/, "", code)
        opened = gsub(/\{/, "{", code)
        closed = gsub(/\}/, "}", code)
        # The words since the last statement or block ended.
        statement = statement " " code
        if (!body && opened > closed && statement ~ /\)[^;={}]*\{[ \t]*$/ &&
            statement !~ /^[ \t]*(namespace|struct|class|enum|union)/) {
            body = depth + 1
            start = FNR
        }
        depth += opened - closed
        if (body && depth < body) {
            if (FNR - start - 1 > 60) {
                print file ":" start ": a function of " FNR - start - 1 " lines"
                bad = 1
            }
            body = 0
        }
        if (code ~ /[;{}:][ \t]*$|^[ \t]*#/) statement = ""
    }
    END {
        end_of_file()
        if (!NR) { print "no sources"; bad = 1 }
        if (headers > 16) { print "engine/include: " headers " files"; bad = 1 }
        if (boundary > 9000) { print "engine/include and engine/api: " boundary " lines"; bad = 1 }
        exit bad
    }'
