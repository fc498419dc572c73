#!/usr/bin/env bash
# steps.sh FOLDER [KIND...]: takes the files of docs/embedding.md into FOLDER and runs its commands there,
# in their order. Commands of a KIND that is named ("packages", "install") are left out: their
# work is done already.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
guide="$root"/docs/embedding.md
cd "$1"
shift
# A fence of three marks, a language and a word: a file of that name, of `sh` a kind of commands.
awk -v left_out=" $* " '
    /^```/ && !is_open {
        is_open = 1
        language = substr($1, 4)
        is_kept = language != "sh" || $2 == "" || !index(left_out, " " $2 " ")
        file = language == "sh" ? "steps" : $2
        if (file == "") { print "a block without a name, line " NR > "/dev/stderr"; exit 1 }
        if (language != "sh") { printf "" > file; ++files }
        next
    }
    /^```$/ { is_open = 0; if (file != "steps") close(file); next }
    is_open && is_kept { print > file }
    END { if (files < 5) { print "the guide has only " files+0 " files" > "/dev/stderr"; exit 1 } }
' "$guide"
bash -euxo pipefail steps
