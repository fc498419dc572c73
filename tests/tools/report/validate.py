#!/usr/bin/env python3
"""validate.py xml|json|lines|sarif SCHEMA FILE...: parses each FILE with Python's own parsers.

xml: no SCHEMA; prints FILE as JSON: [tag, attributes, text, [children]]. json: one text, against
SCHEMA. lines: JSON Lines, each object against the schema's $defs entry of its "type". sarif: as
json, and what the schema cannot say. Exit 1: says what is wrong; 77: no jsonschema here.
"""
import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

# Under these keys the words matter to a schema; other strings are just strings to it.
WORDS = {"schema", "format", "kind", "plane_space", "source"}


def tree(node):
    return [node.tag, node.attrib, node.text or "", [tree(child) for child in node]]


def shape(value, key=None):
    """All that a schema of ours can tell apart: types, which numbers are below -1 or 0, words."""
    if isinstance(value, dict):
        return tuple((k, shape(v, k)) for k, v in value.items())
    if isinstance(value, list):
        shapes = [shape(v) for v in value]
        return frozenset(shapes) if len(value) > 8 else tuple(shapes)
    if isinstance(value, str):
        return value if key in WORDS else "s"
    if value is None or isinstance(value, bool):
        return value is None
    return (value == int(value), value < -1, value < 0)


def thinned(value):
    """`value` with one item of each shape in its long lists: a dump has millions of the same."""
    if isinstance(value, dict):
        return {k: thinned(v) for k, v in value.items()}
    if isinstance(value, list) and len(value) > 8:
        return [thinned(v) for v in {shape(v): v for v in value}.values()]
    return value


def load(path):
    with open(path, encoding="utf-8") as text:
        return json.load(text)


def validator_of(path):
    schema = load(path)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    # Names of sibling files are relative to the schema's own, where it does not say another one.
    base = schema.get("id", pathlib.Path(path).resolve().as_uri())
    return kind(schema, resolver=jsonschema.RefResolver(base, schema))


def wrong_with(validator, value, where):
    wrong = 0
    for error in validator.iter_errors(value):
        place = "/".join(str(part) for part in error.absolute_path)
        print(f"{where}: {place}: {error.message[:300]}")
        wrong += 1
    return wrong


def check_lines(path, validator, by_type):
    wrong = count = 0
    with open(path, encoding="utf-8") as lines:
        for count, line in enumerate(lines, 1):
            value = json.loads(line)
            kind = value.get("type")
            wrong += wrong_with(by_type.get(kind, validator), value, f"{path}:{count}")
            if (count == 1) != (kind == "run"):
                print(f"{path}:{count}: the first object, and no other, has the type run")
                wrong += 1
    return wrong, count


def check_sarif(path, validator):
    log = load(path)
    wrong = wrong_with(validator, log, path)
    count = 0
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            count += 1
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                print(f"{path}: {result['ruleId']} has the index of another rule")
                wrong += 1
    return wrong, count


def main():
    kind, schema, *paths = sys.argv[1:]
    if kind == "xml":
        print(json.dumps(tree(ElementTree.parse(paths[0]).getroot())))
        return 0
    global jsonschema
    try:
        import jsonschema
    except ImportError:
        print("Debian's package python3-jsonschema is not installed")
        return 77
    validator = validator_of(schema)
    types = validator.schema.get("$defs", {})
    by_type = {name: validator.evolve(schema=part) for name, part in types.items()}
    wrong = count = 0
    for path in paths:
        if kind == "lines":
            more, objects = check_lines(path, validator, by_type)
        elif kind == "sarif":
            more, objects = check_sarif(path, validator)
        else:
            more, objects = wrong_with(validator, thinned(load(path)), path), 1
        wrong += more
        count += objects
    print(f"{count} values")
    return wrong != 0


sys.exit(main())
