"""Handles of the library, and arrays over their memory."""
from __future__ import annotations

import ctypes as C
import threading
from typing import Any, Dict, Optional, Sequence, Type

import numpy as np

from . import _c
from ._c import lib

# One thread at a time opens or frees an archive (flatline/physfs.h). Garbage collection may free
# one while this thread holds the lock, between two calls of the library; so it may be taken again.
archives = threading.RLock()


class Handle:
    """A handle of the library, freed with the last array that views its memory."""

    __slots__ = ("pointer", "_lock", "__weakref__")

    def __init__(self, pointer: Optional[int], lock: Any = None) -> None:
        if not pointer:
            raise MemoryError("Flatline has no memory for a handle")
        self.pointer = pointer
        self._lock = lock

    def __del__(self) -> None:
        pointer = getattr(self, "pointer", None)
        if not pointer:
            return
        self.pointer = 0
        if self._lock is None:
            lib.free(pointer)
        else:
            with self._lock:
                lib.free(pointer)


class _Memory:
    """What numpy takes as the base of an array: bytes of a handle, which it keeps."""

    __slots__ = ("__array_interface__", "keeps")

    def __init__(self, keeps: Any, address: int, size: int) -> None:
        self.__array_interface__ = {"data": (address, True), "shape": (size,), "typestr": "|u1",
                                    "version": 3}
        self.keeps = keeps


_ALIASES: Dict[Any, Any] = {C.c_uint32: np.uint32, C.c_int32: np.int32, C.c_double: np.float64,
                            C.c_uint8: np.uint8}
_known: Dict[Any, np.dtype[Any]] = {}


def dtype_of(struct: Type[Any]) -> np.dtype[Any]:
    """The dtype of a struct of flatline/types.h, or of a number."""
    if struct not in _known:
        _known[struct] = np.dtype(_ALIASES.get(struct, struct))
    return _known[struct]


def view(keeps: Any, address: Optional[int], count: int, struct: Type[Any]) -> np.ndarray[Any, Any]:
    """`count` structs at an address as a read-only array, without a copy."""
    dtype = dtype_of(struct)
    if not address or count == 0:
        empty = np.empty(0, dtype)
        empty.flags.writeable = False
        return empty
    memory = _Memory(keeps, address, count * dtype.itemsize)
    return np.asarray(memory).view(dtype)


def structs(address: Optional[int], count: int, struct: Type[Any]) -> Sequence[Any]:
    """`count` structs at an address, made when they are asked for."""
    if not address or count == 0:
        return ()
    return (struct * count).from_address(address)  # type: ignore[no-any-return]


def raw(address: Optional[int], size: int) -> bytes:
    return C.string_at(address, size) if address and size else b""


def text(data: bytes) -> str:
    """A string of a map as JSON of the tool has it: UTF-8, else each byte a code point."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def sized_call(function: Any, *arguments: Any) -> bytes:
    """The bytes of a function that gives a pointer and a size."""
    size = _c.size_t()
    address = function(*arguments, C.byref(size))
    return raw(address, size.value)


def written(function: Any, *arguments: Any) -> str:
    """What a function writes that takes a buffer and its capacity as snprintf does."""
    capacity = 512
    while True:
        buffer = C.create_string_buffer(capacity)
        size = function(*arguments, buffer, capacity)
        if size < capacity:
            return buffer.value.decode("utf-8", "replace")
        capacity = size + 1
