"""The example draws a picture of freedoom's first map and of all its maps."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import GAMES, ROOT, needs_file, needs_module


class Example(unittest.TestCase):
    @needs_module("matplotlib", "python3-matplotlib")
    @needs_file(GAMES / "freedoom2.wad", "needs the package freedoom")
    def test_draw_maps(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "maps.png"
            done = subprocess.run(
                [sys.executable, ROOT / "examples/python/draw_maps.py",
                 GAMES / "freedoom2.wad", picture], capture_output=True, text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT / "tools/python"),
                     "MPLCONFIGDIR": folder})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"MAP01 and 32 maps, \d{5} lines")
            self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
            self.assertGreater(picture.stat().st_size, 10_000)
