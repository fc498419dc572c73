"""Tables of columns, for Arrow and for pandas."""
from __future__ import annotations

import ctypes as C
import itertools
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Column:
    """Values of one column; with `categories` they are codes into these names. `mask` is true where
    there is a value; None: everywhere."""

    values: Array
    mask: Optional[Array] = None
    categories: Optional[List[str]] = None


# ---- pandas --------------------------------------------------------------------------------------


def _series(pandas: Any, column: Column) -> Any:
    values, mask = column.values, column.mask
    if column.categories is not None:
        if len(set(column.categories)) != len(column.categories):
            return np.array(column.categories, dtype=object)[values]
        return pandas.Categorical.from_codes(values, column.categories)
    if mask is None:
        return np.ascontiguousarray(values)
    if values.dtype == object:
        out = values.copy()
        out[~mask] = None
        return out
    kinds = {"b": pandas.arrays.BooleanArray, "i": pandas.arrays.IntegerArray,
             "f": pandas.arrays.FloatingArray}
    return kinds[values.dtype.kind](np.ascontiguousarray(values), ~mask)


def to_pandas(columns: Dict[str, Column]) -> Any:
    """A pandas.DataFrame: names as categories, columns with gaps in pandas' nullable types."""
    import pandas  # type: ignore[import]
    return pandas.DataFrame({name: _series(pandas, c) for name, c in columns.items()})


# ---- Arrow: https://arrow.apache.org/docs/format/CDataInterface.html ------------------------------


class _Schema(C.Structure):
    pass


class _Array(C.Structure):
    pass


class _Stream(C.Structure):
    pass


_release_schema_type = C.CFUNCTYPE(None, C.POINTER(_Schema))
_release_array_type = C.CFUNCTYPE(None, C.POINTER(_Array))
_release_stream_type = C.CFUNCTYPE(None, C.POINTER(_Stream))
_get_schema_type = C.CFUNCTYPE(C.c_int, C.POINTER(_Stream), C.POINTER(_Schema))
_get_next_type = C.CFUNCTYPE(C.c_int, C.POINTER(_Stream), C.POINTER(_Array))
_get_error_type = C.CFUNCTYPE(C.c_void_p, C.POINTER(_Stream))

_Schema._fields_ = [
    ("format", C.c_char_p), ("name", C.c_char_p), ("metadata", C.c_char_p), ("flags", C.c_int64),
    ("n_children", C.c_int64), ("children", C.POINTER(C.POINTER(_Schema))),
    ("dictionary", C.POINTER(_Schema)), ("release", _release_schema_type),
    ("private_data", C.c_void_p)]
_Array._fields_ = [
    ("length", C.c_int64), ("null_count", C.c_int64), ("offset", C.c_int64),
    ("n_buffers", C.c_int64), ("n_children", C.c_int64), ("buffers", C.POINTER(C.c_void_p)),
    ("children", C.POINTER(C.POINTER(_Array))), ("dictionary", C.POINTER(_Array)),
    ("release", _release_array_type), ("private_data", C.c_void_p)]
_Stream._fields_ = [
    ("get_schema", _get_schema_type), ("get_next", _get_next_type),
    ("get_last_error", _get_error_type), ("release", _release_stream_type),
    ("private_data", C.c_void_p)]

_NULLABLE = 2
_FORMATS = {"int8": b"c", "uint8": b"C", "int32": b"i", "uint32": b"I", "int64": b"l",
            "float64": b"g", "bool": b"b", "object": b"u"}

# What a consumer still holds, by the number in private_data. A release drops it. Each child has a
# number of its own, because a consumer may move children out of their parent.
_held: Dict[int, Any] = {}
_numbers = itertools.count(1)


def _hold(kept: Any) -> int:
    number = next(_numbers)
    _held[number] = kept
    return number


def _release_tree(pointer: Any) -> None:
    node = pointer.contents
    children = [node.children[i] for i in range(node.n_children)]
    if node.dictionary:
        children.append(node.dictionary)
    for child in children:
        if child.contents.release:
            child.contents.release(child)
    number = node.private_data
    node.release = type(node.release)()
    _held.pop(number, None)


_release_schema = _release_schema_type(_release_tree)
_release_array = _release_array_type(_release_tree)


def _adopt(node: Any, kind: Any, children: List[Any], dictionary: Any, kept: List[Any]) -> None:
    """Puts children, the dictionary and the release into a node, which holds all of `kept`."""
    pointers = (C.POINTER(kind) * max(1, len(children)))(*[C.pointer(c) for c in children])
    node.n_children = len(children)
    node.children = C.cast(pointers, C.POINTER(C.POINTER(kind)))
    if dictionary is not None:
        node.dictionary = C.pointer(dictionary)
    node.release = _release_schema if kind is _Schema else _release_array
    node.private_data = _hold([pointers, children, dictionary, kept])


def _fill_schema(node: _Schema, name: str, format: bytes, children: List[_Schema],
                 dictionary: Optional[_Schema] = None, flags: int = 0) -> None:
    node.format, node.name, node.metadata, node.flags = format, name.encode(), None, flags
    _adopt(node, _Schema, children, dictionary, [])


def _schema_of(name: str, column: Column) -> _Schema:
    node = _Schema()
    dictionary = None
    if column.categories is not None:
        dictionary = _Schema()
        _fill_schema(dictionary, "", b"u", [])
    format = b"i" if column.categories is not None else _FORMATS[column.values.dtype.name]
    _fill_schema(node, name, format, [], dictionary, 0 if column.mask is None else _NULLABLE)
    return node


def _fill_array(node: _Array, length: int, nulls: int, buffers: List[Optional[Array]],
                children: List[_Array], dictionary: Optional[_Array] = None) -> None:
    addresses = (C.c_void_p * len(buffers))(*[None if b is None else b.ctypes.data
                                              for b in buffers])
    node.length, node.null_count, node.offset = length, nulls, 0
    node.n_buffers, node.buffers = len(buffers), C.cast(addresses, C.POINTER(C.c_void_p))
    _adopt(node, _Array, children, dictionary, [addresses, buffers])


def _strings(values: List[Any]) -> Tuple[Array, Array]:
    encoded = [b"" if v is None else v.encode("utf-8", "replace") for v in values]
    offsets = np.zeros(len(encoded) + 1, np.int32)
    np.cumsum([len(e) for e in encoded], out=offsets[1:])
    return offsets, np.frombuffer(b"".join(encoded) or b"\0", np.uint8)


def _bits(values: Array) -> Array:
    packed = np.packbits(values, bitorder="little")
    return packed if len(packed) else np.zeros(1, np.uint8)


def _aligned(values: Array) -> Array:
    """Side by side, and at an address that 8 divides: a view of one member need not be."""
    out = np.ascontiguousarray(values)
    return out.copy() if out.ctypes.data % 8 else out


def _array_of(column: Column) -> _Array:
    values, mask = column.values, column.mask
    node, dictionary = _Array(), None
    validity = None if mask is None else _bits(mask)
    nulls = 0 if mask is None else int(len(mask) - np.count_nonzero(mask))
    if column.categories is not None:
        dictionary = _Array()
        _fill_array(dictionary, len(column.categories), 0,
                    [None, *_strings(column.categories)], [])
        buffers = [_aligned(values.astype(np.int32, copy=False))]
    elif values.dtype == object:
        buffers = list(_strings(values.tolist()))
    elif values.dtype == bool:
        buffers = [_bits(values)]
    else:
        buffers = [_aligned(values)]
    _fill_array(node, len(values), nulls, [validity, *buffers], [], dictionary)
    return node


def _tell_schema(stream: Any, out: Any) -> int:
    columns = _held[stream.contents.private_data]["columns"]
    _fill_schema(out.contents, "", b"+s", [_schema_of(n, c) for n, c in columns.items()])
    return 0


def _tell_next(stream: Any, out: Any) -> int:
    state = _held[stream.contents.private_data]
    node = out.contents
    if state["told"]:
        C.memset(C.addressof(node), 0, C.sizeof(_Array))
        return 0
    state["told"] = True
    columns = state["columns"]
    length = max((len(c.values) for c in columns.values()), default=0)
    _fill_array(node, length, 0, [None], [_array_of(c) for c in columns.values()])
    return 0


def _tell_error(stream: Any) -> Optional[int]:
    return None


def _end_stream(stream: Any) -> None:
    number = stream.contents.private_data
    stream.contents.release = type(stream.contents.release)()
    _held.pop(number, None)


_get_schema = _get_schema_type(_tell_schema)
_get_next = _get_next_type(_tell_next)
_get_last_error = _get_error_type(_tell_error)
_release_stream = _release_stream_type(_end_stream)

_NAME = b"arrow_array_stream"
# Functions of their own: others may set the argument types of those in ctypes.pythonapi.
_new_capsule = C.PYFUNCTYPE(C.py_object, C.c_void_p, C.c_char_p, C.c_void_p)(
    ("PyCapsule_New", C.pythonapi))
_capsule_pointer = C.PYFUNCTYPE(C.c_void_p, C.c_void_p, C.c_char_p)(
    ("PyCapsule_GetPointer", C.pythonapi))
_structs: Dict[int, _Stream] = {}  # of the capsules, by address


# The capsule is on its way out, so its address is all that may be taken.
def _drop_capsule(capsule: int) -> None:
    address = _capsule_pointer(capsule, _NAME)
    stream = _structs.pop(address)
    if stream.release:
        stream.release(C.pointer(stream))


_end_capsule = C.PYFUNCTYPE(None, C.c_void_p)(_drop_capsule)


class ArrowStream:
    """A table that Arrow's consumers take by `__arrow_c_stream__`: pyarrow.table(x),
    polars.from_arrow(x), duckdb. It has one batch; columns with gaps are nullable, names of
    textures are a dictionary of strings."""

    def __init__(self, columns: Dict[str, Column]) -> None:
        self._columns = columns

    @property
    def column_names(self) -> List[str]:
        return list(self._columns)

    def __len__(self) -> int:
        return max((len(c.values) for c in self._columns.values()), default=0)

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        """A capsule of a struct ArrowArrayStream. Another schema than the table's own is not
        made, as the interface allows."""
        stream = _Stream(_get_schema, _get_next, _get_last_error, _release_stream,
                         _hold({"columns": self._columns, "told": False}))
        _structs[C.addressof(stream)] = stream
        return _new_capsule(C.addressof(stream), _NAME, C.cast(_end_capsule, C.c_void_p))
