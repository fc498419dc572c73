// For every check of docs/doom3.md, "Checks": a map in which it fires, and the same map put right.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "doom3/texts.hpp"

namespace doom3_rows {

using doom3_maps::brush;
using doom3_maps::kPatch;
using doom3_maps::world;

inline std::string side(const std::string& plane,
                        const std::string& material = "\"textures/a\" 0 0 0",
                        const std::string& matrix = "( ( 1 0 0 ) ( 0 1 0 ) )") {
    return "( " + plane + " ) " + matrix + " " + material + "\n";
}
/// A box of half size 64 with one side exchanged, left out ("") or added (7th).
inline std::string box(std::size_t at = 9, const std::string& other = {}) {
    std::string sides[7] = {side("0 0 1 -64"),
                            side("0 1 0 -64"),
                            side("1 0 0 -64"),
                            side("0 0 -1 -64"),
                            side("0 -1 0 -64"),
                            side("-1 0 0 -64"),
                            ""};
    if (at < 7) sides[at] = other;
    std::string all;
    for (const std::string& one : sides) all += one;
    return brush(all);
}
inline std::string entity(const std::string& body) {
    return world("") + "{\n\"classname\" \"func_static\"\n\"name\" \"one\"\n" + body + "}\n";
}
inline std::string patch(const std::string& settings, const std::string& grid,
                         const std::string& keyword = "patchDef2") {
    return world("{ " + keyword + " { \"textures/a\" ( " + settings + " ) " + grid + " } }\n");
}
/// A curved grid of this size.
inline std::string grid(int width, int height) {
    std::string out = "(";
    for (int i = 0; i < width; ++i) {
        out += "(";
        for (int j = 0; j < height; ++j) {
            out += "( " + std::to_string(i * 8) + " " + std::to_string(i % 2 * 8) + " " +
                   std::to_string(j * 8) + " 0 0 )";
        }
        out += ")\n";
    }
    return out + ")";
}
inline std::string sized(int width, int height) {
    return patch(std::to_string(width) + " " + std::to_string(height) + " 0 0 0",
                 grid(width, height));
}
/// A prism of `count` sides around the z axis, and its lids.
inline std::string prism(int count) {
    std::string sides = side("0 0 1 -64") + side("0 0 -1 -64");
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * 3.14159265358979 * i / count;
        char plane[100];
        std::snprintf(plane, sizeof plane, "%.15f %.15f 0 -4096", std::cos(angle), std::sin(angle));
        sides += side(plane);
    }
    return world(brush(sides));
}
inline std::string entities(int count) {
    std::string out = world("");
    for (int i = 1; i < count; ++i) {
        out += "{\n\"classname\" \"light\"\n\"name\" \"" + std::to_string(i) + "\"\n}\n";
    }
    return out;
}

struct Row {
    const char* rule;
    std::string fires;
    std::string silent;  // has none of this rule
    const char* place;   // "line:column" where it fires, "" if the file has no such place
};

inline std::vector<Row> rows() {
    const std::string good = world(box());
    return {
        {"missing-worldspawn", "Version 2\n", good, ""},
        {"worldspawn-not-first",
         "Version 2\n{ \"classname\" \"light\" \"name\" \"a\" }\n" + good.substr(10), good, "3:1"},
        {"multiple-worldspawn", good + good.substr(10), good, "16:1"},
        {"missing-classname", good + "{ \"name\" \"a\" }\n", good, "16:1"},
        {"missing-classname", good + "{ \"name\" \"a\" \"classname\" \"\" }\n", good, "16:1"},
        {"spawnclass-in-map", "Version 2\n{ \"spawnclass\" \"worldspawn\" }\n",
         "Version 2\n{ \"spawnclass\" \"x\" \"classname\" \"worldspawn\" }\n", "2:4"},
        {"duplicate-key", world("\"a\" \"1\"\n\"A\" \"2\"\n"), world("\"a\" \"1\"\n\"b\" \"1\"\n"),
         "5:2"},
        {"empty-key", world("\"\" \"1\"\n"), world("\"a\" \"\"\n"), "4:2"},
        {"key-value-line-split", world("\"a\"\n\"1\"\n"), world("\"a\" \"1\"\n"), "4:1"},
        {"key-brace", world("\"{\" \"1\"\n"), world("\"a\" \"{\"\n"), "4:1"},
        {"material-line-split", world(box(0, side("0 0 1 -64", "\n\"textures/a\" 0 0 0"))), good,
         "8:1"},
        {"string-escape", world("\"a\" \"\\n\"\n"), world("\"a\" \"/n\"\n"), "4:5"},
        {"missing-header", good.substr(10), good, "1:1"},
        {"unsupported-version", world("", "4"), world("", "3"), "1:1"},
        {"ambiguous-number", world(box(0, side("0 0 1 -064"))), good, "7:9"},
        {"bad-number", world(box(0, side("0 0 1 -inf"))), good, "7:9"},
        {"unknown-primitive", world("{ mesh { } }\n"), good, "4:3"},
        {"face-trailing-tokens", world(box(0, side("0 0 1 -64", "\"textures/a\" 0"))), good,
         "7:52"},
        {"face-trailing-tokens", world(box(0, side("0 0 1 -64", "\"textures/a\" 0 0 0 0"))),
         world(box(0, side("0 0 1 -64", "\"textures/a\""))), "7:58"},
        {"empty-material", world(box(0, side("0 0 1 -64", "\"_emptyname\" 0 0 0"))), good, "7:1"},
        {"empty-material", world(box(0, side("0 0 1 -64", "\"\" 0 0 0"))), good, "7:1"},
        {"empty-material",
         world("{ patchDef2 { \"_default\" ( 3 3 0 0 0 ) " + grid(3, 3) + " } }\n"), sized(3, 3),
         "4:1"},
        {"material-prefix", world(box(0, side("0 0 1 -64", "\"a\" 0 0 0"))), good, "7:40"},
        {"material-prefix", world(box(), "1"), world(box(), "3"), "7:40"},
        // Right for the brushDef3 that has it first, wrong for the bare brush.
        {"material-prefix",
         world(box() + "{ ( 0 0 0 ) ( 0 1 0 ) ( 1 1 0 ) \"textures/a\" 0 0 0 1 1 }\n"),
         world(box() + "{ ( 0 0 0 ) ( 0 1 0 ) ( 1 1 0 ) \"a\" 0 0 0 1 1 }\n"), "7:40"},
        {"brush-too-few-sides", world(brush(side("0 0 1 -64") + side("1 0 0 -64"))), good, "4:1"},
        {"plane-degenerate", world(box(6, side("0 0 0 5"))), good, "13:1"},
        {"plane-degenerate",
         world("{\nbrushDef\n{\n( 0 0 0 ) ( 1 1 1 ) ( 2 2 2 ) "
               "( ( 1 0 0 ) ( 0 1 0 ) ) \"textures/a\" 0 0 0\n}\n}\n"),
         good, "7:1"},
        {"plane-not-unit", world(box(0, side("0 0 2 -128"))), world(box(0, side("0 0 1.0005 -64"))),
         "7:1"},
        {"duplicate-plane", world(box(6, side("0 0 1 -64.005"))),
         world(box(6, side("0 0 1 -64.015"))), "13:1"},
        {"mirrored-plane", world(box(5, side("-1 0 0 64"))), good, "12:1"},
        {"brush-open", world(box(5)), good, "4:1"},
        {"brush-empty", world(box(5, side("-1 0 0 65"))), good, "4:1"},
        {"brush-degenerate", world(box(5, side("-0.9999999998 0.00002 0 63.995"))),
         world(box(5, side("-1 0 0 63.9"))), "4:1"},
        {"brush-redundant-side", world(box(6, side("0 0 1 -65"))), good, "13:1"},
        {"brush-too-many-sides", prism(299), prism(298), "4:1"},
        {"brush-outside-world", world(box(0, side("0 0 1 -131073"))),
         world(box(0, side("0 0 1 -131072"))), "4:1"},
        {"texture-matrix-singular",
         world(box(0, side("0 0 1 -64", "\"textures/a\" 0 0 0", "( ( 1 2 0 ) ( 2 4 0 ) )"))), good,
         "7:1"},
        {"patch-bad-size", sized(1, 3), sized(3, 3), "4:1"},
        {"patch-bad-size", patch("0 3 0 0 0", "( )"), sized(5, 3), "4:28"},
        {"patch-bad-size", sized(3, 1), sized(3, 3), "4:1"},
        {"patch-even-dimension", sized(3, 4), sized(3, 5), "4:1"},
        {"patch-even-dimension", sized(4, 3), sized(3, 3), "4:1"},
        {"patch-too-large", sized(3, 101), sized(3, 99), "4:1"},
        {"patch-too-large", sized(101, 3), sized(99, 3), "4:1"},
        {"patch-bad-subdivisions", patch("3 3 4 65 0 0 0", grid(3, 3), "patchDef3"),
         patch("3 3 64 64 0 0 0", grid(3, 3), "patchDef3"), "4:1"},
        {"patch-bad-subdivisions", patch("3 3 0 4 0 0 0", grid(3, 3), "patchDef3"),
         patch("3 3 4 64 0 0 0", grid(3, 3), "patchDef3"), "4:1"},
        {"patch-bad-subdivisions", patch("3 3 65 4 0 0 0", grid(3, 3), "patchDef3"), sized(3, 3),
         "4:1"},
        {"patch-grid-mismatch", patch("3 3 0 0 0", grid(3, 5)), sized(3, 3), "4:84"},
        {"patch-degenerate",
         patch("3 3 0 0 0",
               "( ( ( 1 1 1 0 0 ) ( 2 2 2 0 0 ) ( 3 3 3 0 0 ) ) "
               "( ( 1 1 1 0 0 ) ( 2 2 2 0 0 ) ( 3 3 3 0 0 ) ) "
               "( ( 1 1 1 0 0 ) ( 5 5 5 0 0 ) ( 3 3 3 0 0 ) ) )"),
         sized(3, 3), "4:1"},
        {"target-missing", entity("\"target0\" \"two\"\n"),
         entity("\"target0\" \"TWO\"\n") + "{ \"classname\" \"a\" \"name\" \"two\" }\n", "8:12"},
        {"duplicate-key", world("\"a\" \"1\"\n\"A \" \"2\"\n"),
         world("\" a\" \"1\"\n\"a\" \"2\"\n"), "5:2"},
        {"empty-key", world("\" \" \"1\"\n"), world("\" a\" \"1\"\n"), "4:2"},
        {"target-missing", entity("\"target\" \"two t\"\n"),
         entity("\"target\" \"two \"\n") + "{ \"classname\" \"a\" \"name \" \"two\t\" }\n", "8:11"},
        {"target-missing", entity("\"bind\" \"two\"\n"), entity("\"target\" \"\"\n"), "8:9"},
        {"target-missing", entity("\"guiTarget\" \"two\"\n"), entity("\"binder\" \"two\"\n"),
         "8:14"},
        {"target-missing", entity("\"cameraTarget\" \"two\"\n"),
         entity("\"cameraTarget\" \"one\"\n"), "8:17"},
        {"target-self", entity("\"target\" \"ONE\"\n"), entity("\"bind\" \"one\"\n"), "8:11"},
        {"duplicate-name", entity("") + "{ \"classname\" \"a\" \"name\" \"One\" }\n", entity(""),
         "9:27"},
        {"missing-name", good + "{ \"classname\" \"a\" }\n", entity(""), "16:1"},
        {"light-without-name", good + "{ \"classname\" \"light\" }\n",
         good + "{ \"classname\" \"light\" \"noPrelight\" \"1\" }\n", "16:1"},
        {"bad-origin", entity("\"origin\" \"1 2\"\n"), entity("\"origin\" \"1 2 3\"\n"), "8:11"},
        {"origin-after-primitive", entity(box() + "\"origin\" \"1 2 3\"\n"),
         entity("\"origin\" \"1 2 3\"\n" + box()), "19:2"},
        {"worldspawn-origin", world("\"origin\" \"1 2 3\"\n"), entity("\"origin\" \"1 2 3\"\n"),
         "4:2"},
        {"origin-after-primitive", entity(kPatch + std::string("\"origin\" \"1 2 3\"\n")),
         entity("\"origin\" \"1 2 3\"\n" + std::string(kPatch)), "12:2"},
        {"empty-brush-entity", entity("\"model\" \"one\"\n"),
         entity("\"model\" \"one\"\n" + std::string(kPatch)), "5:1"},
        {"target-missing", world("\"name\" \"a\"\n\"target\" \"b\"\n"),
         world("\"name\" \"b\"\n\"bind\" \"b\"\n"), "5:11"},
        {"too-many-entities", entities(4097), entities(4096), ""},
        {"empty-brush-entity", entity("\"model\" \"one\"\n"), entity("\"model\" \"one\"\n" + box()),
         "5:1"},
        {"unclosed-block", good.substr(0, good.size() - 2), good, "2:1"},
    };
}

}  // namespace doom3_rows
