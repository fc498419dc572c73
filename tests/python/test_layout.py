"""The structs of the package are those of flatline/types.h, by a C compiler."""
import ctypes
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from flatline import _c, _memory
from support import ROOT

CONSTANTS = {"NONE": "NONE", "NO_OFFSET": "NO_OFFSET", "NO_FIELD": "NO_FIELD",
             "NO_VALUE": "NO_VALUE", "OK": "OK", "REFUSED": "REFUSED",
             "OUT_OF_MEMORY": "OUT_OF_MEMORY", "VERTEX": "VERTEX", "THING": "THING",
             "MAP": "MAP", "ENTITY": "ENTITY", "BRUSH": "BRUSH", "PATCH": "PATCH",
             "GLOBAL": "GLOBAL", "INTEGER": "INTEGER", "REAL": "REAL", "BOOLEAN": "BOOLEAN",
             "STRING": "STRING", "IDS": "IDS", "UNKNOWN_BLOCK": "UNKNOWN_BLOCK",
             "LUMP_TEXTMAP": "LUMP_TEXTMAP", "LUMP_DIRECTORY": "LUMP_DIRECTORY",
             "LUMP_FILE": "LUMP_FILE", "LUMP_MAP": "LUMP_MAP", "NOTE": "NOTE",
             "WARNING": "WARNING", "ERROR": "ERROR", "RULE_OFF": "RULE_OFF",
             "FORMAT_DOOM3": "FORMAT_DOOM3", "NUMBERS_LUMP_NAME": "NUMBERS_LUMP_NAME",
             "NUMBERS_PLANE": "NUMBERS_PLANE", "HOST_UINT8": "HOST_UINT8",
             "PRODUCT_NODES": "PRODUCT_NODES", "PRODUCT_BLOCKMAP": "PRODUCT_BLOCKMAP",
             "PRODUCT_REJECT": "PRODUCT_REJECT", "PRODUCT_PLANES": "PRODUCT_PLANES",
             "CHILD_SUBSECTOR": "CHILD_SUBSECTOR"}


class Layout(unittest.TestCase):
    def test_sizes_offsets_and_constants(self):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang-14")
        self.assertTrue(compiler, "the libraries were compiled, so there is a compiler")
        rows, wanted = [], []
        for struct in _c.STRUCTS:
            name = struct.__name__
            rows.append(f'printf("{name} %zu\\n", sizeof({name}));')
            wanted.append(f"{name} {ctypes.sizeof(struct)}")
            for field, kind in struct._fields_:
                member = getattr(struct, field)
                rows.append(f'printf("{name}.{field} %zu %zu\\n", offsetof({name}, {field}), '
                            f"sizeof((({name}*)0)->{field}));")
                wanted.append(f"{name}.{field} {member.offset} {member.size}")
        for own, name in CONSTANTS.items():
            rows.append(f'printf("{name} %llu\\n", (unsigned long long)FLATLINE_{name});')
            wanted.append(f"{name} {getattr(_c, own)}")
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "layout.c"
            source.write_text("#include <stdio.h>\n#include <stddef.h>\n"
                              '#include "flatline/flatline.h"\nint main(void) {\n'
                              + "\n".join(rows) + "\nreturn 0;\n}\n")
            subprocess.run([compiler, "-std=c99", "-I", ROOT / "engine/include", source, "-o",
                            Path(folder) / "layout"], check=True)
            found = subprocess.run([Path(folder) / "layout"], check=True, capture_output=True,
                                   text=True).stdout.splitlines()
        self.assertGreater(len(wanted), 300)
        self.assertEqual(found, wanted)

    def test_dtypes_are_the_structs(self):
        for struct in (_c.flatline_vertex, _c.flatline_linedef, _c.flatline_sidedef,
                       _c.flatline_sector, _c.flatline_thing, _c.flatline_seg, _c.flatline_node,
                       _c.flatline_doom3_side, _c.flatline_doom3_entity):
            dtype = _memory.dtype_of(struct)
            self.assertEqual(dtype.itemsize, ctypes.sizeof(struct))
            for name, _ in struct._fields_:
                self.assertEqual(dtype.fields[name][1], getattr(struct, name).offset)

    def test_version_is_the_library_s(self):
        text = (ROOT / "engine/include/flatline/version.h").read_text()
        self.assertIn(f'"{_c.VERSION}"', text)
        self.assertEqual(_c.lib.version().decode(), _c.VERSION)
