#!/usr/bin/env bash
# tests/checks/files.sh [ROOT]: files are opened, made, renamed and removed by name in one place of
# the program and one of the library, which look at what they opened. The rules are the table below.
# Fails with a line "file:line: what" for each offence.
set -euo pipefail
code_of_line=$(cat "$(dirname "${BASH_SOURCE[0]}")/code.awk")
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

# call FILES NAME...: only these files (joined by commas, - for none) call a function of this name,
#   by itself or after std:: or a namespace of files.
# plain FILES NAME...: the same of names that members of classes have too: only after ::, std:: or a
#   namespace of files.
# word FILES NAME...: only these files have the word.
# include FILES HEADER...: only these files include the header.
posix=tools/flatline/platform_posix.cpp
windows=tools/flatline/platform_windows.cpp
native=engine/physfs/native_file.cpp
rules="
call - fopen fopen64 freopen creat open64 mkstemp mkostemp mkdtemp mktemp mkfifo mknod symlink
call - renameat renameat2 linkat unlinkat ofstream ifstream _wfopen CreateFileA DeleteFileA
call - copy_file resize_file remove_all create_symlink create_hard_link MoveFileW CopyFileW
call - PHYSFS_openWrite PHYSFS_openAppend PHYSFS_setWriteDir PHYSFS_delete PHYSFS_mkdir
call $native openat CreateFileW
call $posix,$windows tmpfile
call $windows _wopen MoveFileExW DeleteFileW
call engine/physfs/tree.cpp PHYSFS_openRead
call $posix,$windows,tools/flatline/input_file.cpp open_to_read
call $posix,$windows,tools/flatline/cache_folder.cpp create_file rename_file
call $posix,$windows,tools/flatline/report/outputs.cpp,tools/flatline/table/spool.cpp create_nameless
plain $posix open rename link unlink
plain tools/flatline/cache_folder.cpp remove
plain - truncate
word - ifstream ofstream fstream filebuf
word tools/flatline/new_file.hpp,$posix,$windows TemporaryGuard
include - fstream
include $posix,$native,$windows fcntl.h
include $windows io.h"

folders=()
for folder in engine tools; do
    if [[ -d $folder ]]; then folders+=("$folder"); fi
done
find "${folders[@]}" -type f -regex '.*\.\(h\|hpp\|inc\|cpp\|c\)' | sort | rules=$rules xargs awk "$code_of_line"'
    function say(what) { print FILENAME ":" FNR ": " what; bad = 1 }
    function may(kind, name) {
        return index("," allowed[kind, name] ",", "," FILENAME ",") || FILENAME ~ /platform\.hpp$/
    }
    BEGIN {
        n = split(ENVIRON["rules"], lines, "\n")
        for (i = 1; i <= n; i++) {
            m = split(lines[i], word, " ")
            for (j = 3; j <= m; j++) allowed[word[1], word[j]] = word[2]
        }
    }
    FNR == 1 { in_comment = 0; files++ }

    /^[ \t]*#[ \t]*include/ {
        header = $0
        sub(/^[^"<]*["<]/, "", header)
        sub(/[">].*/, "", header)
        if (("include", header) in allowed && !may("include", header)) say("includes " header)
        next
    }

    {
        code = code_of_line()
        while (match(code, /[A-Za-z_][A-Za-z_0-9]*/)) {
            name = substr(code, RSTART, RLENGTH)
            before = before substr(code, 1, RSTART - 1)
            code = substr(code, RSTART + RLENGTH)
            if (("word", name) in allowed && !may("word", name)) say(name)
            if (code ~ /^[ \t]*\(/) {
                of_system = before ~ /(^|[^A-Za-z_0-9>])(std::|fs::|filesystem::|::)+$/
                of_member = before ~ /(\.|->)$/ || (before ~ /::$/ && !of_system)
                if (("plain", name) in allowed && of_system && !may("plain", name)) say(name "()")
                if (("call", name) in allowed && !of_member && !may("call", name)) say(name "()")
            }
            before = before name
        }
        before = ""
    }
    END {
        if (!files) { print "no sources"; bad = 1 }
        exit bad
    }'
