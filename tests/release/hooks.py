#!/usr/bin/env python3
"""hooks.py PROGRAM: the hooks of .pre-commit-hooks.yaml as pre-commit runs them: `entry` with the files
of a commit that match `files`, and flatline on the PATH. A hook that fails, or changes a file, stops the commit."""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
KEYS = {"id", "name", "description", "entry", "language", "files", "require_serial"}


def run(hook, folder, program):
    files = sorted(path.name for path in folder.iterdir() if re.search(hook["files"], path.name))
    assert files, hook
    env = os.environ | {"PATH": f"{Path(program).resolve().parent}:{os.environ['PATH']}"}
    return subprocess.run(shlex.split(hook["entry"]) + files, cwd=folder, env=env, capture_output=True,
                          text=True)


def main():
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    for hook in hooks.values():
        assert {"id", "name", "entry", "language"} <= set(hook) <= KEYS, hook
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "notes.txt").write_text("no map\n")
        shutil.copy(ROOT / "tests/maps/square.wad", folder / "Square.WAD")
        done = run(hooks["flatline-check"], folder, sys.argv[1])
        assert done.returncode == 0 and "1 file" in done.stdout, done
        before = (folder / "Square.WAD").read_bytes()
        done = run(hooks["flatline-fix"], folder, sys.argv[1])
        assert done.returncode == 0 and (folder / "Square.WAD").read_bytes() == before, done
        shutil.copy(ROOT / "examples/maps/broken.textmap", folder)
        done = run(hooks["flatline-check"], folder, sys.argv[1])
        assert done.returncode == 1 and "vertex-missing-field" in done.stdout, done
    print("the hooks do what they should")


main()
