#!/usr/bin/env python3
"""edit.py EDITS FOLDER: edits sources in C by the names of their functions.

A row of EDITS is file, function, edit and text, with tabs between. Each edit must find exactly what
it names; else the script stops and says which row does not fit this revision.
"""
import pathlib
import re
import sys


def definition(text, name):
    """Start of the definition's first line, and the place behind its opening brace."""
    pattern = r"^(?:[A-Za-z_][\w \t*]*?[ \t*])%s[ \t]*\([^;{]*?\)[ \t]*(?://[^\n]*)?\s*\{" % re.escape(name)
    found = list(re.finditer(pattern, text, re.MULTILINE))
    if len(found) != 1:
        sys.exit(f"edit.py: {len(found)} definitions of {name}")
    return found[0].start(), found[0].end()


def apply(text, name, edit, line):
    start, body = definition(text, name)
    if edit == "before":
        return text[:start] + line + "\n" + text[start:]
    if edit == "inside":
        return text[:body] + "\n" + line + text[body:]
    if edit == "exported":
        changed, count = re.subn(r"^static[ \t]+(?=[\w \t*]*\b%s[ \t]*\()" % re.escape(name), "",
                                 text, flags=re.MULTILINE)
        if count == 0:
            sys.exit(f"edit.py: {name} is not static")
        return changed
    sys.exit(f"edit.py: unknown edit {edit}")


def main():
    rows, folder = sys.argv[1:]
    for row in pathlib.Path(rows).read_text().splitlines():
        if not row or row.startswith("#"):
            continue
        file, name, edit, line = row.split("\t")
        path = pathlib.Path(folder, file)
        path.write_text(apply(path.read_text(encoding="latin-1"), name, edit, line),
                        encoding="latin-1")


if __name__ == "__main__":
    main()
