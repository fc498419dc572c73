"""Two rooms side by side, as text and as binary lumps, with nodes laid by hand."""
import struct

VERTICES = [(0, 0), (512, 0), (1024, 0), (1024, 512), (512, 512), (0, 512)]
# v1, v2, front side, back side or -1
LINES = [(5, 4, 0, -1), (4, 3, 1, -1), (3, 2, 2, -1), (2, 1, 3, -1), (1, 0, 4, -1), (0, 5, 5, -1),
         (4, 1, 6, 7)]
SECTOR_OF_SIDE = [0, 1, 1, 1, 0, 0, 0, 1]
THINGS = [(256, 256, 90, 1), (768, 256, 0, 3004), (256, 128, 0, 2)]
# By subsector: v1, line, side.
SEGS = [[(5, 0, 0), (4, 6, 0), (1, 4, 0), (0, 5, 0)], [(4, 1, 0), (3, 2, 0), (2, 3, 0), (1, 6, 1)]]
WALL, FLAT = "STARTAN3", "FLOOR0_1"
NODE = (512, 512, 0, -512, 512, 0, 0, 512, 512, 0, 512, 1024)


def text(namespace):
    """Statements a line, so that a change finds its place by what stands there."""
    out = [f'namespace = "{namespace}";']

    def block(kind, fields):
        out.extend([kind, "{"] + [f"{key} = {value};" for key, value in fields] + ["}"])

    for x, y, angle, kind in THINGS:
        flags = [(f"skill{i}", "true") for i in range(1, 6)] + [("single", "true")]
        block("thing", [("x", f"{x}.0"), ("y", f"{y}.0"), ("angle", angle), ("type", kind)] + flags)
    for x, y in VERTICES:
        block("vertex", [("x", f"{x}.0"), ("y", f"{y}.0")])
    for v1, v2, front, back in LINES:
        two = [("sideback", back), ("twosided", "true")] if back >= 0 else [("blocking", "true")]
        block("linedef", [("v1", v1), ("v2", v2), ("sidefront", front)] + two)
    for sector in SECTOR_OF_SIDE:
        block("sidedef", [("sector", sector), ("texturemiddle", f'"{WALL}"')])
    for floor in (0, 8):
        block("sector", [("heightfloor", floor), ("heightceiling", 128), ("lightlevel", 192),
                         ("texturefloor", f'"{FLAT}"'), ("textureceiling", f'"{FLAT}"')])
    return "\n".join(out) + "\n"


def longs(*values):
    return struct.pack(f"<{len(values)}I", *(v & 0xFFFFFFFF for v in values))


def shorts(*values):
    return struct.pack(f"<{len(values)}H", *(v & 0xFFFF for v in values))


def nodes_record(form):
    """The one node of the extended forms."""
    if form == "XGL3":
        return struct.pack("<4i", *(v * 65536 for v in NODE[:4])) + shorts(*NODE[4:])
    return shorts(*NODE)


def extended(form, segs=None, vertices=len(VERTICES), added=(), nodes=None, children=None):
    """Nodes of a form. `segs`: by subsector (v1, partner, line, side); of XNOD the partner is v2."""
    if segs is None:
        segs = [[(v, nxt[0] if form == "XNOD" else -1, line, side)
                 for (v, line, side), nxt in zip(of, of[1:] + of[:1])] for of in SEGS]
    out = form.encode() + longs(vertices, len(added))
    for x, y in added:
        out += longs(x * 65536, y * 65536)
    out += longs(len(segs), *(len(of) for of in segs)) + longs(sum(len(of) for of in segs))
    for of in segs:
        for v1, partner, line, side in of:
            wide = form in ("XGL2", "XGL3")
            out += longs(v1, partner) + (longs(line) if wide else shorts(line)) + bytes([side])
    if nodes is None:
        child = children or (0x80000000, 0x80000001)
        nodes = longs(1) + nodes_record(form) + longs(*child)
    return out + nodes


def name8(name):
    return name.encode().ljust(8, b"\0")[:8]


def binary(hexen=False):
    """The lumps of a binary map by name, in their usual order."""
    lumps = {}
    lumps["THINGS"] = b"".join(
        shorts(0, x, y, 0, a, t, 7) + bytes(6) if hexen else shorts(x, y, a, t, 7) for x, y, a, t in THINGS)
    lumps["LINEDEFS"] = b"".join(
        shorts(v1, v2, 4 if back >= 0 else 1) + (bytes(6) if hexen else shorts(0, 0)) + shorts(front, back)
        for v1, v2, front, back in LINES)
    lumps["SIDEDEFS"] = b"".join(
        shorts(0, 0) + name8("-") * 2 + name8(WALL) + shorts(s) for s in SECTOR_OF_SIDE)
    lumps["VERTEXES"] = b"".join(shorts(x, y) for x, y in VERTICES)
    segs = [(v, of[(i + 1) % 4][0], line, side) for of in SEGS for i, (v, line, side) in enumerate(of)]
    lumps["SEGS"] = b"".join(shorts(v1, v2, 0, line, side, 0) for v1, v2, line, side in segs)
    lumps["SSECTORS"] = shorts(4, 0, 4, 4)
    lumps["NODES"] = shorts(*NODE, 0x8000, 0x8001)
    lumps["SECTORS"] = b"".join(
        shorts(floor, 128) + name8(FLAT) * 2 + shorts(192, 0, 0) for floor in (0, 8))
    lumps["REJECT"] = bytes(1)
    lumps["BLOCKMAP"] = b""
    if hexen:
        lumps["BEHAVIOR"] = b"ACS\0" + longs(8, 0, 0)
    return lumps


def wad(lumps):
    """A WAD of (name, bytes) pairs."""
    body = b"".join(data for _, data in lumps)
    at = 12
    directory = b""
    for name, data in lumps:
        directory += longs(at, len(data)) + name8(name)
        at += len(data)
    return b"PWAD" + longs(len(lumps), 12 + len(body)) + body + directory
