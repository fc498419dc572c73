"""Compares the verdicts of `flatline check` with what ports did.

A table of what ports did has a row for each run: file, port, real, words. `real` is loads, stops,
crash or hang.
"""
import json
import subprocess

PORTS = ("gzdoom", "srb2", "dsda", "woof", "eternity", "zdbsp")
ENDS = ("loads", "stops", "crash", "hang")

# (real, verdict) -> wrong, soft. What is not here is right. A soft verdict names the wrong kind of
# end, or leaves open what the port does for certain.
KINDS = {
    ("loads", "refuses"): "wrong",
    ("loads", "undefined"): "soft",
    ("stops", "loads"): "wrong",
    ("stops", "repairs"): "wrong",
    ("stops", "undefined"): "soft",
    ("crash", "loads"): "wrong",
    ("crash", "repairs"): "wrong",
    ("crash", "refuses"): "soft",
    ("hang", "loads"): "wrong",
    ("hang", "repairs"): "wrong",
    ("hang", "refuses"): "soft",
}


def read_table(path):
    """The rows of a table as (file, port, real, words)."""
    rows = []
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in list(lines)[1:]:
            if line.startswith("#") or not line.strip():
                continue
            cells = (line.rstrip("\n").split("\t") + [""] * 4)[:4]
            rows.append(tuple(cells))
    return rows


def verdicts_of(tool, folder, files):
    """{file: {port: {"verdict": ..., "rule": ...}}}, of the first map of each file."""
    made = {}
    names = sorted(files)
    for first in range(0, len(names), 200):
        chunk = names[first : first + 200]
        run = subprocess.run(
            [tool, "check", "--json", "--target", ",".join(PORTS), *chunk],
            cwd=folder,
            capture_output=True,
            check=False,
        )
        for line in run.stdout.decode("utf-8", "replace").splitlines():
            row = json.loads(line)
            if row.get("type") == "map" and row["file"] not in made:
                made[row["file"]] = row.get("verdicts", {})
    return made


def compare(rows, made):
    """A list of (kind, file, port, real, verdict, rule, words), the right ones among them."""
    found = []
    for file, port, real, words in rows:
        told = made.get(file, {}).get(port)
        if told is None:
            found.append(("none", file, port, real, "", "", words))
            continue
        kind = KINDS.get((real, told["verdict"]), "right")
        found.append((kind, file, port, real, told["verdict"], told.get("rule", ""), words))
    return found


def print_comparison(found, out):
    """Each row that is not right, and counts by port."""
    for row in found:
        if row[0] != "right":
            out.write("\t".join(row) + "\n")
    out.write("port\tright\twrong\tsoft\tnone\n")
    for port in PORTS + ("all",):
        of_port = [row for row in found if port in ("all", row[2])]
        if of_port:
            counts = [sum(r[0] == kind for r in of_port) for kind in ("right", "wrong", "soft", "none")]
            out.write("\t".join([port, *map(str, counts)]) + "\n")

