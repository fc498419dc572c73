"""Findings equal those of `flatline check --json`, and exceptions carry them."""
import errno
import pathlib
import tempfile
import unittest

import flatline as fl
from support import CORPUS, GAMES, MAPS, corpus_files, needs_file, tool_json


class Findings(unittest.TestCase):
    def assert_equal_to_check(self, path, *resources):
        options = [word for r in resources for word in ("--resources", r)]
        told = [r for r in tool_json("check", "--json", *options, path) if "file" in r]
        wanted = {(r["file"], r["map"]): [] for r in told if r["type"] == "map"}
        about_file = []
        for row in told:
            if row["type"] != "finding":
                continue
            wanted[row["file"], row["map"]].append(row) if "map" in row else about_file.append(row)
        game = fl.Resources(resources) if resources else None
        try:
            file = fl.open(path, errors="yield")
        except fl.ArchiveError as error:
            self.assertEqual([f.to_json() for f in error.findings], about_file)
            return 0
        found, known = {}, file.findings
        for m in file:
            is_refused = isinstance(m, fl.MapError)
            findings = m.findings if is_refused else m.findings(game)
            found[m.file, m.map if is_refused else m.name] = [f.to_json() for f in findings]
        self.assertEqual(found, wanted)
        if wanted:
            self.assertEqual([f.to_json() for f in known], about_file)
        return sum(map(len, wanted.values()))

    def test_maps_of_the_tree(self):
        for path in sorted(MAPS.iterdir()):
            if path.suffix != ".md":
                self.assert_equal_to_check(path)

    @needs_file(CORPUS, "needs the open corpus")
    def test_maps_of_the_corpus(self):
        self.assertGreater(sum(map(self.assert_equal_to_check, corpus_files())), 300)

    @needs_file(GAMES / "freedm.wad", "needs the package freedm")
    def test_with_resources(self):
        wad = GAMES / "freedm.wad"
        self.assertGreater(self.assert_equal_to_check(wad, wad), 100)
        m = fl.open(wad)[0]
        self.assertEqual(m.findings(resources=str(wad)), m.findings(resources=[wad]))

    def test_elements_can_ask_for_silence(self):
        text = (MAPS / "no_player.textmap").read_text()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "quiet.textmap"
            path.write_text(text + '\nuser_flatline_ignore = "player-start-missing, no-rule";\n')
            self.assert_equal_to_check(path)
            rules = {f.rule for f in fl.open(path)[0].findings()}
        self.assertIn("ignore-unknown", rules)
        before = {f.rule for f in fl.open(MAPS / "no_player.textmap")[0].findings()}
        self.assertIn("player-start-missing", before)
        self.assertNotIn("player-start-missing", rules)

    def test_a_finding_is_a_value(self):
        findings = fl.open(MAPS / "no_player.textmap")[0].findings()
        self.assertEqual(findings, fl.open(MAPS / "no_player.textmap")[0].findings())
        first = findings[0]
        self.assertIn(f"[{first.rule}]", str(first))
        with self.assertRaises(AttributeError):
            first.rule = "other"


class Errors(unittest.TestCase):
    def test_a_missing_file(self):
        with self.assertRaises(FileNotFoundError) as caught:
            fl.open("no/such/file.wad")
        self.assertEqual((caught.exception.errno, caught.exception.filename,
                          caught.exception.findings), (errno.ENOENT, "no/such/file.wad", []))
        with self.assertRaises(FileNotFoundError):
            list(fl.load_many(["no/such/file.wad"]))
        with self.assertRaises(FileNotFoundError):
            fl.open(MAPS / "square.wad")[0].findings(resources="no/such/file.wad")

    def test_a_refused_map(self):
        with self.assertRaises(fl.MapError) as caught:
            list(fl.open(MAPS / "bad_index.textmap"))
        error = caught.exception
        self.assertIn("line-vertex-range", [f.rule for f in error.findings])
        self.assertIsInstance(error, fl.FlatlineError)
        self.assertEqual((pathlib.Path(error.file).name, error.map),
                         ("bad_index.textmap", "bad_index"))
        self.assertEqual(list(fl.open(MAPS / "bad_index.textmap", errors="skip")), [])
        [given] = fl.open(MAPS / "bad_index.textmap", errors="yield")
        self.assertEqual(given.findings, error.findings)

    def test_a_broken_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "broken.wad"
            path.write_bytes(b"PWAD" + b"\xff" * 8)
            with self.assertRaises(fl.ArchiveError) as caught:
                fl.open(path)
        self.assertTrue(caught.exception.findings)
        self.assertIn(caught.exception.findings[0].message, str(caught.exception))

    def test_names_and_numbers_of_maps(self):
        file = fl.open(MAPS / "square.wad")
        self.assertEqual((len(file), file.names), (1, ["MAP01"]))
        self.assertEqual(file["map01"].name, file[-1].name)
        for key in ("MAP99", 1, -2):
            with self.assertRaises((KeyError, IndexError)):
                file[key]
        with self.assertRaises(ValueError):
            fl.open(MAPS / "square.wad", errors="sometimes")
