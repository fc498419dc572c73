"""Maps that differ from a sound one in one thing: cases() gives (name, bytes of a WAD)."""
import re
import struct
import zlib

import base


def put(old, new, count=1):
    """A change of a text: the first `old` becomes `new`."""
    def change(text):
        assert old in text, old
        return text.replace(old, new, count)
    return change


def tail(more):
    return lambda text: text + more


def head(more):
    return lambda text: more + text


def without(kind, field=None):
    """No elements of the kind, or none of its fields of that name."""
    if field is None:
        return lambda text: re.sub(rf"^{kind}\n{{\n[^}}]*}}\n", "", text, flags=re.M)
    return lambda text: re.sub(rf"(^{kind}\n{{\n(?:(?!}})[^\n]*\n)*?){field} = [^\n]*\n", r"\1", text,
                               count=1, flags=re.M)


X, TYPE = "vertex\n{\nx = 0.0;", "type = 1;"
NUL = "\0"
REALS = ["+5", "- 5", "--5", ".5", "5.", ".", "1e2", "1E2", "10e1", "1.5e+1", "1.5e-1", "1e", "0x10", "0x",
         "-0x10", "0x1p3", "0x1e", "08", "010", "00", "5u", "5f", "nan", "inf", "-inf", "infinity",
         "32767", "32767.5", "32768", "40000", "-32768", "-32769", "1e10", "1e400", "1e-400", "true", "abc",
         '"0"', '""', "", "0 0", "5,", "1_0", "0.0000000000000000000000000000001", "9" * 400, "'5'", "#5"]
INTEGERS = ["+1", "- 1", "-1", "01", "08", "0x1", "0x", "1.0", "1.5", "1.", ".1", "1e0", "10e-1", "1u", "1l",
            "32768", "65536", "70000", "2147483647", "2147483648", "4294967297", "99999999999", "true", "one",
            '"1"', "", "1 1", "nan", "inf", "1;1", "0000000001"]
STRINGS = ['"a\\"b"', '"a\\\\"', '"a\\n"', '"a\\q"', '"a\nb"', '"a\rb"', '"a\tb"', '"\x01"', '"\x7f"', '"\xe4"',
           "'a'", "a", "5", "true", '""', '"a" "b"', '"a', '"//"', '"/*"', '"{}"', '";"', '"' + "a" * 2000 + '"',
           '"' + "a" * 40957 + '"', '"' + "a" * 40958 + '"', '"' + "a" * 70000 + '"']
BOOLEANS = ["True", "TRUE", "false", "1", "0", '"true"', "yes", "t", "", "truee", "true true"]
KEYS = ["x2", "_x", "X", "2x", "x-y", "x.y", "x/y", "x\\y", "$x", "infx", "nanx", "user_x", "true", "vertex",
        "a" * 31, "a" * 33, "a" * 3000, "\xe4", "'x'", "#x"]
BLANKS = {"tab": "\t", "vt": "\v", "ff": "\f", "cr": "\r", "crlf": "\r\n", "nul": NUL, "ctrlz": "\x1a",
          "nbsp": "\xa0", "bom": "\ufeff", "comma": ",", "semi": ";", "one": "\x01", "del": "\x7f"}
COMMENTS = {"slashstarslash": "/*/ a */", "nested": "/* /* */", "nested2": "/* /* */ */", "empty": "/**/",
            "stars": "/***/", "line": "// a\n", "hash": "# a\n", "open": "/* a", "openline": "// a",
            "lone": "/", "semicolon": "; a\n", "region": "#region a\n"}
NAMESPACES = ["doom", "Doom", " doom", "heretic", "hexen", "strife", "zdoom", "zdoomtranslated", "vavoom",
              "srb2", "eternity", "dsda", "woof", "mbf21", "", "foo"]


def spelling_cases():
    for i, value in enumerate(REALS):
        yield f"x_{i}", put(X, f"vertex\n{{\nx = {value};")
    for i, value in enumerate(INTEGERS):
        yield f"type_{i}", put(TYPE, f"type = {value};")
        yield f"v1_{i}", put("v1 = 5;", f"v1 = {value};")
    for i, value in enumerate(STRINGS):
        yield f"tex_{i}", put(f'texturefloor = "{base.FLAT}";', f"texturefloor = {value};")
        yield f"comment_{i}", put("sector\n{", f"sector\n{{\ncomment = {value};")
    for i, value in enumerate(BOOLEANS):
        yield f"flag_{i}", put("single = true;", f"single = {value};")
    for i, key in enumerate(KEYS):
        yield f"key_{i}", put(X, f"vertex\n{{\n{key} = 1;\nx = 0.0;")
        yield f"global_{i}", put(";\n", f";\n{key} = 1;\n")
    for i, (key, value) in enumerate([("skewed", "true"), ("arg0", "1.5"), ("alpha", '"0.5"'), ("moreids", "5"),
                                      ("id", "1.5"), ("arg1", '"a"'), ("xscroll", "1.5"), ("health", '"a"')]):
        for kind in ("linedef", "sidedef", "sector", "thing"):
            yield f"field_{kind}_{i}", put(f"{kind}\n{{", f"{kind}\n{{\n{key} = {value};")


def grammar_cases():
    for name, blank in BLANKS.items():
        yield f"g_{name}_key", put(X, f"vertex\n{{\nx{blank}= 0.0;")
        yield f"g_{name}_block", put("vertex\n{\n", f"vertex\n{{\n{blank}")
        yield f"g_{name}_map", put("vertex\n", f"{blank}vertex\n")
        yield f"g_{name}_first", head(blank)
        yield f"g_{name}_last", tail(blank)
    for name, comment in COMMENTS.items():
        yield f"g_comment_{name}_block", put("vertex\n{\n", f"vertex\n{{\n{comment}\n")
        yield f"g_comment_{name}_value", put(X, f"vertex\n{{\nx = {comment} 0.0;")
        yield f"g_comment_{name}_last", tail(comment)
        yield f"g_comment_{name}_first", head(comment)
    odd = {"colon": put(X, "vertex\n{\nx : 0.0;"), "eqeq": put(X, "vertex\n{\nx == 0.0;"),
           "noeq": put(X, "vertex\n{\nx 0.0;"), "nosemi": put(X, "vertex\n{\nx = 0.0"),
           "twosemi": put(X, X + ";"), "noopen": put("vertex\n{\n", "vertex\n"),
           "noclose": lambda t: t.replace("}\nvertex", "vertex", 1), "close": tail("}\n"), "open": tail("{\n"),
           "unclosed": lambda t: t[:-2], "lastbyte": lambda t: t[:-1], "twoopen": put("vertex\n{\n", "vertex\n{{\n"),
           "word": tail("word\n"), "wordnum": tail("word 5;\n"), "semi": tail(";\n"),
           "unknown": tail("foo\n{\na = 1;\n}\n"), "unknown_first": put(";\n", ";\nfoo\n{\na = 1;\n}\n"),
           "unknown_empty": tail("foo\n{\n}\n"), "unknown_nested": tail("foo\n{\nbar\n{\na = 1;\n}\n}\n"),
           "unknown_nested_first": put(";\n", ";\nfoo\n{\nbar\n{\na = 1;\n}\n}\n"),
           "nested": put(X, "vertex\n{\nfoo\n{\na = 1;\n}\nx = 0.0;"), "empty_block": tail("vertex\n{\n}\n"),
           "global_block": put(";\n", ";\nfoo = vertex;\n"), "global_string": put(";\n", ';\nfoo = "vertex";\n'),
           "global_late": tail("foo = 1;\n"), "string_open": tail('foo = "abc'), "string_last": tail('foo = "'),
           "string_lone": tail('"abc"\n'), "empty": lambda t: "", "blank": lambda t: "\n",
           "only_ns": lambda t: t[: t.index("\n") + 1], "utf16": lambda t: t.encode("utf-16").decode("latin-1"),
           "upper": lambda t: t.upper(), "upper_block": put("vertex", "Vertex"), "upper_key": put(X, "vertex\n{\nX = 0.0;"),
           "one_line": lambda t: t.replace("\n", " "), "no_blanks": lambda t: t.replace(" ", ""),
           "dup_x": put(X, "vertex\n{\nx = 9.0;\nx = 0.0;"), "dup_flag": put("single = true;", "single = true;\nsingle = false;")}
    yield from ((f"g_{name}", change) for name, change in odd.items())


def namespace_cases():
    first = 'namespace = "BASE";'
    for i, name in enumerate(NAMESPACES):
        yield f"ns_{i}", lambda t, n=name: re.sub(r'^namespace = "\w+";', f'namespace = "{n}";', t)
        yield f"ns_second_{i}", tail(f'namespace = "{name}";\n')
    yield "ns_missing", lambda t: t[t.index("\n") + 1 :]
    yield "ns_last", lambda t: t[t.index("\n") + 1 :] + t[: t.index("\n") + 1]
    yield "ns_unquoted", lambda t: re.sub(r'"(\w+)"', r"\1", t, count=1)
    yield "ns_number", lambda t: re.sub(r'"\w+"', "5", t, count=1)
    yield "ns_upper", put("namespace", "NameSpace")
    yield "ns_second_first", lambda t: t.replace("\n", '\nnamespace = "foo";\n', 1)
    yield "ns_ee_compat", lambda t: re.sub(r'"\w+";', '"foo";\nee_compat = true;', t, count=1)


def element_cases():
    for kind in ("vertex", "linedef", "sidedef", "sector", "thing"):
        yield f"el_no_{kind}", without(kind)
    for kind, field in (("vertex", "x"), ("vertex", "y"), ("linedef", "v1"), ("linedef", "sidefront"), ("sidedef", "sector"),
                        ("sector", "texturefloor"), ("sector", "heightceiling"), ("thing", "x"), ("thing", "type")):
        yield f"el_no_{kind}_{field}", without(kind, field)
    for field in ("v1 = 5;", "v2 = 4;", "sidefront = 0;", "sideback = 7;", "sector = 0;"):
        key = field.split()[0]
        for value in (-1, -2, -32769, 6, 8, 99, 65535, 2147483647):
            yield f"el_{key}_{value}", put(field, f"{key} = {value};")
    changes = {"unused_vertex": tail("vertex\n{\nx = 5.0;\ny = 9.0;\n}\n"), "dup_vertex": tail("vertex\n{\nx = 0.0;\ny = 0.0;\n}\n"),
               "unused_side": tail("sidedef\n{\nsector = 0;\n}\n"),
               "unused_sector": tail('sector\n{\ntexturefloor = "-";\ntextureceiling = "-";\n}\n'),
               "no_start": put(TYPE, "type = 3004;"), "many_starts": tail("thing\n{\nx = 64.0;\ny = 64.0;\ntype = 1;\n}\n"),
               "twosided": put("blocking = true;", "twosided = true;"), "one_side_back": put("sidefront = 0;", "sidefront = 0;\nsideback = 1;"),
               "special": put("blocking = true;", "blocking = true;\nspecial = 9999;"),
               "long_flat": put(base.FLAT, "ABCDEFGHI"), "height": put("heightfloor = 0;", "heightfloor = 40000;"),
               "light": put("lightlevel = 192;", "lightlevel = 70000;"), "tag": put("lightlevel", "id = 70000;\nlightlevel"),
               "zero_line": tail("linedef\n{\nv1 = 0;\nv2 = 0;\nsidefront = 0;\n}\n")}
    yield from ((f"el_{name}", change) for name, change in changes.items())


def text_wad(text, znodes, lumps=None):
    data = text.encode("utf-8" if "\ufeff" in text else "latin-1", "replace")
    between = [("ZNODES", znodes)] if lumps is None else lumps
    return base.wad([("MAP01", b""), ("TEXTMAP", data), *between, ("ENDMAP", b"")])


def node_cases():
    g = base.extended
    segs = [[(v, -1, line, side) for v, line, side in of] for of in base.SEGS]

    def seg(**change):
        first = dict(zip(("v", "partner", "line", "side"), segs[0][0]), **change)
        return [[(first["v"], first["partner"], first["line"], first["side"])] + segs[0][1:], segs[1]]

    for form in ("XGLN", "XGL2", "XGL3"):
        made = g(form)
        yield f"zn_{form}", made
        yield f"zn_{form}_packed", b"Z" + made[1:4] + zlib.compress(made[4:])
        yield f"zn_{form}_bad_pack", b"Z" + made[1:4] + zlib.compress(made[4:])[:-9]
        for cut in (2, 4, 8, 12, 20, 40, len(made) - 1):
            yield f"zn_{form}_cut{cut}", made[:cut]
        yield f"zn_{form}_long", made + b"abcd"
        yield f"zn_{form}_more", g(form, vertices=7)
        yield f"zn_{form}_fewer", g(form, vertices=5)
        yield f"zn_{form}_added", g(form, added=[(5, 5)])
        yield f"zn_{form}_line", g(form, seg(line=99))
        yield f"zn_{form}_side1", g(form, seg(side=1))
        yield f"zn_{form}_side7", g(form, seg(side=7))
        yield f"zn_{form}_vertex", g(form, seg(v=99))
        yield f"zn_{form}_partner", g(form, seg(partner=99))
        yield f"zn_{form}_mini", g(form, seg(line=-1))
        yield f"zn_{form}_minis", g(form, [[(v, -1, -1, 0) for v, _, _, _ in segs[0]], segs[1]])
        yield f"zn_{form}_nosegs", g(form, [[], segs[1]])
        yield f"zn_{form}_nosegs_last", g(form, [segs[0], []])
        yield f"zn_{form}_nosubs", g(form, [])
        yield f"zn_{form}_nonodes", g(form, nodes=base.longs(0))
        yield f"zn_{form}_loop", g(form, children=(0, 0x80000001))
        yield f"zn_{form}_child99", g(form, children=(99, 0x80000001))
        yield f"zn_{form}_leaf99", g(form, children=(0x80000063, 0x80000001))
    made = g("XNOD")
    yield "zn_XNOD", made
    yield "zn_ZNOD", b"ZNOD" + zlib.compress(made[4:])
    yield "zn_empty", b""
    yield "zn_text", b"NONE1234"


def lump_cases(text, znodes):
    data = text.encode()
    z, t, e = ("ZNODES", znodes), ("TEXTMAP", data), ("ENDMAP", b"")
    yield "lu_none", [t, e]
    yield "lu_blockmap", [t, z, ("BLOCKMAP", b""), e]
    yield "lu_blockmap_short", [t, z, ("BLOCKMAP", b"abcd"), e]
    yield "lu_reject", [t, z, ("REJECT", b"\0"), ("BLOCKMAP", b""), e]
    yield "lu_dialogue", [t, ("DIALOGUE", b"{}"), z, e]
    yield "lu_two_znodes", [t, z, z, e]
    yield "lu_two_znodes_bad", [t, z, ("ZNODES", b"NONE"), e]
    yield "lu_two_znodes_first_bad", [t, ("ZNODES", b"NONE"), z, e]
    yield "lu_two_textmaps", [t, t, z, e]
    yield "lu_two_textmaps_bad", [t, ("TEXTMAP", b"}"), z, e]
    yield "lu_first_textmap_bad", [("TEXTMAP", b"}"), t, z, e]
    yield "lu_znodes_first", [z, t, e]
    yield "lu_znodes_after", [t, e, z]
    yield "lu_noendmap", [t, z]
    yield "lu_lower", [("textmap", data), ("znodes", znodes), ("endmap", b"")]
    yield "lu_lower_znodes", [t, ("znodes", znodes), e]
    yield "lu_unknown", [t, ("FOO", b"abc"), z, e]
    yield "lu_many", [t] + [("FOO", b"")] * 20 + [z, e]


def binary_cases():
    usual = base.binary()

    def changed(lump, at, value):
        data = bytearray(usual[lump])
        struct.pack_into("<H", data, at, value & 0xFFFF)
        return dict(usual, **{lump: bytes(data)})

    for name in usual:
        yield f"b_no_{name}", {k: v for k, v in usual.items() if k != name}
        yield f"b_empty_{name}", dict(usual, **{name: b""})
        yield f"b_odd_{name}", dict(usual, **{name: usual[name] + b"\1"})
        yield f"b_lower_{name}", {(k.lower() if k == name else k): v for k, v in usual.items()}
        yield f"b_twice_{name}", [pair for k, v in usual.items() for pair in [(k, v)] * (2 if k == name else 1)]
    yield "b_lower", {k.lower(): v for k, v in usual.items()}
    yield "b_order", dict(sorted(usual.items()))
    yield "b_extra", {**{k: v for k, v in list(usual.items())[:4]}, "FOO": b"abc", **dict(list(usual.items())[4:])}
    yield "b_five", {k: usual[k] for k in ("THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS")}
    yield "b_hexen", base.binary(True)
    yield "b_behavior", dict(usual, BEHAVIOR=b"ACS\0")
    spots = {"v1": ("LINEDEFS", 0), "v2": ("LINEDEFS", 2), "flags": ("LINEDEFS", 4), "special": ("LINEDEFS", 6), "tag": ("LINEDEFS", 8),
             "front": ("LINEDEFS", 10), "back": ("LINEDEFS", 12), "back6": ("LINEDEFS", 96), "front6": ("LINEDEFS", 94), "sector": ("SIDEDEFS", 28),
             "type": ("THINGS", 6), "x": ("VERTEXES", 0), "secspecial": ("SECTORS", 22), "light": ("SECTORS", 20),
             "seg_v1": ("SEGS", 0), "seg_v2": ("SEGS", 2), "seg_line": ("SEGS", 6), "seg_side": ("SEGS", 8), "ss_count": ("SSECTORS", 0),
             "ss_first": ("SSECTORS", 2), "right": ("NODES", 24), "left": ("NODES", 26)}
    for name, (lump, at) in spots.items():
        for value in (0, 1, 9, 99, 0x7FFF, 0x8000, 0x8063, 0xFFFE, 0xFFFF):
            yield f"b_{name}_{value}", changed(lump, at, value)
    for form in ("XNOD", "ZNOD"):
        nodes = base.extended("XNOD")
        yield f"b_{form}", dict(usual, SEGS=b"", SSECTORS=b"", NODES=nodes if form == "XNOD" else b"ZNOD" + zlib.compress(nodes[4:]))
        yield f"b_{form}_segs", dict(usual, NODES=nodes if form == "XNOD" else b"ZNOD" + zlib.compress(nodes[4:]))
    for cut in (4, 12, 40, 80):
        yield f"b_XNOD_cut{cut}", dict(usual, SEGS=b"", SSECTORS=b"", NODES=base.extended("XNOD")[:cut])
    for form in ("XGLN", "XGL2", "XGL3"):
        nodes = base.extended(form)
        yield f"b_{form}", dict(usual, SEGS=b"", SSECTORS=nodes, NODES=b"")
        yield f"b_Z{form[1:]}", dict(usual, SEGS=b"", SSECTORS=b"Z" + form[1:].encode() + zlib.compress(nodes[4:]), NODES=b"")
    yield "b_xNd4", dict(usual, NODES=b"xNd4\0\0\0\0" + usual["NODES"])
    for size in (0, 2, 7, 8, 9, 20):
        yield f"b_blockmap_{size}", dict(usual, BLOCKMAP=bytes(size))
    yield "b_reject_short", dict(usual, REJECT=b"")
    yield "b_reject_long", dict(usual, REJECT=bytes(9))


def cases():
    """All of them. Texts are made for Doom and for SRB2, and once more with a BLOCKMAP for Woof."""
    plain = base.extended("XGLN")
    for namespace in ("doom", "srb2"):
        text = base.text(namespace)
        for group in (spelling_cases, grammar_cases, namespace_cases, element_cases):
            for name, change in group():
                yield f"{name}.{namespace}.wad", text_wad(change(text), plain)
                if namespace == "doom":
                    both = [("ZNODES", plain), ("BLOCKMAP", b"")]
                    yield f"{name}.woof.wad", text_wad(change(text), plain, both)
        for name, znodes in node_cases():
            yield f"{name}.{namespace}.wad", text_wad(text, znodes)
            if namespace == "doom":
                yield f"{name}.woof.wad", text_wad(text, znodes, [("ZNODES", znodes), ("BLOCKMAP", b"")])
        for name, lumps in lump_cases(text, plain):
            yield f"{name}.{namespace}.wad", base.wad([("MAP01", b"")] + lumps)
    for name, lumps in binary_cases():
        pairs = list(lumps.items()) if isinstance(lumps, dict) else lumps
        yield f"{name}.bin.wad", base.wad([("MAP01", b"")] + pairs)
