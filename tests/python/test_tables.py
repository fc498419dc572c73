"""to_arrow against a reader of Arrow's C interface that shares no code with it; to_pandas."""
import ctypes as C
import gc
import pathlib
import tempfile
import unittest

import flatline as fl
from flatline import _frames
from support import GAMES, MAPS, needs_file, needs_module

# The reader: structs and rules from "The Arrow C data interface" and "The Arrow C stream
# interface", read with other types than the writer's.
Address = C.c_size_t


class CSchema(C.Structure):
    _fields_ = [("format", C.c_char_p), ("name", C.c_char_p), ("metadata", Address),
                ("flags", C.c_longlong), ("n_children", C.c_longlong), ("children", Address),
                ("dictionary", Address), ("release", Address), ("private", Address)]


class CArray(C.Structure):
    _fields_ = [(n, C.c_longlong) for n in ("length", "nulls", "offset", "n_buffers",
                                            "n_children")] + \
               [(n, Address) for n in ("buffers", "children", "dictionary", "release", "private")]


class CStream(C.Structure):
    _fields_ = [(n, Address) for n in ("get_schema", "get_next", "get_last_error", "release",
                                       "private")]


def call(address, *arguments, result=C.c_int):
    return C.CFUNCTYPE(result, *[Address] * len(arguments))(address)(*arguments)


def pointers(address, count):
    return list((Address * count).from_address(address)) if count else []


class Reader:
    """Columns by name, as lists with None; `moves` takes each child out of its parent first."""

    def __init__(self, table, moves=False):
        capsule = table.__arrow_c_stream__()
        get = C.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = Address, [C.py_object, C.c_char_p]
        # A consumer takes the struct and marks the capsule's as released.
        own = CStream.from_address(get(capsule, b"arrow_array_stream"))
        self.stream = CStream.from_buffer_copy(own)
        own.release = 0
        del capsule
        gc.collect()
        schema, self.columns, self.batches = CSchema(), {}, 0
        assert call(self.stream.get_schema, C.addressof(self.stream), C.addressof(schema)) == 0
        assert schema.format == b"+s" and schema.release
        children = [CSchema.from_address(p) for p in pointers(schema.children, schema.n_children)]
        self.formats = {c.name.decode(): (c.format, bool(c.flags & 2)) for c in children}
        while True:
            batch = CArray()
            assert call(self.stream.get_next, C.addressof(self.stream), C.addressof(batch)) == 0
            if not batch.release:
                break
            self.batches += 1
            assert batch.n_children == len(children) and batch.n_buffers == 1
            for kind, pointer in zip(children, pointers(batch.children, batch.n_children)):
                child = CArray.from_address(pointer)
                assert child.length == batch.length
                if moves:
                    child = CArray.from_buffer_copy(child)
                    CArray.from_address(pointer).release = 0
                self.columns.setdefault(kind.name.decode(), []).extend(self.values(kind, child))
                if moves:
                    call(child.release, C.addressof(child), result=None)
                    assert child.release == 0
            call(batch.release, C.addressof(batch), result=None)
            assert batch.release == 0
        call(schema.release, C.addressof(schema), result=None)
        call(self.stream.release, C.addressof(self.stream), result=None)
        assert self.stream.release == 0 and schema.release == 0

    def values(self, kind, array):
        count, buffers = array.length, pointers(array.buffers, array.n_buffers)
        assert array.offset == 0 and all(b % 8 == 0 for b in buffers)

        def bits(address):
            return [C.c_ubyte.from_address(address + i // 8).value >> i % 8 & 1
                    for i in range(count)]
        valid = bits(buffers[0]) if buffers[0] else [1] * count
        assert array.nulls == valid.count(0)
        assert not array.nulls or kind.flags & 2
        if kind.dictionary:
            names = self.values(CSchema.from_address(kind.dictionary),
                                CArray.from_address(array.dictionary))
            out = [names[i] for i in (C.c_int * count).from_address(buffers[1])] if count else []
        elif kind.format == b"u":
            ends = (C.c_int * (count + 1)).from_address(buffers[1])
            out = [C.string_at(buffers[2] + ends[i], ends[i + 1] - ends[i]).decode()
                   for i in range(count)]
        elif kind.format == b"b":
            out = [bool(b) for b in bits(buffers[1])]
        else:
            number = {b"i": C.c_int, b"g": C.c_double, b"l": C.c_longlong}[kind.format]
            out = list((number * count).from_address(buffers[1])) if count else []
        return [v if ok else None for v, ok in zip(out, valid)]


def wanted_of(column):
    values = column.values.tolist()
    if column.categories is not None:
        values = [column.categories[v] for v in values]
    given = [True] * len(values) if column.mask is None else column.mask.tolist()
    return [v if g else None for v, g in zip(values, given)]


class Arrow(unittest.TestCase):
    KINDS = ("vertices", "linedefs", "sidedefs", "sectors", "things", "segs", "subsectors",
             "nodes")

    def assert_read(self, m, kinds):
        for kind in kinds:
            for moves in (False, True):
                reader = Reader(m.to_arrow(kind), moves)
                frame = m._frame(kind)
                self.assertEqual(list(reader.formats), list(frame))
                self.assertEqual(reader.batches, 1)
                for name, column in frame.items():
                    self.assertEqual(reader.columns[name], wanted_of(column), (kind, name))
        self.assertEqual(_frames._held, {}, "all that was given is released")
        self.assertEqual(_frames._structs, {})

    def test_every_kind_and_every_type(self):
        text = (MAPS / "every_kind.textmap").read_text()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "map.textmap"
            path.write_text(text)
            self.assert_read(fl.open(path)[0], self.KINDS)

    def test_no_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "map.textmap"
            path.write_text('namespace = "zdoom";')
            self.assert_read(fl.open(path)[0], self.KINDS[:5])

    def test_gaps_and_other_letters(self):
        text = (MAPS / "square.textmap").read_text() + \
            'thing { x = 1; y = 2; type = 9001; comment = "\u00e4\u4e16"; score = 7; }\n'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "map.textmap"
            path.write_text(text.replace('"doom"', '"zdoom"'), encoding="utf-8")
            m = fl.open(path)[0]
            self.assert_read(m, ["things"])
            reader = Reader(m.to_arrow("things"))
            self.assertEqual(reader.columns["comment"][-2:], ["", "\u00e4\u4e16"])
            self.assertEqual(reader.columns["score"][-2:], [None, 7])
            self.assertEqual(reader.formats["score"], (b"i", True))

    @needs_file(GAMES / "freedoom1.wad", "needs the package freedoom")
    def test_a_map_of_freedoom(self):
        m = fl.open(GAMES / "freedoom1.wad")[0]
        self.assert_read(m, ["linedefs", "sidedefs"])
        reader = Reader(m.to_arrow())
        self.assertEqual(reader.columns["v1"], m.linedefs["v1"].tolist())
        self.assertIn(-1, reader.columns["sideback"])

    def test_a_capsule_that_nobody_takes(self):
        for _ in range(100):
            capsule = fl.open(MAPS / "square.wad")[0].to_arrow().__arrow_c_stream__()
            self.assertIn("arrow_array_stream", repr(capsule))
            del capsule
        self.assertEqual((_frames._held, _frames._structs), ({}, {}))

    def test_what_was_given_outlives_map_and_stream(self):
        import numpy as np
        m = fl.open(MAPS / "square.wad")[0]
        wanted = np.array(m.vertices["x"]).tolist()
        table = m.to_arrow("vertices")
        del m
        gc.collect()
        self.assertEqual(Reader(table).columns["x"], wanted)


@needs_module("pandas", "python3-pandas")
class Pandas(unittest.TestCase):
    def test_equal_to_arrow(self):
        m = fl.open(MAPS / "every_kind.textmap")[0]
        for kind in Arrow.KINDS[:5]:
            frame, reader = m.to_pandas(kind), Reader(m.to_arrow(kind))
            self.assertEqual(list(frame.columns), list(reader.columns))
            for name, values in reader.columns.items():
                got = [None if repr(v) in ("<NA>", "nan") else v for v in frame[name].tolist()]
                self.assertEqual(got, values, (kind, name))

    def test_types(self):
        frame = fl.open(MAPS / "square.wad")[0].to_pandas("linedefs")
        self.assertEqual(str(frame["blocking"].dtype), "bool")
        self.assertEqual(str(frame["sideback"].dtype), "int32")
        self.assertEqual(frame["sideback"].min(), -1)
