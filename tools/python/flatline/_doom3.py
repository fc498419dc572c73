"""Maps of Doom 3."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple, Union

import numpy as np

from . import _c, _frames, _memory
from ._c import lib
from ._findings import Finding

if TYPE_CHECKING:
    import os

    from ._archive import File, Resources

Array = np.ndarray[Any, Any]


class Doom3Map:
    """A map of Doom 3. Arrays are read-only views of the library's memory, in the order of the
    file, with the members that flatline/types.h describes; they keep that memory."""

    def __init__(self, file: File, index: int, handle: _memory.Handle) -> None:
        self._file, self._index, self._handle = file, index, handle
        self._arrays = lib.doom3_map_arrays(handle.pointer).contents
        self.file: str = file.path_of(index)
        self.name: str = file.names[index]
        self.format = "doom3"
        #: Of the Version line, None where the file has none.
        self.version: Optional[float] = self._arrays.version if self._arrays.has_version else None

    def __repr__(self) -> str:
        return (f"<flatline.Doom3Map {self.file}:{self.name}, {len(self.entities)} entities, "
                f"{len(self.brushes)} brushes>")

    def _view(self, address: Optional[int], count: int, struct: Any) -> Array:
        return _memory.view(self._handle, address, count, struct)

    @property
    def entities(self) -> Array:
        """(entities,): origin in map units, and where its pairs, brushes and patches are."""
        a = self._arrays
        return self._view(a.entities, a.entity_count, _c.flatline_doom3_entity)

    @property
    def brushes(self) -> Array:
        """(brushes,): first_side and side_count into `sides`, entity, kind, flags."""
        a = self._arrays
        return self._view(a.brushes, a.brush_count, _c.flatline_doom3_brush)

    @property
    def sides(self) -> Array:
        """(sides,): plane a x + b y + c z + d = 0 as written, texture matrix, material."""
        a = self._arrays
        return self._view(a.sides, a.side_count, _c.flatline_doom3_side)

    @property
    def patches(self) -> Array:
        """(patches,): first_point into `points`, width and height in control points, material."""
        a = self._arrays
        return self._view(a.patches, a.patch_count, _c.flatline_doom3_patch)

    @property
    def points(self) -> Array:
        """(points,): control points of patches: x, y, z in map units, s and t in repeats."""
        a = self._arrays
        return self._view(a.points, a.point_count, _c.flatline_doom3_point)

    def _text(self, text: Any) -> str:
        return _memory.text(_memory.sized_call(lib.doom3_map_text, self._handle.pointer, text))

    @property
    def materials(self) -> List[str]:
        """Names of materials, by the number that sides and patches have."""
        a = self._arrays
        return [self._text(t) for t in
                _memory.structs(a.materials, a.material_count, _c.flatline_text)]

    def keys(self, entity: int) -> List[Tuple[str, str]]:
        """All keys of an entity with their values, in the order of the file, with repeats."""
        row = self.entities[entity]
        pairs = _memory.structs(self._arrays.pairs, self._arrays.pair_count,
                                _c.flatline_doom3_pair)
        first = int(row["first_pair"])
        return [(self._text(p.key), self._text(p.value))
                for p in pairs[first:first + int(row["pair_count"])]]

    def findings(self, resources: Union[None, str, os.PathLike[str], Iterable[Any],
                                        Resources] = None) -> List[Finding]:
        """The findings of `flatline check --json` of this map. `resources` as for Map.findings."""
        return self._file.findings_of(self._index, self._handle, resources)

    def _class_names(self) -> List[str]:
        return [_memory.text(_memory.sized_call(lib.doom3_map_class_name, self._handle.pointer, i))
                for i in range(len(self.entities))]

    def _frame(self, kind: str) -> Dict[str, _frames.Column]:
        if kind == "entities":
            rows = self.entities
            out = {"classname": _frames.Column(np.array(self._class_names(), dtype=object))}
            for i, axis in enumerate("xyz"):
                out["origin_" + axis] = _frames.Column(rows["origin"][:, i])
            for name in ("brush_count", "patch_count", "pair_count"):
                out[name] = _frames.Column(rows[name].astype(np.int32))
            return out
        if kind in ("brushes", "patches"):
            rows = self.brushes if kind == "brushes" else self.patches
            names = [n for n in rows.dtype.names or () if rows.dtype[n].shape == ()]
            return {n: _frames.Column(rows[n].astype(np.int32)) for n in names}
        raise ValueError(f"a Doom 3 map has no {kind!r}: entities, brushes, patches")

    def to_arrow(self, kind: str = "entities") -> _frames.ArrowStream:
        """A table of "entities", "brushes" or "patches" by the Arrow PyCapsule interface."""
        return _frames.ArrowStream(self._frame(kind))

    def to_pandas(self, kind: str = "entities") -> Any:
        """The same table as a pandas.DataFrame."""
        return _frames.to_pandas(self._frame(kind))
