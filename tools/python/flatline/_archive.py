"""Files: the maps of a WAD, a PK3, a folder, a bare TEXTMAP or a Doom 3 map."""
from __future__ import annotations

import collections
import concurrent.futures
import ctypes as C
import errno
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import (Any, Deque, Dict, Iterable, Iterator, List, Optional, Tuple, Type, Union,
                    overload)

from . import _c, _findings, _memory
from ._c import lib
from ._doom3 import Doom3Map
from ._errors import ArchiveError, FlatlineError, MapError, MissingFileError
from ._findings import Finding, Subject
from ._map import Map

PathLike = Union[str, "os.PathLike[str]"]
AnyMap = Union[Map, Doom3Map]

_PRODUCTS = _c.PRODUCT_NODES | _c.PRODUCT_REJECT | _c.PRODUCT_PLANES


def _text(value: Optional[bytes]) -> str:
    return _memory.text(value or b"")


def open_handle(path: PathLike) -> Tuple[_memory.Handle, str]:
    """Opens a file or folder by the library. The handle is freed by whoever drops it."""
    name = os.fspath(path)
    if not os.path.exists(name):
        raise MissingFileError(errno.ENOENT, "no such file or folder", name)
    archive = _c.ptr()
    with _memory.archives:
        status = lib.open_path(os.fsencode(name), None, C.byref(archive))
    if status == _c.OUT_OF_MEMORY or not archive.value:
        raise MemoryError(f"{name}: not enough memory to open it")
    return _memory.Handle(archive.value, _memory.archives), name


class Resources:
    """Names of textures and flats, and thing types, of a game: what `--resources` names.

    `paths`: archives (WAD, PK3, folders) and game configurations of Ultimate Doom Builder (.cfg),
    one or several. Building it reads them once; give it to `findings` of many maps.
    """

    def __init__(self, paths: Union[PathLike, Iterable[PathLike]]) -> None:
        if isinstance(paths, (str, os.PathLike)):
            paths = [paths]
        self.handle = new_resources()
        for path in paths:
            name = os.fspath(path)
            if name.lower().endswith(".cfg") and not os.path.isdir(name):
                tree, _ = open_handle(os.path.dirname(name) or ".")
                lib.resources_add_game_config(self.handle.pointer, tree.pointer,
                                              os.fsencode(os.path.basename(name)))
                continue
            archive, _ = open_handle(name)
            if lib.archive_broken(archive.pointer):
                raise ArchiveError(f"{name}: no archive that can be read",
                                   container_findings(archive, name))
            lib.resources_add_archive(self.handle.pointer, archive.pointer)


def new_resources() -> _memory.Handle:
    options = _c.flatline_resources_options(struct_size=C.sizeof(_c.flatline_resources_options))
    misaligned = lib.find_rule(b"texture-misaligned")
    options.texture_sizes = lib.rule_default_level(misaligned) != _c.RULE_OFF
    made = _c.ptr()
    lib.resources_new(C.byref(options), C.byref(made))
    return _memory.Handle(made.value)


def _archive_findings(archive: _memory.Handle) -> List[Tuple[Any, str, str]]:
    """Each finding about an archive, with the file inside it and the map that it is about."""
    out: List[Tuple[Any, str, str]] = []
    path, name = _c.text_p(), _c.text_p()
    while True:
        address = lib.archive_finding(archive.pointer, len(out), C.byref(path), C.byref(name))
        if not address:
            return out
        finding = _c.flatline_finding.from_buffer_copy(
            _c.flatline_finding.from_address(address))
        out.append((finding, _text(path.value), _text(name.value)))


def container_findings(archive: _memory.Handle, path: str) -> List[Finding]:
    about = [(f, inner) for f, inner, name in _archive_findings(archive) if not name]
    return _findings.reported_on_container(about, path)


class File:
    """The maps of one file or folder, in its order: an iterable, and a sequence of maps.

    A map is loaded when it is asked for, by `file[i]`, `file["MAP01"]` or the loop. A map that is
    refused raises MapError then; `errors="skip"` passes over such maps, and `errors="yield"` gives
    the exception in the map's place. One thread at a time loads from a File; maps that are loaded
    belong to any thread.
    """

    def __init__(self, path: PathLike, *, errors: str = "raise", threads: int = 1) -> None:
        if errors not in ("raise", "skip", "yield"):
            raise ValueError(f"errors is {errors!r}, not 'raise', 'skip' or 'yield'")
        self.errors, self._threads = errors, threads
        self._lock = threading.RLock()
        self._handle, self.path = open_handle(path)
        self._resources: Dict[int, Tuple[Any, _memory.Handle]] = {}
        #: Findings about the file itself, not about one of its maps.
        self.findings = container_findings(self._handle, self.path)
        if lib.archive_broken(self._handle.pointer):
            first = self.findings[0].message if self.findings else "cannot be used"
            raise ArchiveError(f"{self.path}: {first}", self.findings)
        entries = [lib.archive_map(self._handle.pointer, i)
                   for i in range(lib.archive_map_count(self._handle.pointer))]
        #: Names of all maps, in the order of the file.
        self.names: List[str] = [_text(entry.name) for entry in entries]
        self._entries = entries

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, key: int) -> AnyMap: ...
    @overload
    def __getitem__(self, key: str) -> AnyMap: ...
    def __getitem__(self, key: Union[int, str]) -> AnyMap:
        """Map number `key`, or the map of that name in any case. KeyError, IndexError where there
        is none; MapError where it is refused."""
        if isinstance(key, str):
            for i, name in enumerate(self.names):
                if name.lower() == key.lower():
                    return self._load(i)
            raise KeyError(key)
        if not -len(self) <= key < len(self):
            raise IndexError(key)
        return self._load(key % len(self))

    def __iter__(self) -> MapIterator:
        return MapIterator(self)

    def __enter__(self) -> File:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        """Nothing: the file is closed with its last map."""

    def __repr__(self) -> str:
        return f"<flatline.File {self.path!r}: {len(self)} maps>"

    def _load(self, index: int) -> AnyMap:
        loaded, status = self.load_handle(index, _PRODUCTS)
        entry = self._entries[index]
        file = self.path_of(index)
        if status != _c.OK:
            subject = Subject(file, self.names[index], loaded.pointer,
                              entry.format == _c.FORMAT_DOOM3)
            why_refused = _findings.of_handle(loaded.pointer)
            if not entry.supported:
                # As in `check`: such a map is listed, which is no error of it.
                for finding in why_refused:
                    finding.severity = _c.WARNING
            found = _findings.reported(why_refused, subject, self.findings_about(index))
            why = next((f.message for f in reversed(found) if f.severity == "error"),
                       found[-1].message if found else "refused")
            raise MapError(f"{file}:{self.names[index]}: {why}", found, file, self.names[index])
        kind: Type[Any] = Doom3Map if entry.format == _c.FORMAT_DOOM3 else Map
        return kind(self, index, loaded)  # type: ignore[no-any-return]

    def path_of(self, index: int) -> str:
        """The file that holds map `index`, with the path inside an archive."""
        inner = _text(self._entries[index].path)
        return self.path if not inner else f"{self.path.rstrip('/')}/{inner}"

    def load_handle(self, index: int, products: int) -> Tuple[_memory.Handle, int]:
        """Loads map `index` by the library; the handle of the result and its status."""
        work = self.work_of(index)
        loaded = _c.ptr()
        if self._entries[index].format == _c.FORMAT_DOOM3:
            doom3 = _c.flatline_doom3_options(struct_size=C.sizeof(_c.flatline_doom3_options))
            doom3.work = C.pointer(work)
            with self._lock:
                status = lib.archive_load_doom3(self._handle.pointer, index, None,
                                                C.byref(doom3), C.byref(loaded))
        else:
            options = _c.flatline_options(struct_size=C.sizeof(_c.flatline_options))
            options.products, options.threads = products, self._threads
            options.extras.work = C.pointer(work)
            with self._lock:
                status = lib.archive_load(self._handle.pointer, index, None, C.byref(options),
                                          C.byref(loaded))
        if status == _c.OUT_OF_MEMORY:
            if loaded.value:
                lib.free(loaded.value)
            raise MemoryError(f"{self.path}:{self.names[index]}: not enough memory to load it")
        return _memory.Handle(loaded.value), status

    def work_of(self, index: int) -> Any:
        path = self.path_of(index) if os.path.isdir(self.path) else self.path
        try:
            size = os.path.getsize(path)
        except OSError:
            size = 0
        return lib.work_of_file(None, size)

    def findings_about(self, index: int) -> List[Any]:
        """What opening the file found about map `index`."""
        inner, name = _text(self._entries[index].path), self.names[index].lower()
        return [f for f, path, map_name in _archive_findings(self._handle)
                if map_name.lower() == name and path == inner]

    def check(self, index: int, loaded: _memory.Handle,
              resources: Optional[Resources]) -> _memory.Handle:
        """Runs the rules of `flatline check` over a loaded map of this file."""
        options = _c.flatline_check_options(struct_size=C.sizeof(_c.flatline_check_options))
        work = self.work_of(index)
        options.archive, options.archive_map = self._handle.pointer, index
        options.work = C.pointer(work)
        report, behavior = _c.ptr(), _c.flatline_buffer()
        with self._lock:
            if resources is not None:
                options.resources = self._with_own_names(resources).pointer
            if self._entries[index].format == _c.FORMAT_DOOM3:
                lib.doom3_check(loaded.pointer, C.byref(options), C.byref(report))
                return _memory.Handle(report.value)
            lump = lib.archive_find_lump(self._handle.pointer, index, b"BEHAVIOR", 0)
            if lump != _c.NONE:
                lib.archive_read_lump(self._handle.pointer, index, lump, C.byref(behavior), None)
            options.behavior, options.behavior_size = behavior.data, behavior.size
            lib.check(loaded.pointer, C.byref(options), C.byref(report))
            lib.buffer_free(C.byref(behavior))
        return _memory.Handle(report.value)

    def findings_of(self, index: int, loaded: _memory.Handle, resources: Any) -> List[Finding]:
        """The findings of `flatline check --json` of a loaded map of this file."""
        report = self.check(index, loaded, resources_of(resources))
        subject = Subject(self.path_of(index), self.names[index], loaded.pointer,
                          self._entries[index].format == _c.FORMAT_DOOM3, True)
        silences = _findings.Silences(subject)
        found = (_findings.of_handle(loaded.pointer) + _findings.of_handle(report.pointer)
                 + silences.unknown)
        return _findings.reported(found, subject, self.findings_about(index), silences)

    def _with_own_names(self, game: Resources) -> _memory.Handle:
        """The names of this file, with those of the game behind them."""
        if id(game) not in self._resources:
            own = new_resources()
            lib.resources_add_archive(own.pointer, self._handle.pointer)
            lib.resources_set_base(own.pointer, game.handle.pointer)
            self._resources[id(game)] = (game, own)
        return self._resources[id(game)][1]


class MapIterator:
    """Loads the next map of a File at each step. After a MapError the loop may go on with next."""

    def __init__(self, file: File) -> None:
        self._file, self._next = file, 0

    def __iter__(self) -> MapIterator:
        return self

    def __next__(self) -> AnyMap:
        while self._next < len(self._file):
            index = self._next
            self._next += 1
            try:
                return self._file._load(index)
            except MapError as error:
                if self._file.errors == "raise":
                    raise
                if self._file.errors == "yield":
                    return error  # type: ignore[return-value]
        raise StopIteration


def open(path: PathLike, *, errors: str = "raise", threads: int = 1) -> File:
    """Opens any file that Flatline reads: a WAD, a PK3 or another ZIP, a 7z, a folder laid out like
    a PK3, a bare TEXTMAP, a Doom 3 map.

    `errors`: what a map that is refused does to a loop, see File. `threads`: of one load.
    FileNotFoundError where there is nothing; ArchiveError where the file as a whole is of no use.
    """
    return File(path, errors=errors, threads=threads)


def _load_all(path: PathLike, errors: str) -> List[Any]:
    try:
        return list(File(path, errors="yield" if errors == "raise" else errors))
    except (FlatlineError, OSError) as error:
        return [] if errors == "skip" else [error]


def load_many(paths: Iterable[PathLike], jobs: Optional[int] = None, *,
              errors: str = "raise") -> Iterator[AnyMap]:
    """The maps of many files in the order of `paths`, loaded on `jobs` threads (as many as there
    are processors). Threads are at most two files each ahead of the loop, so memory is bounded.

    `errors`: "raise" ends the loop at the first file or map that cannot be used, "skip" passes over
    it, "yield" gives the exception in its place.
    """
    if errors not in ("raise", "skip", "yield"):
        raise ValueError(f"errors is {errors!r}, not 'raise', 'skip' or 'yield'")
    workers = jobs or os.cpu_count() or 1
    return _load_many(paths, workers, errors)


def _load_many(paths: Iterable[PathLike], workers: int, errors: str) -> Iterator[AnyMap]:
    ahead: Deque[concurrent.futures.Future[List[Any]]] = collections.deque()
    with concurrent.futures.ThreadPoolExecutor(workers, "flatline") as pool:
        try:
            for path in paths:
                ahead.append(pool.submit(_load_all, path, errors))
                if len(ahead) > 2 * workers:
                    yield from _told(ahead.popleft().result(), errors)
            while ahead:
                yield from _told(ahead.popleft().result(), errors)
        finally:
            for future in ahead:
                future.cancel()


def _told(maps: List[Any], errors: str) -> Iterator[AnyMap]:
    for each in maps:
        if errors == "raise" and isinstance(each, BaseException):
            raise each
        yield each


def resources_of(given: Any) -> Optional[Resources]:
    """What the argument `resources` of findings() stands for."""
    if given is None or isinstance(given, Resources):
        return given
    paths = (given,) if isinstance(given, (str, os.PathLike)) else tuple(given)
    key = tuple((os.fspath(p), Path(p).stat().st_mtime_ns if os.path.exists(p) else 0)
                for p in paths)
    with _cache_lock:
        if key not in _cache:
            while len(_cache) >= 4:
                del _cache[next(iter(_cache))]
            _cache[key] = Resources(paths)
        return _cache[key]


_cache: Dict[Any, Resources] = {}
_cache_lock = threading.Lock()
