// Inputs whose work is the product of two of their parts: lines by lines, slopes by lines, copies
// by tags, sides by sides. A limit bounds each, and the smallest size is past it.

#include <cmath>

#include "support/wad_builder.hpp"
#include "work/shapes.hpp"

namespace work {
namespace products {
namespace {

using testing_support::put_u16;
using testing_support::WadBuilder;
using u64 = std::uint64_t;

const std::string kHead =
    "namespace=\"zdoom\";sector{texturefloor=\"F\";textureceiling=\"C\";}sidedef{sector=0;}";
const std::string kSector = "sector{texturefloor=\"F\";textureceiling=\"C\";}";
const std::string kCorners = "vertex{x=0;y=0;}vertex{x=64;y=0;}vertex{x=64;y=64;}vertex{x=0;y=64;}";

std::string vertex(double x, double y) {
    return "vertex{x=" + std::to_string(x) + ";y=" + std::to_string(y) + ";}";
}
std::string line(u64 v1, u64 v2, const std::string& fields = "") {
    return "linedef{v1=" + num(v1) + ";v2=" + num(v2) + ";sidefront=0;" + fields + "}";
}
const std::string kTwoSided = "sideback=0;";

/// A number below `most` for each i, the same in every run, as if thrown by dice.
u64 dice(u64 i, u64 most) {
    u64 bits = (i + 1) * 0x9E3779B97F4A7C15u;
    bits = (bits ^ bits >> 31) * 0xBF58476D1CE4E5B9u;
    return (bits ^ bits >> 29) % most;
}
double coordinate(u64 i, u64 most) {
    return static_cast<double>(dice(i, most)) - static_cast<double>(most) / 2;
}

/// n lines between vertices of their own, which ends(i, k) gives for k 0 and 1.
template <class Ends>
std::string lines(u64 n, const std::string& fields, Ends ends) {
    return kHead +
           join(n, [&](u64 i) { return ends(i, 0) + ends(i, 1) + line(2 * i, 2 * i + 1, fields); });
}

/// A loop of n lines around the places that place(i, n) gives.
template <class Place>
std::string loop(u64 n, Place place) {
    return kHead + join(n, [&](u64 i) { return place(i, n); }) +
           join(n, [&](u64 i) { return line(i, (i + 1) % n); });
}

double turn(u64 i, u64 n) {
    return 6.283185307179586 * static_cast<double>(i) / static_cast<double>(n);
}
std::string on_circle(double angle, double radius) {
    return vertex(std::round(radius * std::cos(angle)), std::round(radius * std::sin(angle)));
}

/// Triangles upon each other in two sectors, each with a slope at its first line.
std::string triangles(u64 n, const std::string& slope) {
    return kHead + kCorners + kSector + "sidedef{sector=1;}" +
           repeat(n, line(0, 2, "sideback=1;" + slope) + line(2, 1) + line(1, 0));
}

std::string binary_map(u64 lines, const std::string& vertices, unsigned (*end)(u64 i)) {
    std::string linedefs;
    for (u64 i = 0; i < lines; ++i) {
        for (const unsigned word : {end(2 * i), end(2 * i + 1), 4u, 0u, 0u, 0u, 0u}) {
            put_u16(linedefs, word);
        }
    }
    const auto name = [](const char* text) {
        std::string bytes = text;
        bytes.resize(8);
        return bytes;
    };
    const std::string side =
        std::string(4, '\0') + name("-") + name("-") + name("W") + std::string(2, '\0');
    const std::string sector = std::string(4, '\0') + name("F") + name("C") + std::string(6, '\0');
    return WadBuilder()
        .lump("MAP01")
        .lump("THINGS")
        .lump("LINEDEFS", linedefs)
        .lump("SIDEDEFS", side)
        .lump("VERTEXES", vertices)
        .lump("SECTORS", sector)
        .build();
}
std::string binary_vertices(unsigned count) {
    std::string vertices;
    for (unsigned i = 0; i < 2 * count; ++i) {
        put_u16(vertices, static_cast<unsigned>(dice(i, 60'000) - 30'000));
    }
    return vertices;
}

std::string entity(const std::string& inside) {
    return "Version 2\n{\n\"classname\" \"worldspawn\"\n" + inside + "}\n";
}
std::string patch(const std::string& kind, const std::string& size) {
    std::string text = "{\n" + kind + "\n{\n\"m\"\n( " + size + " 0 0 0 )\n(\n";
    for (int x = 0; x < 3; ++x) {
        text += "(";
        for (int y = 0; y < 3; ++y) {
            text += " ( " + num(static_cast<u64>(x) * 8000) + " " +
                    num(static_cast<u64>(y) * 8000) + ((x + y) % 2 != 0 ? " 64000" : " 0") +
                    " 0 0 )";
        }
        text += " )\n";
    }
    return text + ")\n}\n}\n";
}
/// A brush of n sides around an axis, whose normals rise by `rise`.
std::string brush(u64 n, double rise) {
    return "{\nbrushDef3\n{\n" +
           join(n,
                [&](u64 i) {
                    return "( " + std::to_string(std::cos(turn(i, n))) + " " +
                           std::to_string(std::sin(turn(i, n))) + " " + std::to_string(rise) +
                           " -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n";
                }) +
           "( 0 0 -1 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n}\n}\n";
}

const std::vector<Shape>& all() {
    using std::string;
    static const std::vector<Shape> shapes = {
        // Lines by lines: pairs, nodes, cells.
        {"TXT-03 lines that cross in a grid", Kind::text,
         [](u64 n) {
             return lines(n, kTwoSided, [](u64 i, u64 k) {
                 const auto at = static_cast<double>(i / 2 * 8);
                 const double end = k == 0 ? 0 : 20'000;
                 return i % 2 == 0 ? vertex(at, end) : vertex(end, at);
             });
         },
         50},
        {"TXT-03 lines in all directions", Kind::text,
         [](u64 n) {
             return lines(n, "", [](u64 i, u64 k) {
                 return vertex(coordinate(4 * i + 2 * k, 60'000),
                               coordinate(4 * i + 2 * k + 1, 60'000));
             });
         },
         50},
        {"TXT-03 lines in all directions between few vertices", Kind::text,
         [](u64 n) {
             return kHead +
                    join(64,
                         [](u64 i) {
                             return vertex(coordinate(2 * i, 60'000),
                                           coordinate(2 * i + 1, 60'000));
                         }) +
                    join(n, [](u64 i) {
                        return line(dice(2 * i, 64), dice(2 * i + 1, 64), kTwoSided);
                    });
         },
         50},
        {"TXT-03 spokes of a wheel", Kind::text,
         [](u64 n) {
             return lines(n, "", [](u64 i, u64 k) {
                 return on_circle(2.399963 * static_cast<double>(i) + (k == 0 ? 0 : 3.14159),
                                  20'000);
             });
         },
         50},
        {"TXT-03 a loop that crosses itself", Kind::text,
         [](u64 n) {
             return loop(n, [](u64 i, u64) {
                 return vertex(coordinate(2 * i, 60'000), coordinate(2 * i + 1, 60'000));
             });
         },
         50},
        {"TXT-03 a loop that crosses itself in a small room", Kind::text,
         [](u64 n) {
             return loop(n, [](u64 i, u64) {
                 return vertex(coordinate(2 * i, 200), coordinate(2 * i + 1, 200));
             });
         },
         150},
        {"TXT-03 a circle", Kind::text,
         [](u64 n) {
             return loop(n, [](u64 i, u64 all) { return on_circle(turn(i, all), 30'000); });
         },
         60},
        {"TXT-03 a comb", Kind::text,
         [](u64 n) {
             return loop(n, [](u64 i, u64) {
                 return vertex(static_cast<double>(2 * i), i % 2 == 0 ? 30'000 : 0);
             });
         },
         60},
        {"TXT-03 one line many times, with vertices of its own", Kind::text,
         [](u64 n) { return lines(n, "", [](u64, u64 k) { return vertex(k == 0 ? 0 : 64, 0); }); },
         60},
        {"TXT-03 lines in each other", Kind::text,
         [](u64 n) {
             return lines(n, "", [](u64 i, u64 k) {
                 const double inset = static_cast<double>(i) / 100;
                 return vertex(k == 0 ? inset : 20'000 - inset, 0);
             });
         },
         50},
        {"BM-06 one line across the map many times", Kind::text,
         [](u64 n) {
             return kHead + vertex(-32'768, -32'768) + vertex(32'768, 32'768) +
                    repeat(n, line(0, 1));
         },
         15},
        {"TXT-03 squares around each other", Kind::text,
         [](u64 n) {
             return kHead + join(n, [](u64 i) {
                        const double far = 2000 + static_cast<double>(i) / 2;
                        string text = vertex(-far, -far) + vertex(-far, far) + vertex(far, far) +
                                      vertex(far, -far) + kSector + "sidedef{sector=" + num(i + 1) +
                                      ";}";
                        for (u64 k = 0; k < 4; ++k) {
                            text += "linedef{v1=" + num(4 * i + k) +
                                    ";v2=" + num(4 * i + (k + 1) % 4) + ";sidefront=" + num(i + 1) +
                                    ";sideback=" + num(i) + ";}";
                        }
                        return text;
                    });
         },
         20},
        {"BIN-02 binary lines in all directions", Kind::container,
         [](u64 n) {
             return binary_map(n, binary_vertices(500),
                               [](u64 i) { return static_cast<unsigned>(dice(i, 500)); });
         },
         100},

        // Things by lines.
        {"TXT-15 things east of lines that they all see", Kind::text,
         [](u64 n) {
             return lines(n, "",
                          [](u64 i, u64 k) {
                              return vertex(static_cast<double>(i % 4000) - 30'000,
                                            k == 0 ? -20'000 : 20'000);
                          }) +
                    join(n, [](u64 i) {
                        return "thing{x=30000;y=" + num(i * 37 % 12'000) +
                               ";type=3001;skill1=true;}";
                    });
         },
         40},
        {"TXT-15 things among lines of one cell", Kind::text,
         [](u64 n) {
             return lines(n, "",
                          [](u64 i, u64 k) {
                              return vertex(static_cast<double>(i) / 1000 + (k == 0 ? 0 : 10),
                                            k == 0 ? 0 : 10);
                          }) +
                    repeat(n, "thing{x=5;y=5;type=3001;skill1=true;}");
         },
         40},
        {"TXT-15 things in each other's reach", Kind::text,
         [](u64 n) {
             return kHead + kCorners + line(0, 1) + join(n, [](u64 i) {
                        return "thing{x=" + num(i % 50) + ";y=" + num(i / 50 % 50) +
                               ";type=16;skill1=true;single=true;}";
                    });
         },
         100},

        // Slopes by lines, copies by tags.
        {"TXT-15 one triangle many times, that slopes", Kind::text,
         [](u64 n) { return triangles(n, "special=181;arg0=1;arg1=1;"); }, 30},
        {"TXT-15 one triangle many times, that slopes to both sides", Kind::text,
         [](u64 n) { return triangles(n, "special=181;arg0=3;arg1=2;"); }, 30},
        {"TXT-15 things that slope to lines of one id", Kind::text,
         [](u64 n) {
             return kHead + kCorners +
                    repeat(n, line(0, 1, "id=1;") + line(1, 2, "id=1;") +
                                  "thing{x=9;y=9;height=9;type=9500;arg0=1;}");
         },
         40},
        {"TXT-15 things that slope in a sector of many lines", Kind::text,
         [](u64 n) {
             return kHead + kCorners + repeat(100, line(0, 1) + line(1, 2) + line(2, 0)) +
                    repeat(n, "thing{x=40;y=9;height=9;type=1500;id=7;}");
         },
         60},
        {"TXT-15 copies from and to sectors of one tag", Kind::text,
         [](u64 n) {
             return kHead + kCorners +
                    repeat(n, line(0, 1, "special=118;arg0=7;arg1=7;arg2=7;arg3=7;") +
                                  "sector{texturefloor=\"F\";textureceiling=\"C\";id=7;}"
                                  "thing{x=1;y=1;type=9510;arg0=7;}");
         },
         30},
        {"TXT-15 lists of ids that copies look up", Kind::text,
         [](u64 n) {
             const string ids = join(50, [](u64 i) { return num(i + 1) + " "; });
             return kHead + kCorners + join(n, [&](u64 i) {
                        return "sector{texturefloor=\"F\";textureceiling=\"C\";moreids=\"" + ids +
                               "\";}" + line(0, 1, "special=118;arg0=" + num(i % 50 + 1) + ";");
                    });
         },
         20},
        {"TXT-15 SRB2's slopes by vertices", Kind::text,
         [](u64 n) {
             return "namespace=\"srb2\";" + kSector + "sidedef{sector=0;}" + kCorners +
                    repeat(n, line(0, 1, "sideback=0;special=704;arg1=7;arg2=7;arg3=7;") +
                                  "thing{x=1;y=1;type=750;id=7;}");
         },
         40},
        {"TXT-15 Eternity's copies", Kind::text,
         [](u64 n) {
             return "namespace=\"eternity\";" + kSector + "sidedef{sector=0;}" + kCorners +
                    repeat(n, line(0, 1, "sideback=0;special=394;arg0=7;id=7;") +
                                  "sector{texturefloor=\"F\";textureceiling=\"C\";id=7;}");
         },
         40},
        {"TXT-15 polyobjects that all begin with one number", Kind::text,
         [](u64 n) {
             return kHead + kCorners +
                    repeat(n, line(0, 1, "special=1;arg0=1;arg1=2;") +
                                  line(1, 2, "special=5;arg0=1;arg1=1;") +
                                  "thing{x=9;y=9;type=9301;angle=1;}");
         },
         40},

        // Sides by sides, patches by pieces.
        {"D3-06 brushes with an apex of sixty sides", Kind::doom3,
         [](u64 n) { return entity(repeat(n, brush(60, 1))); }, 2},
        {"D3-06 brushes of sixty sides that are open", Kind::doom3,
         [](u64 n) { return entity(repeat(n, brush(60, -0.02))); }, 2},
        {"D3-01 patches that divide finely", Kind::doom3,
         [](u64 n) { return entity(repeat(n, patch("patchDef2", "3 3"))); }, 10},
        {"D3-01 patches of as many pieces as may be", Kind::doom3,
         [](u64 n) { return entity(repeat(n, patch("patchDef3", "3 3 64 64"))); }, 10},
        {"D3-04 one key of one entity again and again", Kind::doom3,
         [](u64 n) { return entity(repeat(n, "\"target\" \"b\"\n")); }, 150},
    };
    return shapes;
}

}  // namespace
}  // namespace products

const std::vector<Shape>& product_shapes() { return products::all(); }

}  // namespace work
