"""What several tests of the package share."""
import importlib.util
import json
import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MAPS = ROOT / "tests" / "maps"
CORPUS = ROOT.parent / "shared" / "corpus" / "open"
GAMES = pathlib.Path("/usr/share/games/doom")
TOOL = os.environ["FLATLINE_TOOL"]
SUFFIXES = {".wad", ".pk3", ".pk4", ".udmf", ".textmap", ".map", ".txt", ".zip", ".pk7"}


def needs_module(name, package):
    return unittest.skipIf(importlib.util.find_spec(name) is None, f"needs the package {package}")


def needs_file(path, reason):
    return unittest.skipUnless(path.exists(), reason)


def tool_json(*arguments):
    """The JSON Lines of a run of the program."""
    out = subprocess.run([TOOL, *map(str, arguments)], capture_output=True).stdout
    return [json.loads(line) for line in out.decode().splitlines()]


def dump(path, name=None):
    arguments = ["dump", path] + (["--map", name] if name else [])
    return tool_json(*arguments)[0]


def corpus_files():
    """Files of the open corpus: all with FLATLINE_FULL, else every 11th of at most 1 MB."""
    files = sorted(p for p in CORPUS.rglob("*") if p.is_file() and p.suffix.lower() in SUFFIXES)
    if os.environ.get("FLATLINE_FULL"):
        return files
    return [p for p in files if p.stat().st_size <= 1_000_000][::11]


def grid(columns, rows, fields=""):
    """The text of a map of columns by rows rooms, each a sector of its own."""
    lines = ['namespace = "zdoom";']
    for y in range(rows + 1):
        lines += [f"vertex {{ x = {x * 64}.0; y = {y * 64}.0; }}" for x in range(columns + 1)]
    side = 0
    for y in range(rows):
        for x in range(columns):
            a = y * (columns + 1) + x
            corners = [a, a + columns + 1, a + columns + 2, a + 1]
            for i in range(4):
                lines.append(f"linedef {{ v1 = {corners[i]}; v2 = {corners[(i + 1) % 4]}; "
                             f"sidefront = {side}; blocking = true; {fields}}}")
                lines.append(f"sidedef {{ sector = {y * columns + x}; "
                             'texturemiddle = "STARTAN2"; }')
                side += 1
            lines.append('sector { heightceiling = 128; texturefloor = "FLAT1"; '
                         'textureceiling = "FLAT1"; }')
            lines.append(f"thing {{ x = {x * 64 + 32}.0; y = {y * 64 + 32}.0; type = 1; }}")
    return "\n".join(lines) + "\n"
