"""Arrays equal what `flatline dump` prints, without a copy and read only."""
import unittest

import numpy as np

import flatline as fl
from support import CORPUS, GAMES, MAPS, corpus_files, dump, needs_file, tool_json


def plain(value):
    return value.item() if isinstance(value, np.generic) else value


class Arrays(unittest.TestCase):
    def assert_frame(self, m, kind, rows):
        """Every member of every element of a dump, by the table and by columns()."""
        frame, columns = m._frame(kind), m.columns(kind)
        for name, column in frame.items():
            values = column.values if column.categories is None else \
                np.array(column.categories, dtype=object)[column.values]
            by_name, _ = columns[name]
            for i, row in enumerate(rows):
                where = (m.file, m.name, kind, i, name)
                if column.mask is None or column.mask[i]:
                    wanted = row[name]
                    if name == "moreids":
                        self.assertEqual(by_name[i], tuple(wanted), where)
                        self.assertEqual(values[i], " ".join(map(str, wanted)), where)
                    else:
                        self.assertEqual(plain(values[i]), wanted, where)
                        self.assertEqual(plain(by_name[i]), wanted, where)
                else:
                    self.assertNotIn(name, row, where)
        for i, row in enumerate(rows):
            self.assertLessEqual(set(row), set(frame), (m.file, m.name, kind, i))

    def assert_equal_to_dump(self, path, m):
        told = dump(path, m.name)
        self.assertEqual((m.format, m.namespace), (told["format"], told["namespace"]))
        for kind in ("vertices", "linedefs", "sidedefs", "sectors", "things"):
            self.assertEqual(len(m.rows_of(kind)), told["counts"][kind])
            self.assert_frame(m, kind, told[kind])
        self.assertEqual([list(map(int, lines)) for lines in m.sector_lines],
                         told["sector_lines"])
        np.testing.assert_array_equal(m.planes.floor,
                                      np.array(told["floor_planes"]).reshape(-1, 4))
        np.testing.assert_array_equal(m.planes.ceiling,
                                      np.array(told["ceiling_planes"]).reshape(-1, 4))
        self.assert_nodes(m, told["nodes"])
        self.assert_blockmap(m.blockmap(), told["blockmap"])

    def assert_nodes(self, m, told):
        nodes = m.nodes(build=False)
        self.assertEqual(nodes is None, told is None)
        if nodes is None:
            return
        self.assertEqual(nodes.format, told["format"])
        self.assertEqual(nodes.vertices.tolist(), [tuple(v) for v in told["new_vertices"]])
        for kind in ("segs", "subsectors"):
            rows = m._frame(kind)
            self.assertEqual([{n: int(c.values[i]) for n, c in rows.items()}
                              for i in range(len(getattr(nodes, kind)))],
                             [{n: row[n] for n in rows} for row in told[kind]])
        frame = m._frame("nodes")
        for i, row in enumerate(told["nodes"]):
            self.assertEqual([int(frame[s].values[i]) for s in ("right", "left")],
                             row["children"])
            self.assertEqual([[float(frame[f"{s}_{e}"].values[i])
                               for e in ("top", "bottom", "left", "right")]
                              for s in ("right", "left")], row["bbox"])

    def assert_blockmap(self, b, told):
        self.assertEqual(b is None, told is None)
        if b is None:
            return
        self.assertEqual([*b.origin, b.columns, b.rows, "lump" if b.from_lump else "built"],
                         [*told["origin"], told["columns"], told["rows"], told["source"]])
        cells = [b.cell(i % b.columns, i // b.columns).tolist()
                 for i in range(b.columns * b.rows)]
        self.assertEqual(cells, told["cells"])

    def test_maps_of_the_tree(self):
        for name in ("square.wad", "every_kind.textmap", "slopes.textmap", "square.textmap"):
            for m in fl.open(MAPS / name):
                self.assert_equal_to_dump(MAPS / name, m)

    @needs_file(CORPUS, "needs the open corpus")
    def test_maps_of_the_corpus(self):
        seen = set()
        for path in corpus_files():
            try:
                maps = list(fl.open(path, errors="skip"))
            except fl.ArchiveError:
                continue
            for m in maps[:2]:
                seen.add(m.format)
                if m.format != "doom3":
                    self.assert_equal_to_dump(path, m)
        self.assertGreaterEqual(seen, {"udmf", "doom", "doom3"})

    @needs_file(GAMES / "freedoom1.wad", "needs the package freedoom")
    def test_a_map_of_freedoom(self):
        self.assert_equal_to_dump(GAMES / "freedoom1.wad",
                                  fl.open(GAMES / "freedoom1.wad")["e1m1"])

    def test_views_are_read_only_and_no_copies(self):
        m = fl.open(MAPS / "square.wad")[0]
        first = m.linedefs
        self.assertEqual(first.ctypes.data, m.linedefs.ctypes.data)
        self.assertEqual(first.ctypes.data, m._arrays.linedefs)
        self.assertFalse(first.flags.owndata)
        for array in (first, m.vertices["x"], m.sector_lines[0], m.blockmap().lines):
            with self.assertRaises(ValueError):
                array[0] = array[0]
            with self.assertRaises(ValueError):
                array.flags.writeable = True

    def test_columns(self):
        text = ('namespace = "zdoom"; linedef { v1 = 0; v2 = 1; sidefront = 0; alpha = 0.25; '
                'user_x = 7; } linedef { v1 = 1; v2 = 0; sidefront = 0; moreids = "3 4"; }'
                'vertex { x = 0; y = 0; } vertex { x = 64; y = 0; } sidedef { sector = 0; } '
                'sector { texturefloor = "A"; textureceiling = "B"; } ')
        m = load(self, text)
        columns = m.columns("linedef")
        self.assertEqual(sorted(columns), ["alpha", "moreids"])
        values, mask = columns["alpha"]
        self.assertEqual((values.tolist(), mask.tolist()), ([0.25, 1.0], [True, False]))
        self.assertEqual(columns["moreids"][0].tolist(), [(), (3, 4)])
        self.assertEqual(columns["renderstyle"][1].tolist(), [False, False])
        self.assertEqual(columns["special"][1].tolist(), [False, False])
        self.assertEqual(columns["v1"][1].tolist(), [True, True])
        self.assertEqual(m.columns("sectors")["texturefloor"][0].tolist(), ["A"])
        self.assertEqual(m.unknown("linedef"), [(0, "user_x", 7)])
        with self.assertRaises(KeyError):
            columns["no_such_field"]
        with self.assertRaises(ValueError):
            m.columns("no such kind")

    def test_nodes_are_built_where_there_are_none(self):
        m = fl.open(MAPS / "square.textmap")[0]
        self.assertIsNone(m.nodes(build=False))
        nodes = m.nodes()
        self.assertTrue(nodes.is_built)
        self.assertEqual((len(nodes.subsectors), len(nodes.segs)), (1, 4))

    def test_a_tree_without_any_line_is_an_error_with_findings(self):
        m = load(self, 'namespace = "doom";')
        with self.assertRaises(fl.FlatlineError) as caught:
            m.nodes()
        self.assertTrue(caught.exception.findings)
        self.assertEqual((len(m.linedefs), len(m.sector_lines), len(m.planes.floor)), (0, 0, 0))

    @needs_file(CORPUS, "needs the open corpus")
    def test_a_map_of_doom_3(self):
        path = next(p for p in sorted(CORPUS.rglob("*.map"))
                    if any(r.get("format") == "doom3" and r["status"] == "ok"
                           for r in tool_json("info", "--json", p) if r["type"] == "map"))
        m, told = fl.open(path)[0], dump(path)
        self.assertEqual((m.format, m.version), ("doom3", told["version"]))
        self.assertEqual([[list(pair) for pair in m.keys(i)] for i in range(len(m.entities))],
                         [e["keys"] for e in told["entities"]])
        sides = [s for e in told["entities"] for b in e["brushes"] for s in b["sides"]]
        self.assertEqual([list(p) for p in m.sides["plane"].tolist()],
                         [s["plane"] for s in sides])
        self.assertEqual([m.materials[i] for i in m.sides["material"]],
                         [s["material"] for s in sides])
        self.assertEqual(m._frame("entities")["classname"].values.tolist(),
                         [dict(e["keys"])["classname"] for e in told["entities"]])


def load(test, text):
    import pathlib
    import tempfile
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    path = pathlib.Path(folder.name) / "map.textmap"
    path.write_text(text)
    return fl.open(path)[0]
