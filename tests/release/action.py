#!/usr/bin/env python3
"""action.py FOLDER: runs the steps of action.yml as GitHub's runner does, with the release in FOLDER.

The runner's part is small: it fills in ${{ }}, sets env and runs each `run` by its shell; actions of
others (the cache) are left out, as if the cache were empty. Tried are a map that is fine, one that is
not, the same with a baseline, and a wrong hash.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
VERSION = re.search(r'VERSION_STRING "(.*)"', (ROOT / "engine/include/flatline/version.h").read_text())[1]
SHELLS = {"bash": ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c"]}


def value_of(expression, known):
    """`a.b`, perhaps with `|| ...` after it: the first that is not empty."""
    for part in expression.split("||"):
        part = part.strip()
        call = re.fullmatch(r"format\('(.*)', (.*)\)", part)
        if call:
            words = [value_of(word, known) for word in call[2].split(", ")]
            return re.sub(r"\{(\d)\}", lambda m: words[int(m[1])], call[1])
        value = known[part]
        if value:
            return value
    return ""


def filled(text, known):
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda m: value_of(m[1], known), str(text))


def run(action, given, folder, temp):
    """The exit code of the first step that fails, or 0; and what was printed."""
    known = {f"inputs.{name}": str(given.get(name, entry.get("default", "")))
             for name, entry in action["inputs"].items()}
    missing = [name for name, entry in action["inputs"].items()
               if entry.get("required") and name not in given]
    assert not missing, missing
    known |= {"runner.temp": str(temp), "github.server_url": "https://example.invalid",
              "github.action_repository": "owner/flatline"}
    printed = ""
    for step in action["runs"]["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"[\w.-]+/[\w./-]+@v\d+", step["uses"]), step
            continue
        output = temp / "output"
        output.write_text("")
        env = {"PATH": os.environ["PATH"], "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_ACTIONS": "true",
               "GITHUB_OUTPUT": str(output)}
        env |= {name: filled(value, known) for name, value in step.get("env", {}).items()}
        done = subprocess.run(SHELLS[step["shell"]] + [filled(step["run"], known)], cwd=folder, env=env,
                              capture_output=True, text=True)
        printed += done.stdout + done.stderr
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            known[f"steps.{step['id']}.outputs.{name}"] = value
        if done.returncode:
            return done.returncode, printed, known
    return 0, printed, known


def main():
    release = Path(sys.argv[1]).resolve()
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert action["inputs"]["version"]["default"] == VERSION, "action.yml has another version"
    archive = release / f"flatline-{VERSION}-linux-{os.uname().machine}.tar.gz"
    right = {"sha256": hashlib.sha256(archive.read_bytes()).hexdigest(), "url": f"file://{release}"}
    with tempfile.TemporaryDirectory() as place:
        temp, folder = Path(place) / "temp", Path(place) / "checkout"
        temp.mkdir()
        folder.mkdir()
        code, printed, known = run(action, right | {"sha256": "0" * 64}, folder, temp)
        assert code == 1 and "another SHA-256" in printed, printed

        shutil.copy(ROOT / "tests/maps/square.textmap", folder)
        code, printed, known = run(action, right, folder, temp)
        assert code == 0, printed
        assert filled(action["outputs"]["sarif"]["value"], known) == "flatline.sarif"
        assert '"2.1.0"' in (folder / "flatline.sarif").read_text()

        # From here on the program is there, so nothing is fetched.
        gone = right | {"url": "file:///nowhere"}
        shutil.copy(ROOT / "examples/maps/broken.textmap", folder / "a b.textmap")
        code, printed, known = run(action, gone | {"paths": "square.textmap\na b.textmap\n"}, folder, temp)
        assert code == 1 and "::error file=a b.textmap,line=3" in printed, printed
        program = next(temp.glob("flatline-*/flatline"))
        subprocess.run([program, "check", ".", "--write-baseline", "known.tsv"], cwd=folder, check=True,
                       capture_output=True)
        code, printed, known = run(action, gone | {"baseline": "known.tsv"}, folder, temp)
        assert code == 0 and " suppressed" in printed, printed
        code, printed, known = run(action, gone | {"arguments": "--no-such-option"}, folder, temp)
        assert code == 2, printed
    print("the steps of action.yml do what they should")


main()
