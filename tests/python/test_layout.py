"""The structs of the package are those of flatline/types.h, by a C compiler."""
import ctypes
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from flatline import _c, _memory
from support import ROOT

CONSTANTS = [name for name, value in vars(_c).items() if name.isupper() and isinstance(value, int)]
# Kinds of numbers, as C11 and ctypes have them.
SIGNED = "signed char: 'i', short: 'i', int: 'i', long: 'i'"
UNSIGNED = "unsigned char: 'u', unsigned short: 'u', unsigned: 'u', unsigned long: 'u'"
LETTERS = {**dict.fromkeys("bhilq", "i"), **dict.fromkeys("BHILQ", "u"), "d": "f", "c": "c"}


def number_of(kind):
    """How C names an element of an array of `kind`, and which kind of number it is."""
    suffix = ""
    while issubclass(kind, ctypes.Array):
        kind, suffix = kind._type_, suffix + "[0]"
    return suffix, LETTERS.get(getattr(kind, "_type_", None), "-")


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
                suffix, letter = number_of(kind)
                rows.append(f'printf("{name}.{field} %zu %zu %c\\n", offsetof({name}, {field}), '
                            f"sizeof((({name}*)0)->{field}), NUMBER((({name}*)0)->{field}{suffix}));")
                wanted.append(f"{name}.{field} {member.offset} {member.size} {letter}")
        for name in CONSTANTS:
            rows.append(f'printf("{name} %llu\\n", (unsigned long long)FLATLINE_{name});')
            wanted.append(f"{name} {getattr(_c, name)}")
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "layout.c"
            source.write_text("#include <stdio.h>\n#include <stddef.h>\n"
                              '#include "flatline/flatline.h"\n'
                              f"#define NUMBER(x) _Generic(x, {SIGNED}, {UNSIGNED}, "
                              "double: 'f', char: 'c', default: '-')\nint main(void) {\n"
                              + "\n".join(rows) + "\nreturn 0;\n}\n")
            subprocess.run([compiler, "-std=c11", "-I", ROOT / "engine/include", source, "-o",
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
