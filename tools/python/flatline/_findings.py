"""Findings as `flatline check --json` has them."""
from __future__ import annotations

import ctypes as C
from dataclasses import dataclass, replace
from typing import Any, Dict, List, Optional, Set, Tuple

from . import _c, _memory
from ._c import lib
from ._fingerprint import Fingerprinter

_SILENCE = b"user_flatline_ignore"
_NOTES, _LINES = 1000, 100_000  # the limits findings and finding-lines



@dataclass(frozen=True)
class Related:
    """The other element of a pair."""

    element: str
    index: int


@dataclass(frozen=True)
class Finding:
    """One finding. Members are those of a finding of `flatline check --json`, None where that has
    no such member. Lines and columns count from 1, columns and offsets in bytes; x and y are map
    units."""

    rule: str
    severity: str
    file: str
    map: Optional[str]
    lump: Optional[str]
    line: Optional[int]
    column: Optional[int]
    offset: Optional[int]
    element: Optional[str]
    index: Optional[int]
    field: Optional[str]
    related: Optional[Related]
    x: Optional[float]
    y: Optional[float]
    message: str
    fingerprint: str

    def to_json(self) -> Dict[str, Any]:
        """The object that `check --json` prints."""
        out: Dict[str, Any] = {"type": "finding"}
        for name, value in self.__dict__.items():
            if isinstance(value, Related):
                out[name] = {"element": value.element, "index": value.index}
            elif value is not None:
                out[name] = value
        return out

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.map, self.lump, self.line,
                                                self.column) if part is not None)
        return f"{place}: {self.severity}: {self.message} [{self.rule}]"


class Subject:
    """What findings are about: a map of either kind, loaded or refused, or a container."""

    def __init__(self, file: str, name: str = "", handle: int = 0, is_doom3: bool = False,
                 is_loaded: bool = False) -> None:
        self.file, self.name, self.handle = file, name, handle
        self.is_doom3, self.is_loaded = is_doom3, is_loaded
        self.text = b""
        if handle:
            source = lib.doom3_map_source if is_doom3 else lib.map_textmap
            self.text = _memory.sized_call(source, handle)


def of_handle(handle: int) -> List[_c.flatline_finding]:
    """Copies of the findings of the call that made a handle."""
    count = _c.size_t()
    address = lib.findings(handle, C.byref(count))
    return [_c.flatline_finding.from_buffer_copy(f)
            for f in _memory.structs(address, count.value, _c.flatline_finding)]


def _is_in_text(f: Any) -> bool:
    return f.lump in (_c.LUMP_TEXTMAP, _c.LUMP_MAP) and f.offset != _c.NO_OFFSET


def _order(f: Any) -> Tuple[int, int, int]:
    rank = 2 if f.offset == _c.NO_OFFSET else 0 if _is_in_text(f) else 1
    return rank, f.lump if rank == 1 else 0, f.offset


def _cut(found: List[Any]) -> List[Any]:
    """As many as the limits say; the last of the least important go."""
    incomplete = lib.find_rule(b"check-incomplete")

    def rank(f: Any) -> int:
        return 3 if f.refuses or f.rule == incomplete else int(f.severity)

    ranks = [rank(f) for f in found]
    lines = sum(1 for r in ranks if r != _c.NOTE)
    surplus = max(0, len(found) - lines - _NOTES)
    dropped: Set[int] = set()
    for lowest in range(4):
        if lowest == 1:
            surplus = max(0, lines - _LINES)
        for i in reversed(range(len(found))):
            if surplus and ranks[i] == lowest:
                surplus -= 1
                dropped.add(i)
    return [f for i, f in enumerate(found) if i not in dropped]


def _place(found: List[Any], subject: Subject) -> List[Any]:
    """Gives findings their offsets in the text, and returns where they are."""
    places = (_c.flatline_location * len(found))()
    lib.locate(subject.handle, (_c.flatline_finding * len(found))(*found), len(found), places)
    for finding, at in zip(found, places):
        if finding.offset == _c.NO_OFFSET and at.offset != _c.NO_OFFSET:
            finding.offset, finding.lump = at.offset, _c.LUMP_TEXTMAP
    return list(places)


class _Words:
    """Elements in the words of mappers."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._places: Optional[Dict[int, int]] = None

    def of_side(self, side: int) -> str:
        if self._places is None:
            self._places = {}
            if self._subject.is_loaded:
                arrays = lib.map_arrays(self._subject.handle).contents
                lines = _memory.structs(arrays.linedefs, arrays.linedef_count,
                                        _c.flatline_linedef)
                for i, line in enumerate(lines):
                    self._places.setdefault(line.sidefront, 2 * i)
                    self._places.setdefault(line.sideback, 2 * i + 1)
        place = self._places.get(side)
        if place is None:
            return f"sidedef {side}"
        return f"linedef {place // 2}, {'back' if place % 2 else 'front'} side"

    def of(self, f: Any, point: Any) -> str:
        if f.index == _c.NONE or _c.THING < f.element < _c.ENTITY:
            return ""
        if f.element == _c.SIDEDEF:
            return self.of_side(f.index)
        words = f"{lib.element_name(f.element).decode()} {f.index}"
        has_point = point.x == point.x
        if has_point and f.element in (_c.VERTEX, _c.SECTOR, _c.THING):
            words += f" at ({point.x:.10g}, {point.y:.10g})"
        return words

    def sentence(self, f: Any, point: Any) -> str:
        bare = _c.flatline_finding.from_buffer_copy(f)
        bare.index = _c.NONE
        out = _memory.written(lib.describe, self._subject.handle, C.byref(bare))
        if f.related_element == _c.SIDEDEF and f.related != _c.NONE:
            out = out.replace(f"sidedef {f.related}", self.of_side(f.related), 1)
        element = self.of(f, point)
        return f"{element}: {out}" if element else out


def _field_of(f: Any, subject: Subject) -> Optional[str]:
    if f.field != _c.NO_FIELD:
        return str(lib.field_name(f.field).decode())
    if lib.rule_id(f.rule) == b"field-unknown" and f.offset < len(subject.text):
        return _memory.text(subject.text[f.offset:f.offset + f.length])
    return None


class Silences:
    """What elements ask not to hear of, by their field user_flatline_ignore."""

    def __init__(self, subject: Subject) -> None:
        self._rows: Set[Tuple[int, int, int]] = set()
        self._owners: List[Any] = []
        self.unknown: List[Any] = []
        if not subject.is_loaded or _SILENCE not in subject.text.lower():
            return
        if subject.is_doom3:
            self._read_entities(subject)
        else:
            self._read_fields(subject)

    def _read_fields(self, subject: Subject) -> None:
        arrays = lib.map_arrays(subject.handle).contents
        for u in _memory.structs(arrays.unknowns, arrays.unknown_count, _c.flatline_unknown):
            if u.depth or u.kind != _c.STRING:
                continue
            if _memory.sized_call(lib.map_text, subject.handle, u.name) != _SILENCE:
                continue
            value = _memory.sized_call(lib.map_text, subject.handle, u.value.string)
            at = (_c.MAP, _c.NONE) if u.element == _c.GLOBAL else (u.element, u.index)
            self._add(at, value, u.value.string.offset, _c.LUMP_TEXTMAP, len(subject.text))

    def _read_entities(self, subject: Subject) -> None:
        arrays = lib.doom3_map_arrays(subject.handle).contents
        pairs = _memory.structs(arrays.pairs, arrays.pair_count, _c.flatline_doom3_pair)
        self._owners = [
            {i: p.entity for i, p in enumerate(_memory.structs(address, count, struct))}
            for address, count, struct in (
                (arrays.brushes, arrays.brush_count, _c.flatline_doom3_brush),
                (arrays.patches, arrays.patch_count, _c.flatline_doom3_patch))]
        entities = _memory.structs(arrays.entities, arrays.entity_count, _c.flatline_doom3_entity)
        for i, entity in enumerate(entities):
            for pair in reversed(pairs[entity.first_pair:entity.first_pair + entity.pair_count]):
                key = _memory.sized_call(lib.doom3_map_text, subject.handle, pair.key)
                if key.rstrip().lower() == _SILENCE:
                    value = _memory.sized_call(lib.doom3_map_text, subject.handle, pair.value)
                    self._add((_c.ENTITY, i), value, pair.value.offset, _c.LUMP_MAP,
                              len(subject.text))
                    break

    def _add(self, at: Tuple[int, int], rules: bytes, offset: int, lump: int, size: int) -> None:
        begin = 0
        words = rules.translate(bytes.maketrans(b"\t\r\n,", b"    ")).split(b" ")
        for word in words:
            here, begin = begin, begin + len(word) + 1
            if not word:
                continue
            rule = lib.find_rule(word)
            if rule != 0xFFFF:
                self._rows.add((at[0], at[1], rule))
                continue
            f = lib.make_finding(lib.find_rule(b"ignore-unknown"), _c.LUMP_NONE, _c.NO_OFFSET, 0,
                                 0)
            f.element, f.index = at
            if offset + here + len(word) <= size:  # else the map has a decoded copy
                f.lump, f.offset, f.length = lump, offset + here, len(word)
            self.unknown.append(f)

    def has(self, f: Any) -> bool:
        if not self._rows or f.refuses:
            return False
        element, index = f.element, f.index
        if element in (_c.BRUSH, _c.PATCH) and self._owners:
            owner = self._owners[0 if element == _c.BRUSH else 1].get(index)
            if owner is not None:
                element, index = _c.ENTITY, owner
        return (element, index, f.rule) in self._rows


def reported(found: List[Any], subject: Subject, of_container: List[Any],
             silences: Optional[Silences] = None) -> List[Finding]:
    """The findings of a load and a check, with those that opening the container gave about the
    map, in the order of their places and in words."""
    everything = _cut(list(of_container) + _cut(found))
    places = _place(everything, subject)
    words = _Words(subject)
    prints = Fingerprinter(subject)
    out = []
    for f, at in sorted(zip(everything, places), key=lambda both: _order(both[0])):
        field = _field_of(f, subject)
        fingerprint = prints.next(f, field or "")
        if silences is not None and silences.has(f):
            continue
        lump = None
        if f.lump not in (_c.LUMP_NONE, _c.LUMP_DIRECTORY, _c.LUMP_FILE):
            lump = lib.lump_name(f.lump).decode()
        has_point = at.point.x == at.point.x
        out.append(Finding(
            rule=(lib.rule_id(f.rule) or b"unknown-rule").decode(),
            severity=lib.severity_name(f.severity).decode(), file=subject.file,
            map=subject.name or None, lump=lump, line=at.line or None, column=at.column or None,
            offset=None if f.offset == _c.NO_OFFSET else f.offset,
            element=None if f.element == _c.MAP else lib.element_name(f.element).decode(),
            index=None if f.index == _c.NONE else f.index, field=field,
            related=None if f.related == _c.NONE else Related(
                lib.element_name(f.related_element).decode(), f.related),
            x=at.point.x if has_point else None, y=at.point.y if has_point else None,
            message=words.sentence(f, at.point), fingerprint=fingerprint))
    return out


def reported_on_container(found: List[Tuple[Any, str]], file: str) -> List[Finding]:
    """The findings about an archive itself, each with the path of the file inside it."""
    out = []
    prints = Fingerprinter(Subject(file))
    for f, inner in found:
        subject = Subject(file if not inner else f"{file.rstrip('/')}/{inner}")
        made = reported([], subject, [f])[0]
        fingerprint = prints.next(f, "", inner)
        out.append(replace(made, fingerprint=fingerprint))
    return out
