#!/usr/bin/env python3
"""tests/checks/tidy.py BUILD [--all] [--write] [--minutes N]: clang-tidy 14 over engine and program.

Checks the sources that differ from the last release, or all of them; exit 1 for any warning. BUILD
holds compile_commands.json. tidy_base.txt beside this file lists the sums of files as they were when
clang-tidy last had nothing to report, so a clone needs no history. A header or table that differs
is checked through a source that includes it, a public C++ header by itself as C++17. --write, at a
release, lists what is good now; a run that was interrupted continues. With --minutes it begins no
group of sources after N minutes, and says how many are left. Exit 77: nothing differs.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = "engine/include"
BASE = pathlib.Path(__file__).resolve().parent / "tidy_base.txt"
RULES = ".clang-tidy"
# So many sources are one text for clang-tidy, which spends most of its time on their headers.
TOGETHER = 24


def sums_now():
    """The sum of each file that decides what clang-tidy says, by its path."""
    files = [ROOT / RULES]
    for folder in ("engine", "tools"):
        files += [f for f in (ROOT / folder).rglob("*") if f.suffix in (".cpp", ".hpp", ".h", ".inc")]
    return {
        str(f.relative_to(ROOT)): hashlib.sha256(f.read_bytes()).hexdigest() for f in sorted(files)
    }


def read_base():
    if not BASE.exists():
        return None
    lines = [line.split() for line in BASE.read_text().splitlines() if not line.startswith("#")]
    return {path: total for total, path in lines}


def commands_of(build):
    """By path: the folder and the words of the command that compiles the source."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(os.path.join(entry["directory"], entry["file"])).resolve()
        paths = [path]
        if path.parent.name == "Unity":  # made by CMake: a line for each source
            lines = path.read_text()
            paths = [pathlib.Path(name) for name in re.findall(r'^#include "(.+)"', lines, re.M)]
        words = shlex.split(entry["command"])
        for option in ("-c", "-o"):
            if option in words:
                del words[words.index(option) : words.index(option) + 2]
        for path in paths:
            if path.is_relative_to(ROOT):
                commands[str(path.relative_to(ROOT))] = (entry["directory"], words)
    return commands


def is_public(path):
    """Whether it is a C++ header that a host includes. No source of the engine includes those."""
    return path.startswith(INCLUDE + "/") and path.endswith(".hpp")


def sources_for(changed, sources):
    """The sources among `changed`, and for each other file a source that includes it."""
    includes = collections.defaultdict(set)  # the name in the line: who says it
    for folder in ("engine", "tools"):
        for f in (ROOT / folder).rglob("*"):
            if f.suffix in (".cpp", ".hpp", ".h", ".inc"):
                for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', f.read_text(), re.M):
                    includes[name.split("/")[-1]].add((str(f.relative_to(ROOT)), name))

    def includers(path):
        return sorted(
            who for who, name in includes[path.split("/")[-1]] if path.endswith("/" + name)
        )

    chosen, without = set(), []
    for path in changed:
        if is_public(path):
            continue
        seen, wave = {path}, [path]
        while wave and not any(p in sources for p in wave):
            wave = [p for one in wave for p in includers(one) if p not in seen]
            seen.update(wave)
        found = [p for p in wave if p in sources]
        if found:
            # Its own source where it has one.
            stem = pathlib.PurePath(path).stem
            chosen.add(min(found, key=lambda p: (pathlib.PurePath(p).stem != stem, p)))
        else:
            without.append(path)
    return sorted(chosen), without


def groups_of(chosen, commands):
    """Sources of one folder that are compiled alike, some at a time."""
    alike = collections.defaultdict(list)
    for path in chosen:
        directory, words = commands[path]
        alike[os.path.dirname(path), directory, tuple(words)].append(path)
    for (_, directory, words), paths in alike.items():
        count = -(-len(paths) // TOGETHER)
        for i in range(count):
            yield directory, words, paths[i::count]


def call_tidy(folder, directory, words, unit):
    database = [{"directory": directory, "arguments": [*words, "-c", str(unit)], "file": str(unit)}]
    (pathlib.Path(folder) / "compile_commands.json").write_text(json.dumps(database))
    return subprocess.run(
        ["clang-tidy-14", "--quiet", "--warnings-as-errors=*", "-p", folder, str(unit)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )


def run_on_header(path):
    """What clang-tidy says of a public header by itself, and whether it is content."""
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / "unit.cpp"
        unit.write_text(f'#include "{os.path.relpath(path, INCLUDE)}"\n')
        os.symlink(ROOT / RULES, pathlib.Path(folder) / RULES)
        words = ["clang++", "-std=c++17", "-I", str(ROOT / INCLUDE)]
        run = call_tidy(folder, str(ROOT), words, unit)
    said = re.sub(r"^\d+ warnings? (generated|treated as errors?).*\n", "", run.stdout, flags=re.M)
    return said.replace(f"{ROOT}/", ""), [path] if run.returncode == 0 else []


def run_tidy(directory, words, paths):
    """What clang-tidy says of the paths as one text, with their own names and lines; and whether it
    is content."""
    with tempfile.TemporaryDirectory() as folder:
        unit, starts, text = pathlib.Path(folder) / "unit.cpp", [], ""
        for path in paths:
            starts.append((text.count("\n"), path))
            text += (ROOT / path).read_text()
        unit.write_text(text)
        # clang-tidy looks for its rules above the file.
        os.symlink(ROOT / RULES, pathlib.Path(folder) / RULES)
        own = ROOT / os.path.dirname(paths[0])
        run = call_tidy(folder, directory, [*words, "-iquote", str(own)], unit)

    def place(match):
        line = int(match[1])
        start, path = max(pair for pair in starts if pair[0] < line)
        return f"{path}:{line - start}"

    said = re.sub(re.escape(str(unit)) + r":(\d+)", place, run.stdout)
    # How many warnings of foreign headers were left out.
    said = re.sub(r"^\d+ warnings? (generated|treated as errors?).*\n", "", said, flags=re.M)
    return said, run.returncode == 0


def look_at(directory, words, paths):
    said, content = run_tidy(directory, words, paths)
    if content or len(paths) == 1:
        return said, [] if not content else paths
    # Together they may not compile: a name may stand for two things. Halves find the files that
    # clang-tidy has something to say of in few runs.
    half = len(paths) // 2
    results = [look_at(directory, words, part) for part in (paths[:half], paths[half:])]
    return "".join(said for said, _ in results), [p for _, good in results for p in good]


def write_base(sums):
    head = "# Sums of files that clang-tidy has nothing to say of: tests/checks/tidy.py BUILD --write\n"
    BASE.write_text(head + "".join(f"{total} {path}\n" for path, total in sorted(sums.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    sums, base, commands = sums_now(), read_base(), commands_of(options.build)
    sources = {path for path in commands if path in sums and path.endswith(".cpp")}
    if not sources:
        sys.exit(f"{options.build}: compiles no source of this tree")
    changed = [path for path in sums if (base or {}).get(path) != sums[path]]
    if options.all or base is None or RULES in changed:
        why = "all" if options.all else "no tidy_base.txt" if base is None else RULES + " differs"
        chosen, without = sorted(sources), []
        headers = sorted(path for path in sums if is_public(path))
    else:
        why = f"{len(changed)} files differ from the last release (tidy_base.txt)"
        chosen, without = sources_for(changed, sources)
        headers = sorted(path for path in changed if is_public(path))
    for path in without:
        print(f"not in this build: {path}")
    also = f" and {len(headers)} public headers" if headers else ""
    print(f"{len(chosen)} of {len(sources)} sources{also}: {why}", flush=True)
    if not chosen and not headers:
        print("skipped: checks.tidy: needs a file that differs from the last release")
        return 77
    content, left = set(), 0
    good_sums = {} if options.all or base is None or RULES in changed else {
        path: total for path, total in base.items() if sums.get(path) == total
    }
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = itertools.chain(
            pool.map(run_on_header, headers),
            pool.map(
                lambda g: look_at(*g) if time.monotonic() < end else len(g[2]),
                groups_of(chosen, commands),
            ),
        )
        for result in results:
            if isinstance(result, int):
                left += result
                continue
            said, good = result
            print(said, end="", flush=True)
            content.update(good)
            good_sums.update({path: sums[path] for path in good} | {RULES: sums[RULES]})
            if options.write:
                write_base(good_sums)
    if left:
        print(f"{left} sources are left: tests/checks/tidy.py BUILD --write looks at all")
    wanted = len(chosen) + len(headers) - left
    if options.write and not left and len(content) == wanted:
        # Headers and tables are good where all that include them are; files of other systems are
        # never looked at.
        write_base(sums)
    return int(len(content) != wanted)


if __name__ == "__main__":
    sys.exit(main())
