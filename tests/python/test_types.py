"""The package is typed: mypy --strict finds nothing in it, and something in wrong use of it."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import ROOT, needs_module

USE = """
import flatline as fl
for m in fl.open("a.wad"):
    if isinstance(m, fl.Map):
        rule: str = m.findings()[0].rule
        xs = m.vertices["x"]
        values, mask = m.columns("linedef")["alpha"]
for m in fl.load_many(["a.wad"], jobs=2):
    name: str = m.name
"""


@needs_module("mypy", "mypy")
class Types(unittest.TestCase):
    def mypy(self, *arguments):
        return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir",
                               self.cache, *map(str, arguments)], capture_output=True, text=True,
                              env={**os.environ, "MYPYPATH": str(ROOT / "tools/python")})

    def test_package_and_use(self):
        with tempfile.TemporaryDirectory() as folder:
            self.cache = str(pathlib.Path(folder) / "cache")
            good, bad = pathlib.Path(folder) / "good.py", pathlib.Path(folder) / "bad.py"
            good.write_text(USE)
            bad.write_text(USE.replace("rule: str", "rule: int"))
            package = ROOT / "tools/python/flatline"
            for version in ("3.9", "3.11"):
                done = self.mypy("--python-version", version, package, good)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = self.mypy(bad)
            self.assertIn("Incompatible types in assignment", done.stdout)
        self.assertTrue((package / "py.typed").exists())
