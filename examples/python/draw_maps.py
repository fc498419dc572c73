#!/usr/bin/env python3
"""Draws one map of freedoom, and how long the lines of all its maps are.

    python3 examples/python/draw_maps.py [FILE.wad [PICTURE.png]]

Each part between "# %%" is a cell for editors that run notebooks of this form. Needs the wheel of
tools/build-python, and matplotlib. docs/python.png is its output.
"""
# %% The maps of a file. Arrays are numpy's, without a copy.
import sys

import flatline as fl
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.collections import LineCollection  # noqa: E402

path = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/games/doom/freedoom2.wad"
picture = sys.argv[2] if len(sys.argv) > 2 else "freedoom.png"
first = fl.open(path)[0]

# %% One map: a segment for each line, walls dark, lines with two sides light.
vertices, lines = first.vertices, first.linedefs
xy = np.column_stack([vertices["x"], vertices["y"]])
segments = np.stack([xy[lines["v1"]], xy[lines["v2"]]], axis=1)
is_wall = lines["sideback"] == fl.NONE

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.2), dpi=80)
left.add_collection(LineCollection(segments[~is_wall], colors="#b9a27c", linewidths=0.6))
left.add_collection(LineCollection(segments[is_wall], colors="#3a2f25", linewidths=1))
things = first.things
left.plot(things["x"], things["y"], ".", color="#b33a2e", markersize=2)
left.set_title(f"{first.name}: {len(lines)} lines, {len(things)} things")
left.set_aspect("equal")
left.autoscale_view()
left.set_axis_off()


# %% All maps: the length of each line, in map units.
def lengths(m):
    xy = np.column_stack([m.vertices["x"], m.vertices["y"]])
    return np.hypot(*(xy[m.linedefs["v2"]] - xy[m.linedefs["v1"]]).T)


# A Doom 3 map has no lines.
maps = [m for m in fl.load_many([path], errors="skip") if isinstance(m, fl.Map)]
all_lengths = np.concatenate([lengths(m) for m in maps])
right.hist(all_lengths, bins=np.geomspace(1, 4096, 49), color="#5b7a99")
right.set_xscale("log", base=2)
right.set_xlabel("length of a line, map units")
right.set_ylabel("lines")
right.set_title(f"{len(all_lengths)} lines of {len(maps)} maps")
figure.tight_layout()
figure.savefig(picture)
print(f"{picture}: {first.name} and {len(maps)} maps, {len(all_lengths)} lines")
