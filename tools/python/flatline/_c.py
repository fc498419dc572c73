"""The C library: its structs as ctypes has them, and its functions.

tests/python/test_layout.py compares every struct here with what a C compiler makes of
flatline/types.h. The package and the library are of one version; loading another one fails.
"""
from __future__ import annotations

import ctypes as C
import os
import sys
from pathlib import Path
from typing import Any, List

VERSION = "0.2.0"

NONE = 0xFFFFFFFF
NO_OFFSET = 0xFFFFFFFFFFFFFFFF
NO_FIELD = 0xFFFF
NO_VALUE = 0xFF

OK, REFUSED, OUT_OF_MEMORY, BAD_ARGUMENT, CANCELLED, FIELD_ABSENT = range(6)
VERTEX, LINEDEF, SIDEDEF, SECTOR, THING, GLOBAL, BLOCK, MAP, ENTITY, BRUSH, PATCH = range(11)
INTEGER, REAL, BOOLEAN, STRING, IDS, UNKNOWN_BLOCK, ANY, KEYWORD = range(8)
LUMP_NONE, LUMP_TEXTMAP, LUMP_DIRECTORY, LUMP_FILE, LUMP_MAP = 0, 1, 5, 6, 7
NOTE, WARNING, ERROR, RULE_OFF = range(4)
FORMAT_DOOM3 = 3
NUMBERS_LUMP_NAME, NUMBERS_PLANE = 3, 4
HOST_UINT8 = 1
PRODUCT_NODES, PRODUCT_BLOCKMAP, PRODUCT_REJECT, PRODUCT_PLANES = 1, 2, 4, 16
FORMATS = ("udmf", "doom", "hexen", "doom3")
CHILD_SUBSECTOR = 0x80000000

u8, u16, u32, u64 = C.c_uint8, C.c_uint16, C.c_uint32, C.c_uint64
i16, i32, i64, f64 = C.c_int16, C.c_int32, C.c_int64, C.c_double
size_t, ptr, text_p = C.c_size_t, C.c_void_p, C.c_char_p


class flatline_text(C.Structure):
    _fields_ = [("offset", u32), ("size", u32)]


class flatline_vertex(C.Structure):
    _fields_ = [("x", f64), ("y", f64)]


class flatline_linedef(C.Structure):
    _fields_ = [("v1", u32), ("v2", u32), ("sidefront", u32), ("sideback", u32), ("id", i32),
                ("special", i32), ("arg", i32 * 5), ("flags", u32)]


class flatline_sidedef(C.Structure):
    _fields_ = [("offsetx", f64), ("offsety", f64), ("texturetop", u32), ("texturebottom", u32),
                ("texturemiddle", u32), ("sector", u32)]


class flatline_sector(C.Structure):
    _fields_ = [("heightfloor", f64), ("heightceiling", f64), ("texturefloor", u32),
                ("textureceiling", u32), ("lightlevel", i32), ("special", i32), ("id", i32),
                ("planes", u32)]


class flatline_thing(C.Structure):
    _fields_ = [("x", f64), ("y", f64), ("height", f64), ("id", i32), ("angle", i32),
                ("type", i32), ("special", i32), ("arg", i32 * 5), ("flags", u32)]


class flatline_column(C.Structure):
    _fields_ = [("field", u16), ("element", u8), ("kind", u8), ("count", u32), ("elements", ptr),
                ("values", ptr)]


class flatline_value(C.Structure):
    _fields_ = [("string", ptr), ("size", u64), ("real", f64), ("integer", i32), ("boolean", u8),
                ("kind", u8)]


class flatline_unknown_value(C.Union):
    _fields_ = [("integer", i64), ("real", f64), ("boolean", i64), ("string", flatline_text),
                ("block_end", u64)]


class flatline_unknown(C.Structure):
    _fields_ = [("name", flatline_text), ("value", flatline_unknown_value), ("index", u32),
                ("element", u8), ("kind", u8), ("depth", u16)]


class flatline_finding(C.Structure):
    _fields_ = [("offset", u64), ("a", i64), ("b", i64), ("length", u32), ("index", u32),
                ("rule", u16), ("field", u16), ("severity", u8), ("element", u8), ("lump", u8),
                ("repaired", u8), ("refuses", u8), ("related_element", u8), ("unused", u8 * 2),
                ("related", u32)]


class flatline_seg(C.Structure):
    _fields_ = [("v1", u32), ("v2", u32), ("partner", u32), ("linedef", u32), ("side", u32)]


class flatline_subsector(C.Structure):
    _fields_ = [("first", u32), ("count", u32), ("sector", u32)]


class flatline_node(C.Structure):
    _fields_ = [("x", f64), ("y", f64), ("dx", f64), ("dy", f64), ("bbox", (f64 * 4) * 2),
                ("children", u32 * 2)]


class flatline_bsp(C.Structure):
    _fields_ = [("vertices", ptr), ("segs", ptr), ("subsectors", ptr), ("nodes", ptr),
                ("vertex_count", u32), ("seg_count", u32), ("subsector_count", u32),
                ("node_count", u32), ("original_vertices", u32), ("depth", u32),
                ("format", C.c_char * 8), ("kind", u32), ("stored_boxes", ptr),
                ("stored_angles", ptr)]


class flatline_blockmap_cell(C.Structure):
    _fields_ = [("first", u32), ("count", u32)]


class flatline_blockmap(C.Structure):
    _fields_ = [("cells", ptr), ("lines", ptr), ("origin_x", f64), ("origin_y", f64),
                ("columns", u32), ("rows", u32), ("entry_count", u32), ("from_lump", u32),
                ("skipped_zero", u32)]


class flatline_reject(C.Structure):
    _fields_ = [("bits", ptr), ("sector_count", u64)]


class flatline_plane(C.Structure):
    _fields_ = [("a", f64), ("b", f64), ("c", f64), ("d", f64)]


class flatline_arrays(C.Structure):
    _fields_ = [("vertices", ptr), ("linedefs", ptr), ("sidedefs", ptr), ("sectors", ptr),
                ("things", ptr), ("names", ptr), ("columns", ptr), ("ids", ptr),
                ("unknowns", ptr), ("sector_line_rows", ptr), ("sector_lines", ptr),
                ("vertex_count", u32), ("linedef_count", u32), ("sidedef_count", u32),
                ("sector_count", u32), ("thing_count", u32), ("name_count", u32),
                ("column_count", u32), ("id_count", u32), ("unknown_count", u32),
                ("sector_line_count", u32), ("nodes", flatline_bsp),
                ("blockmap", flatline_blockmap), ("reject", flatline_reject), ("planes", ptr),
                ("plane_sources", ptr), ("plane_count", u32)]


class flatline_doom3_plane(C.Structure):
    _fields_ = [("a", f64), ("b", f64), ("c", f64), ("d", f64)]


class flatline_doom3_pair(C.Structure):
    _fields_ = [("key", flatline_text), ("value", flatline_text)]


class flatline_doom3_side(C.Structure):
    _fields_ = [("plane", flatline_doom3_plane), ("matrix", (f64 * 3) * 2), ("material", u32),
                ("offset", u32), ("contents", i32), ("flags", i32), ("value", i32),
                ("quake_texture", u32)]


class flatline_doom3_brush(C.Structure):
    _fields_ = [("first_side", u32), ("side_count", u32), ("first_pair", u32),
                ("pair_count", u32), ("entity", u32), ("primitive", u32), ("offset", u32),
                ("kind", u16), ("flags", u16)]


class flatline_doom3_point(C.Structure):
    _fields_ = [("x", f64), ("y", f64), ("z", f64), ("s", f64), ("t", f64)]


class flatline_doom3_patch(C.Structure):
    _fields_ = [("first_point", u32), ("width", u32), ("height", u32), ("subdivisions", i32 * 2),
                ("settings", i32 * 3), ("material", u32), ("first_pair", u32),
                ("pair_count", u32), ("entity", u32), ("primitive", u32), ("offset", u32),
                ("kind", u16), ("flags", u16)]


class flatline_doom3_entity(C.Structure):
    _fields_ = [("origin", f64 * 3), ("first_pair", u32), ("pair_count", u32),
                ("first_brush", u32), ("brush_count", u32), ("first_patch", u32),
                ("patch_count", u32), ("offset", u32), ("flags", u32)]


class flatline_doom3_arrays(C.Structure):
    _fields_ = [("entities", ptr), ("pairs", ptr), ("primitive_pairs", ptr), ("brushes", ptr),
                ("sides", ptr), ("quake_textures", ptr), ("patches", ptr), ("points", ptr),
                ("materials", ptr), ("entity_count", u32), ("pair_count", u32),
                ("primitive_pair_count", u32), ("brush_count", u32), ("side_count", u32),
                ("quake_texture_count", u32), ("patch_count", u32), ("point_count", u32),
                ("material_count", u32), ("has_version", u32), ("version", f64)]


class flatline_work(C.Structure):
    _fields_ = [("limit", u64), ("used", u64)]


class flatline_host_column(C.Structure):
    _fields_ = [("base", ptr), ("stride", size_t), ("count", size_t), ("type", i32),
                ("range", i32), ("host_default", f64), ("bits", u32), ("otherwise", i32)]


class flatline_memory_hooks(C.Structure):
    _fields_ = [("acquire", ptr), ("release", ptr), ("context", ptr), ("seed", u64)]


class flatline_progress(C.Structure):
    _fields_ = [("report", ptr), ("context", ptr), ("interval_ms", u32)]


class flatline_jobs(C.Structure):
    _fields_ = [("run", ptr), ("context", ptr)]


class flatline_lump(C.Structure):
    _fields_ = [("data", ptr), ("size", size_t)]


class flatline_buffer(C.Structure):
    _fields_ = [("data", ptr), ("size", size_t), ("release", ptr), ("context", ptr)]


class flatline_field_row(C.Structure):
    _fields_ = [("name", text_p), ("fallback", text_p), ("alias_of", text_p), ("values", text_p),
                ("source", text_p), ("dialect", u8), ("block", u8), ("kind", u8),
                ("required", u8)]


class flatline_standard_field_row(C.Structure):
    _fields_ = [("name", text_p), ("bit", u32), ("field", u16), ("offset", u16), ("block", u8),
                ("kind", u8), ("is_name", u8), ("is_index", u8)]


class flatline_load_extras(C.Structure):
    _fields_ = [("namespace_override", text_p), ("grammar", i32), ("strict", i32),
                ("slope_rules", i32), ("gzdoom_plane_d", i32), ("blockmap_style", i32),
                ("unused", i32), ("repair_rules", ptr), ("repair_rule_count", size_t),
                ("unreadable", ptr), ("unreadable_count", size_t),
                ("build_progress", flatline_progress), ("jobs", flatline_jobs),
                ("thread_bytes", u64), ("work", C.POINTER(flatline_work)), ("short_reject", i32),
                ("field_gate", i32), ("arg0_is_id", i32), ("unused2", i32)]


class flatline_options(C.Structure):
    _fields_ = [("struct_size", size_t), ("limits", ptr), ("memory", flatline_memory_hooks),
                ("progress", flatline_progress), ("products", u32), ("repair", i32),
                ("threads", u32), ("unused", u32), ("znodes", flatline_lump),
                ("blockmap", flatline_lump), ("reject", flatline_lump),
                ("extras", flatline_load_extras)]


class flatline_nodes_options(C.Structure):
    _fields_ = [("struct_size", size_t), ("limits", ptr), ("memory", flatline_memory_hooks),
                ("progress", flatline_progress), ("strict", i32), ("stored_boxes", i32),
                ("jobs", flatline_jobs), ("threads", u32), ("unused", u32)]


class flatline_doom3_options(C.Structure):
    _fields_ = [("struct_size", size_t), ("limits", ptr), ("memory", flatline_memory_hooks),
                ("partial", i32), ("escapes", i32), ("progress", flatline_progress),
                ("work", C.POINTER(flatline_work))]


class flatline_map_entry(C.Structure):
    _fields_ = [("name", text_p), ("path", text_p), ("lump_count", u32), ("format", u8),
                ("bare", u8), ("supported", u8)]


class flatline_map_lump(C.Structure):
    _fields_ = [("name", text_p), ("offset", u64), ("size", u64), ("readable", i32)]


class flatline_check_options(C.Structure):
    _fields_ = [("struct_size", size_t), ("limits", ptr), ("archive", ptr),
                ("archive_map", size_t), ("levels", ptr), ("level_count", size_t),
                ("memory", flatline_memory_hooks), ("progress", flatline_progress),
                ("resources", ptr), ("behavior", ptr), ("behavior_size", size_t),
                ("work", C.POINTER(flatline_work)), ("game", u32), ("unused", u32)]


class flatline_resources_options(C.Structure):
    _fields_ = [("struct_size", size_t), ("limits", ptr), ("memory", flatline_memory_hooks),
                ("texture_sizes", u8), ("report", ptr), ("context", ptr)]


class flatline_location(C.Structure):
    _fields_ = [("offset", u64), ("line", u64), ("column", u64), ("point", flatline_vertex)]


STRUCTS = [s for s in list(globals().values())
           if isinstance(s, type) and issubclass(s, C.Structure) and s.__module__ == __name__]

_P = C.POINTER
_SIZE, _FINDING = _P(size_t), _P(flatline_finding)

# Name of a function: what it returns, and its arguments.
_FUNCTIONS = {
    "version": (text_p,),
    "work_of_file": (flatline_work, ptr, u64),
    "buffer_free": (None, _P(flatline_buffer)),
    "free": (None, ptr),
    "findings": (ptr, ptr, _SIZE),
    "dialect_name": (text_p, u8),
    "dialect_field": (flatline_field_row, u8, size_t),
    "standard_field": (flatline_standard_field_row, size_t),
    "find_field": (u16, u8, text_p),
    "field_name": (text_p, u16),
    "map_format": (u8, ptr),
    "map_arrays": (_P(flatline_arrays), ptr),
    "map_text": (ptr, ptr, flatline_text, _SIZE),
    "map_name": (ptr, ptr, u32, _SIZE),
    "map_textmap": (ptr, ptr, _SIZE),
    "map_namespace": (ptr, ptr, _SIZE),
    "map_dialect": (text_p, ptr),
    "map_column": (_P(flatline_column), ptr, u16),
    "field_default_value": (flatline_value, ptr, u16),
    "map_given": (C.c_int, ptr, u16, _P(flatline_host_column), ptr),
    "find_rule": (u16, text_p),
    "rule_id": (text_p, u16),
    "rule_default_level": (u8, u16),
    "rule_numbers": (u8, u16),
    "rule_sentence": (text_p, u16),
    "make_finding": (flatline_finding, u16, u8, u64, i64, i64),
    "severity_name": (text_p, u8),
    "element_name": (text_p, u8),
    "lump_name": (text_p, u8),
    "describe": (size_t, ptr, _FINDING, ptr, size_t),
    "locate": (None, ptr, _FINDING, size_t, _P(flatline_location)),
    "build_nodes": (C.c_int, ptr, _P(flatline_nodes_options), _P(ptr)),
    "built_nodes_bsp": (_P(flatline_bsp), ptr),
    "doom3_map_arrays": (_P(flatline_doom3_arrays), ptr),
    "doom3_map_text": (ptr, ptr, flatline_text, _SIZE),
    "doom3_map_source": (ptr, ptr, _SIZE),
    "doom3_map_class_name": (ptr, ptr, u32, _SIZE),
    "archive_broken": (C.c_int, ptr),
    "archive_map_count": (size_t, ptr),
    "archive_map": (flatline_map_entry, ptr, size_t),
    "archive_find_lump": (u32, ptr, size_t, text_p, i32),
    "archive_finding": (ptr, ptr, size_t, _P(text_p), _P(text_p)),
    "archive_load": (C.c_int, ptr, size_t, ptr, _P(flatline_options), _P(ptr)),
    "archive_load_doom3": (C.c_int, ptr, size_t, ptr, _P(flatline_doom3_options), _P(ptr)),
    "archive_read_lump": (C.c_int, ptr, size_t, u32, _P(flatline_buffer), ptr),
    "resources_new": (C.c_int, _P(flatline_resources_options), _P(ptr)),
    "resources_add_archive": (C.c_int, ptr, ptr),
    "resources_add_game_config": (C.c_int, ptr, ptr, text_p),
    "resources_set_base": (None, ptr, ptr),
    "check": (C.c_int, ptr, _P(flatline_check_options), _P(ptr)),
    "doom3_check": (C.c_int, ptr, _P(flatline_check_options), _P(ptr)),
}


def _library_names() -> List[str]:
    if sys.platform == "darwin":
        return ["libflatline.dylib", "libflatline_physfs.dylib"]
    if sys.platform == "win32":
        return ["flatline.dll", "flatline_physfs.dll"]
    return ["libflatline.so", "libflatline_physfs.so"]


class _Library:
    """All functions of the two libraries. Each call releases the interpreter lock."""

    def __init__(self) -> None:
        own = Path(__file__).parent / "lib"
        folder = Path(os.environ.get("FLATLINE_LIBRARY") or own)
        try:
            core, physfs = (C.CDLL(str(folder / name)) for name in _library_names())
        except OSError as error:
            raise ImportError(
                f"the library of Flatline is not in {folder}: {error}. Install the wheel that "
                "tools/build-python makes, or name its folder in FLATLINE_LIBRARY") from error
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(core, "flatline_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.open_path: Any = physfs.flatline_physfs_open_path
        self.open_path.restype, self.open_path.argtypes = C.c_int, [text_p, ptr, _P(ptr)]
        found = self.version().decode()
        if found != VERSION:
            raise ImportError(f"the library in {folder} is Flatline {found}, the package is of "
                              f"{VERSION}: their structs may differ")

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


lib = _Library()
