"""tools/build-python makes a wheel that installs and loads in a fresh environment."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

from support import ROOT, needs_module


@needs_module("ensurepip", "python3-venv")
class Wheel(unittest.TestCase):
    def test_wheel(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, ROOT / "tools/build-python", "--library",
                 os.environ["FLATLINE_LIBRARY"], "-o", folder], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("from the wheel loads MAP01: 4 linedefs", done.stdout)
            [wheel] = pathlib.Path(folder).glob("*.whl")
            self.assertRegex(wheel.name, r"^flatline-[0-9.]+-py3-none-(linux|macosx|win).*\.whl$")
            names = zipfile.ZipFile(wheel).namelist()
        for name in ("flatline/py.typed", "flatline/lib/libflatline.so",
                     "flatline/lib/libflatline_physfs.so", "flatline/lib/libphysfs.so.1"):
            self.assertIn(name, names)
