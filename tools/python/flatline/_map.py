"""Maps of UDMF, Doom and Hexen."""
from __future__ import annotations

import ctypes as C
from dataclasses import dataclass
from typing import (TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple,
                    Optional, Tuple, Union)

import numpy as np

from . import _c, _findings, _frames, _memory
from ._c import lib
from ._errors import FlatlineError
from ._findings import Finding, Subject

if TYPE_CHECKING:
    import os

    from ._archive import File, Resources

Array = np.ndarray[Any, Any]

_KINDS = {"vertex": _c.VERTEX, "linedef": _c.LINEDEF, "sidedef": _c.SIDEDEF, "sector": _c.SECTOR,
          "thing": _c.THING}
_PLURALS = {"vertices": "vertex", "linedefs": "linedef", "sidedefs": "sidedef",
            "sectors": "sector", "things": "thing"}


def _kind_of(name: str) -> int:
    kind = _KINDS.get(_PLURALS.get(name, name))
    if kind is None:
        raise ValueError(f"{name!r} is no kind of elements: {', '.join(_PLURALS)}")
    return kind


class Planes(NamedTuple):
    """Planes of sectors, each of shape (sectors, 4): a, b, c, d with a x + b y + c z + d = 0 in map
    units. (a, b, c) has length 1; c > 0 for floors, c < 0 for ceilings."""

    floor: Array
    ceiling: Array


class Lists:
    """A list of lists in two arrays: list i is values[rows[i]:rows[i + 1]].

    rows: (lists + 1,) uint32; values: (values,) uint32. `lists[i]` is a view."""

    def __init__(self, rows: Array, values: Array) -> None:
        self.rows, self.values = rows, values

    def __len__(self) -> int:
        return max(0, len(self.rows) - 1)

    def __getitem__(self, index: int) -> Array:
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        return self.values[self.rows[index]:self.rows[index + 1]]

    def __iter__(self) -> Iterator[Array]:
        return (self[i] for i in range(len(self)))


@dataclass(frozen=True)
class Nodes:
    """A tree of nodes that Flatline verified. The root is the last node.

    vertices: (new,) x and y in map units; vertex i of a seg is the map's below `original_vertices`,
    else vertices[i - original_vertices]. segs: (segs,) v1, v2, partner, linedef, side, where
    0xFFFFFFFF is none. subsectors: (subsectors,) first, count, sector. nodes: (nodes,) x, y, dx, dy,
    bbox (2, 4) as top, bottom, left, right, and children, where bit 31 marks a subsector."""

    format: str
    original_vertices: int
    depth: int
    vertices: Array
    segs: Array
    subsectors: Array
    nodes: Array

    @property
    def is_built(self) -> bool:
        """True where the map has no usable nodes, so that Flatline built these."""
        return self.format == "built"


@dataclass(frozen=True)
class Blockmap:
    """Which lines meet which cell of 128 by 128 map units.

    origin: the lower left corner of cell 0. cells: (rows * columns,) first and count into `lines`,
    row by row from the lowest y. from_lump: read from BLOCKMAP, else built."""

    origin: Tuple[float, float]
    columns: int
    rows: int
    from_lump: bool
    cells: Array
    lines: Array

    def cell(self, column: int, row: int) -> Array:
        """The lines of one cell."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise IndexError((column, row))
        cell = self.cells[row * self.columns + column]
        return self.lines[cell["first"]:cell["first"] + cell["count"]]


class Columns(Mapping[str, Tuple[Array, Array]]):
    """Fields of one kind of elements by name: (values, mask), both of shape (elements,). The mask
    is true where the element gives the field; elsewhere the value is the field's default (NaN, 0
    or "" where it has none). Iterates over the fields beyond the standard ones that the map uses;
    every field of the map's dialect can be asked for."""

    def __init__(self, map: Map, kind: int) -> None:
        self._map, self._kind = map, kind

    def __iter__(self) -> Iterator[str]:
        for column in self._map._columns_of(self._kind):
            yield lib.field_name(column.field).decode()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, name: str) -> Tuple[Array, Array]:
        row = self._map._field(self._kind, name)
        if row is None:
            raise KeyError(name)
        return self._map._values_of(self._kind, *row)


class Map:
    """A map of UDMF or of binary lumps. It never changes; any thread may read it.

    The arrays of elements are read-only views of the library's memory, without a copy, in the order
    of the map; each keeps that memory, also without the map. Their members are those of
    flatline/types.h: indices are uint32, 0xFFFFFFFF is none, textures are numbers of `names`.
    """

    def __init__(self, file: File, index: int, handle: _memory.Handle) -> None:
        self._file, self._index, self._handle = file, index, handle
        self._whole: Optional[_memory.Handle] = None
        pointer = handle.pointer
        self._arrays = lib.map_arrays(pointer).contents
        self.file: str = file.path_of(index)
        self.name: str = file.names[index]
        #: "udmf", "doom" or "hexen".
        self.format: str = _c.FORMATS[lib.map_format(pointer)]
        #: In lower case, "" where the map has none.
        self.namespace: str = _memory.text(_memory.sized_call(lib.map_namespace, pointer))
        #: The table of fields that it was read with: "zdoom", "udmf11", ...
        self.dialect: str = lib.map_dialect(pointer).decode()

    def __repr__(self) -> str:
        return (f"<flatline.Map {self.file}:{self.name}, {self.format}, "
                f"{len(self.linedefs)} linedefs, {len(self.things)} things>")

    def _view(self, address: Optional[int], count: int, struct: Any) -> Array:
        return _memory.view(self._handle, address, count, struct)

    # ---- Elements

    @property
    def vertices(self) -> Array:
        """(vertices,): x, y in map units, float64."""
        return self._view(self._arrays.vertices, self._arrays.vertex_count, _c.flatline_vertex)

    @property
    def linedefs(self) -> Array:
        """(linedefs,): v1, v2, sidefront, sideback, id, special, arg (5,), flags (bits of
        FLATLINE_LINE_*)."""
        return self._view(self._arrays.linedefs, self._arrays.linedef_count, _c.flatline_linedef)

    @property
    def sidedefs(self) -> Array:
        """(sidedefs,): offsetx, offsety in texture pixels, texturetop, texturebottom,
        texturemiddle (numbers of `names`), sector."""
        return self._view(self._arrays.sidedefs, self._arrays.sidedef_count, _c.flatline_sidedef)

    @property
    def sectors(self) -> Array:
        """(sectors,): heightfloor, heightceiling in map units, texturefloor, textureceiling
        (numbers of `names`), lightlevel, special, id."""
        return self._view(self._arrays.sectors, self._arrays.sector_count, _c.flatline_sector)

    @property
    def things(self) -> Array:
        """(things,): x, y, height in map units, id, angle in degrees, type, special, arg (5,),
        flags (bits of FLATLINE_THING_*)."""
        return self._view(self._arrays.things, self._arrays.thing_count, _c.flatline_thing)

    @property
    def names(self) -> List[str]:
        """Names of textures and flats, by the number that sides and sectors have; 0 is "-"."""
        return [_memory.text(_memory.sized_call(lib.map_name, self._handle.pointer, i))
                for i in range(self._arrays.name_count)]

    def names_of(self, numbers: Array) -> Array:
        """The names of an array of numbers, such as m.sidedefs["texturemiddle"], as strings."""
        return np.array(self.names, dtype=object)[numbers]

    def rows_of(self, kind: str) -> Array:
        """The array of a kind of elements: "vertices", "linedef", ..."""
        singular = {number: name for name, number in _KINDS.items()}[_kind_of(kind)]
        plural = {name: plural for plural, name in _PLURALS.items()}[singular]
        return getattr(self, plural)  # type: ignore[no-any-return]

    # ---- Fields

    def columns(self, kind: str) -> Columns:
        """Fields of a kind of elements, see Columns: m.columns("linedef")["alpha"]."""
        return Columns(self, _kind_of(kind))

    def _columns_of(self, kind: int) -> List[Any]:
        a = self._arrays
        return [c for c in _memory.structs(a.columns, a.column_count, _c.flatline_column)
                if c.element == kind]

    def _field(self, kind: int, name: str) -> Optional[Tuple[int, int, Any]]:
        """Id, kind of value and standard row of a field of the map's dialect."""
        for row in _standard_fields(kind):
            if row.name.decode() == name.lower():
                return row.field, row.kind, row
        field = lib.find_field(kind, name.encode())
        if field == _c.NO_FIELD:
            return None
        column = lib.map_column(self._handle.pointer, field)
        if column:
            return field, column.contents.kind, None
        for row in _dialect_fields(self.dialect):
            if row.block == kind and row.name.decode() == name.lower() and row.kind <= _c.IDS:
                return field, row.kind, None
        return None

    def _values_of(self, kind: int, field: int, value_kind: int,
                   standard: Any) -> Tuple[Array, Array]:
        count = self._count(kind)
        if standard is not None:
            given = np.zeros(count, np.uint8)
            to = _c.flatline_host_column(base=given.ctypes.data, stride=1, count=count,
                                         type=_c.HOST_UINT8)
            if count:
                lib.map_given(self._handle.pointer, field, C.byref(to), None)
            own = self._standard_column(kind, standard)
            values = own.values
            if own.categories is not None:
                values = np.array(own.categories, dtype=object)[values]
            return values, given.astype(bool)
        values = self._defaults(count, field, value_kind)
        mask = np.zeros(count, bool)
        column = lib.map_column(self._handle.pointer, field)
        if column:
            elements, given_values = self._given(column.contents)
            values[elements], mask[elements] = given_values, True
        return values, mask

    def _count(self, kind: int) -> int:
        a = self._arrays
        return int((a.vertex_count, a.linedef_count, a.sidedef_count, a.sector_count,
                    a.thing_count)[kind])

    def _defaults(self, count: int, field: int, kind: int) -> Array:
        default = lib.field_default_value(self._handle.pointer, field)
        is_set = default.kind != _c.NO_VALUE
        if kind == _c.INTEGER:
            return np.full(count, default.integer, np.int32)
        if kind == _c.REAL:
            return np.full(count, default.real if is_set else np.nan)
        if kind == _c.BOOLEAN:
            return np.full(count, bool(default.boolean))
        out = np.empty(count, dtype=object)
        if kind == _c.IDS:
            for i in range(count):
                out[i] = ()
        else:
            out[:] = _memory.text(_memory.raw(default.string, default.size))
        return out

    def _given(self, column: Any) -> Tuple[Array, Array]:
        """The elements that give a field, and their values."""
        count = column.count
        elements = self._view(column.elements, count, _c.u32)
        numbers = {_c.INTEGER: _c.i32, _c.REAL: _c.f64, _c.BOOLEAN: _c.u8}
        if column.kind in numbers:
            values = self._view(column.values, count, numbers[column.kind])
            return elements, values.astype(bool) if column.kind == _c.BOOLEAN else values
        out = np.empty(count, dtype=object)
        texts = _memory.structs(column.values, count, _c.flatline_text)
        ids = self._view(self._arrays.ids, self._arrays.id_count, _c.i32)
        for i, text in enumerate(texts):
            if column.kind == _c.IDS:
                out[i] = tuple(ids[text.offset:text.offset + text.size].tolist())
            else:
                out[i] = self._text(text)
        return elements, out

    def _text(self, text: Any) -> str:
        return _memory.text(_memory.sized_call(lib.map_text, self._handle.pointer, text))

    def unknown(self, kind: str) -> List[Tuple[int, str, Union[int, float, bool, str]]]:
        """Fields that the dialect does not know, user_* too: (element, name, value), in the order
        of the text. A word without quotes is a string."""
        wanted, out = _kind_of(kind), []
        a = self._arrays
        for u in _memory.structs(a.unknowns, a.unknown_count, _c.flatline_unknown):
            if u.depth or u.element != wanted or u.kind == _c.UNKNOWN_BLOCK:
                continue
            value: Union[int, float, bool, str]
            if u.kind == _c.INTEGER:
                value = u.value.integer
            elif u.kind == _c.REAL:
                value = u.value.real
            elif u.kind == _c.BOOLEAN:
                value = bool(u.value.boolean)
            else:
                value = self._text(u.value.string)
            out.append((int(u.index), self._text(u.name), value))
        return out

    # ---- What is derived

    @property
    def sector_lines(self) -> Lists:
        """The lines of each sector, ascending, a line with both sides in it once."""
        a = self._arrays
        rows = self._view(a.sector_line_rows, a.sector_count + 1 if a.sector_count else 0, _c.u32)
        return Lists(rows, self._view(a.sector_lines, a.sector_line_count, _c.u32))

    @property
    def planes(self) -> Planes:
        """The planes of all floors and ceilings, level ones too."""
        sectors = self.sectors
        floor, ceiling = (np.zeros((len(sectors), 4)) for _ in range(2))
        floor[:, 2], floor[:, 3] = 1, 0 - sectors["heightfloor"]
        ceiling[:, 2], ceiling[:, 3] = -1, sectors["heightceiling"]
        own = self._view(self._arrays.planes, self._arrays.plane_count, _c.flatline_plane)
        if len(own):
            rows = own.view(np.float64).reshape(-1, 4)
            bits = sectors["planes"]
            first, has_floor, has_ceiling = bits >> 2, bits & 1 != 0, bits & 2 != 0
            floor[has_floor] = rows[first[has_floor]]
            ceiling[has_ceiling] = rows[(first + has_floor)[has_ceiling]]
        return Planes(floor, ceiling)

    def nodes(self, build: bool = True) -> Optional[Nodes]:
        """The nodes of the map, verified. Where it has none or they are damaged Flatline builds
        them; without `build` the result is None then. FlatlineError where none can be built."""
        if self._arrays.nodes.subsector_count:
            return self._tree(self._handle, self._arrays.nodes)
        if not build:
            return None
        options = _c.flatline_nodes_options(struct_size=C.sizeof(_c.flatline_nodes_options))
        made = _c.ptr()
        status = lib.build_nodes(self._handle.pointer, C.byref(options), C.byref(made))
        built = _memory.Handle(made.value)
        if status == _c.OUT_OF_MEMORY:
            raise MemoryError(f"{self.file}:{self.name}: not enough memory to build nodes")
        if status != _c.OK:
            subject = Subject(self.file, self.name, self._handle.pointer, is_loaded=True)
            found = _findings.reported(_findings.of_handle(built.pointer), subject, [])
            why = found[0].message if found else "refused"
            raise FlatlineError(f"{self.file}:{self.name}: no nodes: {why}", found)
        return self._tree(built, lib.built_nodes_bsp(built.pointer).contents)

    @staticmethod
    def _tree(handle: _memory.Handle, bsp: Any) -> Nodes:
        return Nodes(bsp.format.decode(), bsp.original_vertices, bsp.depth,
                     _memory.view(handle, bsp.vertices, bsp.vertex_count, _c.flatline_vertex),
                     _memory.view(handle, bsp.segs, bsp.seg_count, _c.flatline_seg),
                     _memory.view(handle, bsp.subsectors, bsp.subsector_count,
                                  _c.flatline_subsector),
                     _memory.view(handle, bsp.nodes, bsp.node_count, _c.flatline_node))

    def _loaded_whole(self) -> _memory.Handle:
        """The map with its blockmap, which only a second load has."""
        if self._whole is None:
            self._whole, _ = self._file.load_handle(
                self._index, _c.PRODUCT_NODES | _c.PRODUCT_REJECT | _c.PRODUCT_PLANES |
                _c.PRODUCT_BLOCKMAP)
        return self._whole

    def blockmap(self) -> Optional[Blockmap]:
        """The blockmap: the lump's where it is sound, else a built one; None over a limit. The
        first call loads the map again."""
        handle = self._loaded_whole()
        b = lib.map_arrays(handle.pointer).contents.blockmap
        if not b.cells:
            return None
        return Blockmap((b.origin_x, b.origin_y), b.columns, b.rows, bool(b.from_lump),
                        _memory.view(handle, b.cells, b.columns * b.rows,
                                     _c.flatline_blockmap_cell),
                        _memory.view(handle, b.lines, b.entry_count, _c.u32))

    # ---- Findings

    def findings(self, resources: Union[None, str, os.PathLike[str], Iterable[Any],
                                        Resources] = None) -> List[Finding]:
        """The findings of `flatline check --json` of this map, in its order.

        `resources`: what `--resources` names, one path or several, or a Resources, for rules about
        textures, flats and thing types. The file of the map, and the last few resources, are read
        again only where they changed. The first call loads the map again, with its blockmap."""
        return self._file.findings_of(self._index, self._loaded_whole(), resources)

    # ---- Tables

    def _standard_column(self, kind: int, row: Any) -> _frames.Column:
        rows = self.rows_of({n: k for k, n in _KINDS.items()}[kind])

        def member(name: str, format: Any) -> Array:
            offset = rows.dtype.fields[name][1] if name == "flags" else row.offset
            one = np.dtype({"names": ["value"], "formats": [format], "offsets": [offset],
                            "itemsize": rows.dtype.itemsize})
            return rows.view(one)["value"]

        if row.bit:
            return _frames.Column(member("flags", np.uint32) & row.bit != 0)
        if row.is_name:
            return _frames.Column(member("", np.int32), categories=self.names)
        if row.kind == _c.REAL:
            return _frames.Column(member("", np.float64))
        return _frames.Column(member("", np.int32))  # 0xFFFFFFFF becomes -1

    def _frame(self, kind: str) -> Dict[str, _frames.Column]:
        if kind in ("segs", "subsectors", "nodes"):
            return self._node_frame(kind)
        number = _kind_of(kind)
        out = {row.name.decode(): self._standard_column(number, row)
               for row in _standard_fields(number)}
        comment = self._field(number, "comment")  # standard, but no member of a struct
        if comment is not None:
            out["comment"] = _frames.Column(self._values_of(number, *comment)[0])
        for column in self._columns_of(number):
            name = lib.field_name(column.field).decode()
            if name in out:
                continue
            values, mask = self._values_of(number, column.field, column.kind, None)
            if column.kind == _c.IDS:
                values = np.array([" ".join(map(str, v)) for v in values] + [None],
                                  dtype=object)[:-1]
            out[name] = _frames.Column(values, mask)
        return out

    def _node_frame(self, kind: str) -> Dict[str, _frames.Column]:
        tree = self.nodes()
        assert tree is not None
        if kind != "nodes":
            rows = tree.segs if kind == "segs" else tree.subsectors
            return {n: _frames.Column(rows[n].view(np.int32)) for n in rows.dtype.names or ()}
        rows = tree.nodes
        out = {n: _frames.Column(rows[n]) for n in ("x", "y", "dx", "dy")}
        for i, side in enumerate(("right", "left")):
            child = rows["children"][:, i].astype(np.int64)
            leaf = child & _c.CHILD_SUBSECTOR != 0
            child = np.where(leaf, -1 - (child & ~_c.CHILD_SUBSECTOR), child)
            out[side] = _frames.Column(child.astype(np.int32))
            for j, edge in enumerate(("top", "bottom", "left", "right")):
                out[f"{side}_{edge}"] = _frames.Column(rows["bbox"][:, i, j])
        return out

    def to_arrow(self, kind: str = "linedefs") -> _frames.ArrowStream:
        """A table of a kind ("vertices", "linedefs", "sidedefs", "sectors", "things", "segs",
        "subsectors", "nodes") by the Arrow PyCapsule interface: standard fields, flags as booleans
        and textures as names, then the other fields that the map gives, null where an element does
        not give one. No element is -1."""
        return _frames.ArrowStream(self._frame(kind))

    def to_pandas(self, kind: str = "linedefs") -> Any:
        """The same table as a pandas.DataFrame; row i is element i."""
        return _frames.to_pandas(self._frame(kind))


_standard: Dict[int, List[Any]] = {}
_dialects: Dict[str, List[Any]] = {}


def _standard_fields(kind: int) -> List[Any]:
    """The standard fields of a kind that lie in its struct, in the order of UDMF 1.1."""
    if not _standard:
        found: Dict[int, List[Any]] = {k: [] for k in _KINDS.values()}
        for i in range(1000):
            row = lib.standard_field(i)
            if not row.name:
                break
            found[row.block].append(row)
        _standard.update(found)
    return _standard[kind]


def _dialect_fields(dialect: str) -> List[Any]:
    if dialect not in _dialects:
        number = next(i for i in range(256) if lib.dialect_name(i).decode() == dialect)
        rows: List[Any] = []
        while True:
            row = lib.dialect_field(number, len(rows))
            if not row.name:
                break
            rows.append(row)
        _dialects[dialect] = rows
    return _dialects[dialect]
