"""Fingerprints of findings, as tools/flatline/report/fingerprint.hpp describes them."""
from __future__ import annotations

import ctypes as C
import struct
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

from . import _c, _memory
from ._c import lib

if TYPE_CHECKING:
    from ._findings import Subject


def fnv1a_128(data: bytes) -> str:
    """The FNV-1a hash of 128 bits as 32 lower-case hexadecimal digits."""
    value = 0x6C62272E07BB014262B821756295C58D
    prime, mask = (1 << 88) + 0x13B, (1 << 128) - 1
    for byte in data:
        value = (value ^ byte) * prime & mask
    return f"{value:032x}"


def number(value: float) -> str:
    """The shortest digits that read back the same, as std::to_chars writes them: plain where that
    is not longer than with an exponent."""
    value += 0.0  # no -0
    if value == 0 or value != value or value in (float("inf"), float("-inf")):
        return "0" if value == 0 else repr(value)
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, part = mantissa.partition(".")
    if part == "0":
        part = ""
    power = int(exponent or 0) - len(part)
    digits = (whole + part).lstrip("0")
    stripped = digits.rstrip("0")
    power += len(digits) - len(stripped)
    digits = stripped
    top = power + len(digits) - 1
    scientific = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    scientific += f"e{'-' if top < 0 else '+'}{abs(top):02d}"
    if power >= 0:
        plain = format(abs(value), ".0f")
    elif top >= 0:
        plain = digits[:top + 1] + "." + digits[top + 1:]
    else:
        plain = "0." + "0" * (-top - 1) + digits
    return sign + (plain if len(plain) <= len(scientific) else scientific)


def _lower(data: bytes) -> bytes:
    return data.lower()  # bytes.lower changes ASCII only


def _encoded(text: str) -> bytes:
    return text.encode("utf-8")


class Fingerprinter:
    """Makes the fingerprints of the findings of one map or container, in their order."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._seen: Dict[bytes, int] = {}
        self._keys: Dict[Tuple[int, int], Tuple[bytes, bool]] = {}
        self._line_of_side: Dict[int, int] = {}
        self._has_sides = False
        self._arrays: Any = None
        if subject.handle and not subject.is_doom3:
            self._arrays = lib.map_arrays(subject.handle).contents
        elif subject.handle:
            self._arrays = lib.doom3_map_arrays(subject.handle).contents

    def next(self, f: Any, field: str, inner: str = "") -> str:
        scope = _encoded(self._subject.name or inner)
        element, has_element = self._element(f.element, f.index)
        related = b""
        if f.related != _c.NONE and not self._has_more_partners(f):
            related, _ = self._element(f.related_element, f.related)
            if f.related_element == f.element and related < element:
                element, related = related, element
        parts = [b"flatline/1", lib.rule_id(f.rule) or b"", _lower(scope), element,
                 _lower(_encoded(field)), related]
        key = b"".join(part + b"\0" for part in parts) + self._content(f, has_element) + b"\0"
        before = self._seen.get(key, 0)
        self._seen[key] = before + 1
        return fnv1a_128(key + str(before).encode() + b"\0")

    @staticmethod
    def _has_more_partners(f: Any) -> bool:
        return bool(f.a) and b"{more}" in (lib.rule_sentence(f.rule) or b"")

    def _element(self, element: int, index: int) -> Tuple[bytes, bool]:
        head: bytes = lib.element_name(element) if element != _c.MAP else b""
        if index == _c.NONE or not self._subject.handle:
            return head, False
        if (element, index) not in self._keys:
            of = self._of_doom3 if self._subject.is_doom3 else self._of_arrays
            parts = of(element, index) if self._subject.is_loaded else None
            self._keys[element, index] = (b"".join(b" " + p for p in parts or []),
                                          parts is not None)
        text, is_known = self._keys[element, index]
        return head + text, is_known

    def _at(self, address: int, index: int, kind: Any) -> Any:
        return kind.from_address(address + index * C.sizeof(kind))

    @staticmethod
    def _vertex(x: float, y: float) -> List[bytes]:
        return [number(x).encode(), number(y).encode()]

    def _of_arrays(self, element: int, index: int) -> Any:
        a = self._arrays
        counts = (a.vertex_count, a.linedef_count, a.sidedef_count, a.sector_count, a.thing_count)
        if element > _c.THING or index >= counts[element]:
            return None
        if element == _c.VERTEX:
            v = self._at(a.vertices, index, _c.flatline_vertex)
            return self._vertex(v.x, v.y)
        if element == _c.LINEDEF:
            return self._line(index)
        if element == _c.SIDEDEF:
            return self._side(index)
        if element == _c.SECTOR:
            return self._sector(index)
        t = self._at(a.things, index, _c.flatline_thing)
        return self._vertex(t.x, t.y) + [str(t.type).encode()]

    def _ends(self, index: int) -> Tuple[float, float, float, float]:
        line = self._at(self._arrays.linedefs, index, _c.flatline_linedef)
        a = self._at(self._arrays.vertices, line.v1, _c.flatline_vertex)
        b = self._at(self._arrays.vertices, line.v2, _c.flatline_vertex)
        return a.x, a.y, b.x, b.y

    def _line(self, index: int) -> List[bytes]:
        return [number(value).encode() for value in self._ends(index)]

    def _side(self, index: int) -> List[bytes]:
        a = self._arrays
        if not self._has_sides:
            self._has_sides = True
            lines = _memory.structs(a.linedefs, a.linedef_count, _c.flatline_linedef)
            for i, line in enumerate(lines):
                for side in (line.sidefront, line.sideback):
                    known = self._line_of_side.get(side)
                    if side != _c.NONE and (known is None or self._ends(i) < self._ends(known)):
                        self._line_of_side[side] = i
        found = self._line_of_side.get(index)
        if found is not None:
            front = self._at(a.linedefs, found, _c.flatline_linedef).sidefront == index
            return [b"front" if front else b"back"] + self._line(found)
        side = self._at(a.sidedefs, index, _c.flatline_sidedef)
        return [_memory.sized_call(lib.map_name, self._subject.handle, name)
                for name in (side.texturetop, side.texturebottom, side.texturemiddle)]

    def _sector(self, index: int) -> List[bytes]:
        a = self._arrays
        first, end = (self._at(a.sector_line_rows, index + i, _c.u32).value for i in (0, 1))
        out = [str(end - first).encode()]
        ends = [self._ends(self._at(a.sector_lines, i, _c.u32).value) for i in range(first, end)]
        if not ends:
            return out
        xs = [e[0] for e in ends] + [e[2] for e in ends]
        ys = [e[1] for e in ends] + [e[3] for e in ends]
        return out + self._vertex(min(xs), min(ys)) + self._vertex(max(xs), max(ys))

    def _of_doom3(self, element: int, index: int) -> Any:
        a = self._arrays
        if element == _c.ENTITY and index < a.entity_count:
            return self._entity(index)
        if element == _c.BRUSH and index < a.brush_count:
            brush = self._at(a.brushes, index, _c.flatline_doom3_brush)
            sides = [self._at(a.sides, brush.first_side + i, _c.flatline_doom3_side)
                     for i in range(brush.side_count)]
            return [number(v).encode() for s in sides
                    for v in (s.plane.a, s.plane.b, s.plane.c, s.plane.d)]
        if element == _c.PATCH and index < a.patch_count:
            patch = self._at(a.patches, index, _c.flatline_doom3_patch)
            points = [self._at(a.points, patch.first_point + i, _c.flatline_doom3_point)
                      for i in range(patch.width * patch.height)]
            return [number(v).encode() for p in points for v in (p.x, p.y, p.z)]
        return None

    def _entity(self, index: int) -> List[bytes]:
        handle, a = self._subject.handle, self._arrays
        entity = self._at(a.entities, index, _c.flatline_doom3_entity)
        pairs = [self._at(a.pairs, entity.first_pair + i, _c.flatline_doom3_pair)
                 for i in range(entity.pair_count)]
        values: Dict[bytes, bytes] = {}
        for pair in pairs:
            key = _memory.sized_call(lib.doom3_map_text, handle, pair.key).lower()
            values[key] = _memory.sized_call(lib.doom3_map_text, handle, pair.value)
        return [values.get(key, b"") for key in (b"classname", b"name", b"origin")]

    def _content(self, f: Any, has_element: bool) -> bytes:
        out = b""
        numbers = lib.rule_numbers(f.rule)
        if numbers == _c.NUMBERS_LUMP_NAME:
            out = struct.pack("=q", f.a).split(b"\0")[0]
        elif numbers == _c.NUMBERS_PLANE and f.element == _c.SECTOR:
            out = b"ceiling" if f.a else b"floor"
        if has_element:
            return out
        out += b" " + (lib.lump_name(f.lump) or b"")
        text = b"" if self._subject.is_loaded else self._subject.text
        if f.lump in (_c.LUMP_TEXTMAP, _c.LUMP_MAP) and f.offset < len(text):
            out += b" " + text[f.offset:f.offset + min(f.length, 256)]
        return out
