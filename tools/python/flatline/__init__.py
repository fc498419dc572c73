"""Maps of Doom-engine games as arrays: UDMF, binary Doom and Hexen maps, Doom 3 maps.

    import flatline as fl
    for m in fl.open("freedoom2.wad"):
        print(m.name, len(m.linedefs), m.vertices["x"].max())

The arrays are numpy's, read only, without a copy; docs/python.md is a guide.
"""
from ._archive import AnyMap, File, Resources, load_many, open
from ._c import VERSION as __version__
from ._doom3 import Doom3Map
from ._errors import ArchiveError, FlatlineError, MapError
from ._findings import Finding, Related
from ._frames import ArrowStream
from ._map import Blockmap, Columns, Lists, Map, Nodes, Planes

NONE = 0xFFFFFFFF
"""An index that names no element, such as the back side of a line with one side."""

__all__ = ["NONE", "AnyMap", "ArchiveError", "ArrowStream", "Blockmap", "Columns", "Doom3Map",
           "File", "Finding", "FlatlineError", "Lists", "Map", "MapError", "Nodes", "Planes",
           "Related", "Resources", "__version__", "load_many", "open"]
