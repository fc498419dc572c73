#!/usr/bin/env bash
# tests/checks/layers.sh [ROOT]: which room includes what, and what no engine source says. The
# rules are the table below. Fails with a line "file:line: what" for each offence.
set -euo pipefail
code_of_line=$(cat "$(dirname "${BASH_SOURCE[0]}")/code.awk")
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"

# room ROOM MAY-INCLUDE...: from the ground up; "flatline" stands for the public headers. A room
#   that is not here (a new folder) may include nothing until it is.
# only HEADER ROOM...: only these rooms include this header. Threads start in one place (base/jobs)
#   and are told apart in another (base/progress); streams bring the locale.
# call REASON NAME..., word REASON NAME...: no source of the engine has this.
# call and word with the reason goes-around-output: no source of the tool has this either, but those
#   of `mouth`: what is printed goes through Output, which escapes.
# mouth FILE...: these files write to descriptors.
# own FILE...: only these files have words that belong to one compiler, also outside of the engine; the
#   last has instructions of one processor, which the standard has no words for.
rules='
room flatline flatline
room model    flatline model
room base     flatline model base
room games    flatline model games
room text     flatline model base text
room udmf     flatline model base text udmf
room binary   flatline model base text udmf binary
room doom3    flatline model base text doom3
room level    flatline model base text udmf level
room nodes    flatline model base nodes
room archive  flatline model base text archive
room resources flatline model base text archive resources
room check    flatline model base games text udmf binary level resources check
room verdict  flatline model base text udmf verdict
room diff     flatline model base text udmf diff
room write    flatline model base text udmf binary archive write
room fix      flatline model base text udmf binary write fix
room load     flatline model base text udmf binary doom3 level nodes archive resources check verdict diff write fix load
room bake     flatline model base text udmf level nodes load bake
room api      flatline model base text udmf binary doom3 level nodes archive resources check verdict diff write fix load bake api
room physfs   flatline model base archive load api physfs
room tools    flatline model physfs tools control report batch draw targets versions stats table
room web      flatline model base archive physfs report table web
only physfs/open.hpp      physfs tools web
only flatline/physfs.hpp
only model/archive_map.hpp model load api tools
only model/check.hpp       model check load api tools
only physfs.h           physfs
only zlib.h             nodes physfs tools
only lzma.h             physfs
only libdeflate.h       nodes physfs tools
only fast_float/fast_float.h base
only xxhash.h           bake tools
only thread             base tools
only mutex              base tools
only condition_variable base tools
only future
only iostream           tools
only fstream            tools
only sstream            tools
only regex
only locale
only clocale
only locale.h
call reads-the-locale strtod strtof strtold strtol strtoll strtoul strtoull atoi atol atoll atof
call reads-the-locale stod stof stold stoi stol stoll stoul stoull scanf fscanf sscanf vsscanf
call reads-the-locale isdigit isxdigit isspace isalpha isalnum isprint ispunct isupper islower
call reads-the-locale toupper tolower setlocale localeconv
call prints printf fprintf vprintf vfprintf sprintf snprintf vsprintf vsnprintf puts fputs putchar
call prints perror
call ends-the-process abort exit _Exit _exit quick_exit terminate
word throws throw
word prints cout cerr clog
word keeps-state thread_local
call goes-around-output printf fprintf vprintf vfprintf puts fputs putchar putc fputc fwrite perror
call goes-around-output write_some
word goes-around-output cout cerr clog stdout stderr
mouth tools/flatline/output.cpp tools/flatline/new_file.cpp tools/flatline/cache_folder.cpp tools/flatline/platform.hpp tools/flatline/platform_posix.cpp tools/flatline/platform_windows.cpp
own engine/base/compiler.hpp engine/include/flatline/export.h tools/flatline/sha256.cpp'

folders=()
for folder in engine tools examples bench; do
    if [[ -d $folder ]]; then folders+=("$folder"); fi
done
find "${folders[@]}" -type f -regex '.*\.\(h\|hpp\|inc\|cpp\|c\)' | sort | rules=$rules xargs awk "$code_of_line"'
    function say(what) { print FILENAME ":" FNR ": " what; bad = 1 }
    function room_of(path,    parts) {
        split(path, parts, "/")
        if (parts[1] == "tools") return parts[2] == "web" ? "web" : "tools"
        if (parts[1] != "engine") return "outside"
        return parts[2] == "include" ? "flatline" : parts[2]
    }
    BEGIN {
        n = split(ENVIRON["rules"], lines, "\n")
        for (i = 1; i <= n; i++) {
            m = split(lines[i], word, " ")
            list = " "
            for (j = 3; j <= m; j++) list = list word[j] " "
            if (word[1] == "room") may[word[2]] = list
            if (word[1] == "only") only[word[2]] = list
            if (word[1] == "own") own = " " word[2] list
            if (word[1] == "mouth") mouth = " " word[2] list
            for (j = 3; j <= m; j++) {
                if (word[1] !~ /call|word/) continue
                if (word[2] == "goes-around-output") silent[word[1], word[j]] = word[2]
                else banned[word[1], word[j]] = word[2]
            }
        }
    }
    FNR == 1 { room = room_of(FILENAME); in_comment = 0; files++ }

    /^[ \t]*#[ \t]*include/ {
        if (room == "outside") next
        quoted = /include[ \t]*"/
        header = $0
        sub(/^[^"<]*["<]/, "", header)
        sub(/[">].*/, "", header)
        slash = index(header, "/")
        target = slash ? substr(header, 1, slash - 1) : room
        if (header in only) {
            if (!index(only[header], " " room " ")) say("includes " header ", only for:" only[header])
        } else if (quoted && !index(may[room], " " target " ")) {
            say("includes " header ", but " room " may include only:" may[room])
        } else if (!quoted && slash && target == "flatline") {
            say("includes " header " in <>, write it in quotes")
        } else if (!quoted && room == "flatline" && header ~ /[.\/]/ && header !~ /^std(def|int|bool)\.h$/) {
            say("includes " header ", but public headers use the standard library alone")
        }
        next
    }

    {
        code = code_of_line()
        while (match(code, /[A-Za-z_][A-Za-z_0-9]*/)) {
            name = substr(code, RSTART, RLENGTH)
            before = substr(code, 1, RSTART - 1)
            code = substr(code, RSTART + RLENGTH)
            if (name ~ /^(__(builtin|attribute|declspec|forceinline|extension|asm|restrict|int128|GNUC|clang).*|asm|gnu|GCC|_Pragma|_MSC_VER)$/ &&
                !index(own, " " FILENAME " ")) say(name ": a word of one compiler, only for:" own)
            if (FILENAME ~ /^tools\/flatline\// && !index(mouth, " " FILENAME " ")) {
                called = code ~ /^[ \t]*\(/ && before !~ /(\.|->)$/
                if (("word", name) in silent || (called && ("call", name) in silent) ||
                    (name == "print" && before == "::" && last == "fmt")) {
                    say(name ": goes-around-output")
                }
            }
            last = name
            if (room ~ /^(tools|web|outside)$/) continue
            if (("word", name) in banned) say(name ": " banned["word", name])
            if (("call", name) in banned && code ~ /^[ \t]*\(/ && before !~ /(\.|->)$/) {
                say(name "(): " banned["call", name])
            }
        }
    }
    END {
        if (!files) { print "no sources"; bad = 1 }
        exit bad
    }'
