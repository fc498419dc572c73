// Inputs against the commands of the tool: what is said of a map, what beside it is read, and the
// bytes that maps share.
#include <cmath>

#include "support/bombs.hpp"
#include "support/zlib_stream.hpp"
#include "work/shapes.hpp"

namespace work {
namespace of_commands {
namespace {

using std::string;
using testing_support::Deflated;
using testing_support::put_u16;
using testing_support::put_u32;
using testing_support::seven_zip_of;
using testing_support::WadBuilder;
using testing_support::zip_of;
using testing_support::ZipBuilder;
using testing_support::ZipEntry;
using u64 = std::uint64_t;

const string kHead = "namespace=\"zdoom\";";
const string kSector = "sector{texturefloor=\"F\";textureceiling=\"C\";}";
const string kCorners = "vertex{x=0;y=0;}vertex{x=64;y=0;}vertex{x=64;y=64;}vertex{x=0;y=64;}";
const string kRoom = kHead + kCorners + kSector + "sidedef{sector=0;}";

string vertex(double x, double y) {
    return "vertex{x=" + std::to_string(x) + ";y=" + std::to_string(y) + ";}";
}
string line(u64 v1, u64 v2, const string& fields = "") {
    return "linedef{v1=" + num(v1) + ";v2=" + num(v2) + ";sidefront=0;" + fields + "}";
}
/// One of n triangles that have a vertex in common.
string fan(u64 i, u64 n) {
    const auto at = [n](double turn) {
        const double angle = 6.283185307179586 * turn / static_cast<double>(n);
        return vertex(30'000 * std::cos(angle), 30'000 * std::sin(angle));
    };
    const auto turn = static_cast<double>(i);
    const u64 first = 4 + 2 * i;
    return at(turn) + at(turn + 0.5) + line(0, first) + line(first, first + 1) + line(first + 1, 0);
}
/// A square of 8 units in the sector of all, at a place of its own in a row of 64.
string hole(u64 i) {
    string text;
    const auto x = static_cast<double>(i % 64 * 16);
    const auto y = static_cast<double>(i / 64 * 16);
    for (int k = 0; k < 4; ++k) {
        text += vertex(x + (k == 1 || k == 2 ? 8 : 0), y + (k >= 2 ? 8 : 0));
    }
    for (u64 k = 0; k < 4; ++k) text += line(4 + 4 * i + k, 4 + 4 * i + (k + 1) % 4);
    return text;
}

/// n maps whose texts are each a byte shorter than the one before, beside one lump for all.
string beside_shared(u64 n, std::string_view name, const string& lump) {
    const string text = testing_support::square_text() + string(n, ' ');
    WadBuilder wad;
    wad.lump("DATA", text).lump("SHARED", lump);
    const auto size = static_cast<std::uint32_t>(text.size());
    for (u64 i = 0; i < n; ++i) {
        wad.lump("M" + num(i)).entry("TEXTMAP", 12, size - static_cast<std::uint32_t>(i));
        wad.entry(name, 12 + size, static_cast<std::uint32_t>(lump.size())).lump("ENDMAP");
    }
    return wad.build();
}

/// A WAD of n maps of n bytes of text each, which `bytes` is; `step` tells the texts apart.
string sharing(u64 n, const string& text, std::uint32_t step) {
    WadBuilder wad;
    wad.lump("DATA", text);
    const auto size = static_cast<std::uint32_t>(text.size());
    for (u64 i = 0; i < n; ++i) {
        const std::uint32_t cut = std::min(size / 2, static_cast<std::uint32_t>(i) * step);
        wad.lump("M" + num(i)).entry("TEXTMAP", 12, size - cut).lump("ENDMAP");
    }
    return wad.build();
}

string words(std::initializer_list<unsigned> values) {
    string bytes;
    for (const unsigned value : values) put_u16(bytes, value);
    return bytes;
}
struct Binary {
    string things, lines, sides, vertices, sectors;
};
string name8(const char* text) {
    string bytes = text;
    bytes.resize(8);
    return bytes;
}
const Binary kBinaryRoom = {"",
                            words({0, 1, 1, 0, 0, 0, 0xFFFF}) + words({1, 2, 1, 0, 0, 0, 0xFFFF}) +
                                words({2, 0, 1, 0, 0, 0, 0xFFFF}),
                            words({0, 0}) + name8("-") + name8("-") + name8("W") + words({0}),
                            words({0, 0}) + words({0, 64}) + words({64, 64}),
                            words({0, 128}) + name8("F") + name8("C") + words({160, 0, 0})};
string binary(const Binary& map, bool hexen = false) {
    WadBuilder wad;
    wad.lump("MAP01").lump("THINGS", map.things).lump("LINEDEFS", map.lines);
    wad.lump("SIDEDEFS", map.sides).lump("VERTEXES", map.vertices).lump("SECTORS", map.sectors);
    if (hexen) wad.lump("BEHAVIOR", "ACS");
    return wad.build();
}

ZipEntry stored(const string& name, const string& data) {
    ZipEntry entry;
    entry.name = name;
    entry.data = data;
    return entry;
}
/// A WAD whose n lumps of one name are the same bytes.
string same_lumps(u64 n, std::string_view name, const string& data) {
    WadBuilder wad;
    wad.lump(name, data);
    for (u64 i = 1; i < n; ++i) {
        wad.entry(name, 12, static_cast<std::uint32_t>(data.size()));
    }
    return wad.build();
}
/// A WAD of n classes' texts of other names that are the same bytes, all included.
string same_includes(u64 n, u64 words_each) {
    const string data = repeat(words_each, "x ");
    WadBuilder wad;
    wad.lump("DATA", data);
    for (u64 i = 0; i < n; ++i) {
        wad.entry("L" + num(i), 12, static_cast<std::uint32_t>(data.size()));
    }
    wad.lump("DECORATE", join(n, [](u64 i) { return "#include L" + num(i) + "\n"; }));
    return wad.build();
}

string entity(const string& keys, const string& inside) {
    return "Version 2\n{\n\"classname\" \"worldspawn\"\n" + keys + inside + "}\n";
}

const std::vector<Shape>& all() {
    static const std::vector<Shape> shapes = {
        // What is said of a map.
        {"TXT-12 keys of one unknown block", Kind::text,
         [](u64 n) { return kHead + "b{" + repeat(n, "a=1;") + "}" + kSector; }, 1000},
        {"TXT-09 a string of control bytes", Kind::text,
         [](u64 n) { return kHead + "sector{comment=\"" + string(n, '\x1B') + "\";}"; }, 4000},
        {"TXT-09 strings of bytes that are no UTF-8", Kind::text,
         [](u64 n) { return kHead + repeat(n, "sector{texturefloor=\"\xFF\xFE\x80\x1B<&>\";}"); },
         100},
        {"TXT-12 names of 4,000 bytes that nobody has", Kind::text,
         [](u64 n) {
             return kRoom +
                    repeat(n, "sidedef{sector=0;texturetop=\"" + string(4000, 'n') + "\";}");
         },
         4},
        {"TXT-09 one long line of findings", Kind::text,
         [](u64 n) { return kRoom + repeat(n, "sector{texturefloor=\"\xC3\xA9\";}"); }, 100},
        {"TXT-12 a long namespace", Kind::text,
         [](u64 n) { return "namespace=\"" + string(n, 'n') + "\";" + kRoom.substr(kHead.size()); },
         4000},
        {"TXT-15 sectors that silence rules", Kind::text,
         [](u64 n) {
             return kHead + repeat(n, "sector{user_flatline_ignore=\"sector-open flat-unknown\";}");
         },
         60},
        {"TXT-15 one element that silences a rule again and again", Kind::text,
         [](u64 n) {
             return kRoom + "sector{user_flatline_ignore=\"" + repeat(n, "sector-open ") + "\";}";
         },
         300},

        // Tags, portals, polyobjects: all alike.
        {"TXT-15 portals of one tag", Kind::text,
         [](u64 n) {
             return kRoom + repeat(n, line(0, 1, "id=1;special=156;arg0=1;arg2=1;") +
                                          line(1, 2, "special=57;arg0=7;arg1=1;") +
                                          "sector{texturefloor=\"F\";textureceiling=\"C\";id=7;}");
         },
         30},
        {"TXT-15 teleporters to things and sectors of one tag", Kind::text,
         [](u64 n) {
             return kRoom + repeat(n, line(0, 1, "special=70;arg0=5;arg1=7;playercross=true;") +
                                          "thing{x=9;y=9;type=14;id=5;skill1=true;}"
                                          "sector{texturefloor=\"F\";textureceiling=\"C\";id=7;}");
         },
         30},
        {"TXT-15 lists of ids that tags look up", Kind::text,
         [](u64 n) {
             const string ids = join(200, [](u64 i) { return num(i + 1) + " "; });
             return kRoom + join(n, [&](u64 i) {
                        return "sector{texturefloor=\"F\";textureceiling=\"C\";moreids=\"" + ids +
                               "\";}" +
                               repeat(8, line(0, 1,
                                              "special=10;arg0=" + num(i % 200 + 1) +
                                                  ";moreids=\"5 6 7\";"));
                    });
         },
         10},
        {"TXT-15 a polyobject of all lines", Kind::text,
         [](u64 n) {
             return kRoom + "thing{x=9;y=9;type=9300;angle=1;}thing{x=9;y=9;type=9301;angle=1;}" +
                    line(0, 1, "special=1;arg0=1;") +
                    join(n, [](u64 i) { return line(i % 4, (i + 1) % 4); }) + join(n, [](u64 i) {
                        return line(1, 2, "special=5;arg0=1;arg1=" + num(i + 1) + ";");
                    });
         },
         40},
        {"TXT-15 polyobjects that mirror each other", Kind::text,
         [](u64 n) {
             return kRoom + join(n, [n](u64 i) {
                        return line(0, 1,
                                    "special=1;arg0=" + num(i + 1) +
                                        ";arg1=" + num((i + 1) % n + 1) + ";") +
                               "thing{x=9;y=9;type=9301;angle=" + num(i + 1) + ";}";
                    });
         },
         40},
        {"TXT-03 holes in one sector", Kind::text, [](u64 n) { return kRoom + join(n, hole); }, 20},
        {"TXT-03 triangles that share a vertex", Kind::text,
         [](u64 n) { return kRoom + join(n, [n](u64 i) { return fan(i, n); }); }, 80},
        {"TXT-15 planes and colours of every sector", Kind::text,
         [](u64 n) {
             return kHead + repeat(n,
                                   "sector{floorplane_a=0.5;floorplane_b=0;floorplane_c=1;"
                                   "floorplane_d=3;texturefloor=\"F\";textureceiling=\"C\";}");
         },
         60},

        // Binary maps.
        {"BIN-02 binary things", Kind::container,
         [](u64 n) {
             Binary map = kBinaryRoom;
             map.things = repeat(n, words({9, 9, 0, 3001, 7}));
             return binary(map);
         },
         250},
        {"BIN-02 binary vertices", Kind::container,
         [](u64 n) {
             Binary map = kBinaryRoom;
             map.vertices += repeat(n, words({5, 5}));
             return binary(map);
         },
         600},
        {"BIN-02 binary sectors", Kind::container,
         [](u64 n) {
             Binary map = kBinaryRoom;
             map.sectors += repeat(n, kBinaryRoom.sectors);
             return binary(map);
         },
         100},
        {"BIN-02 binary lines upon each other", Kind::container,
         [](u64 n) {
             Binary map = kBinaryRoom;
             map.lines += repeat(n, words({0, 1, 4, 1, 7, 0, 0}));
             return binary(map);
         },
         200},
        {"BIN-02 sides of names that differ", Kind::container,
         [](u64 n) {
             Binary map = kBinaryRoom;
             map.sides += join(n, [](u64 i) {
                 return words({0, 0}) + name8(("A" + num(i)).c_str()) +
                        name8(("B" + num(i)).c_str()) + name8(("C" + num(i)).c_str()) + words({0});
             });
             return binary(map);
         },
         300},
        {"BIN-05 Hexen's lines of one id", Kind::container,
         [](u64 n) {
             Binary map = kBinaryRoom;
             map.lines = repeat(n, words({0, 1, 1, 121 | 7u << 8, 0, 0, 0, 0xFFFF}) +
                                       words({1, 2, 1, 181 | 1u << 8, 1, 0, 0, 0xFFFF}));
             return binary(map, true);
         },
         80},

        // What maps share.
        {"ARC-03 maps that share zipped nodes", Kind::container,
         [](u64 n) {
             return beside_shared(n, "ZNODES",
                                  "ZGL3" + testing_support::zlib_stream(string(5000 * n, '\0')));
         },
         20},
        {"ARC-03 maps that share a BLOCKMAP", Kind::container,
         [](u64 n) {
             return beside_shared(n, "BLOCKMAP", words({0, 0, 1, 1, 5, 0}) + string(60 * n, '\0'));
         },
         20},
        {"ARC-03 maps that share a REJECT", Kind::container,
         [](u64 n) { return beside_shared(n, "REJECT", string(60 * n, '\0')); }, 20},
        {"ARC-03 maps that share scripts", Kind::container,
         [](u64 n) {
             string object = string("ACS\0", 4) + words({8, 0});
             put_u32(object, static_cast<std::uint32_t>(5 * n));
             object += join(5 * n, [](u64 i) {
                 return words({static_cast<unsigned>(i % 999), 0, 8, 0, 0, 0});
             });
             return beside_shared(n, "BEHAVIOR", object);
         },
         20},
        {"ARC-03 maps that share lumps nobody knows", Kind::container,
         [](u64 n) { return beside_shared(n, "DIALOGUE", string(60 * n, 'd')); }, 20},
        {"ARC-03 maps that share a text of findings", Kind::container,
         [](u64 n) { return sharing(n, kRoom + repeat(n / 2, "linedef{v1=9;}"), 1); }, 150},
        {"ARC-03 twins of a text of findings", Kind::container,
         [](u64 n) { return sharing(n, kRoom + repeat(n, "sector{texturefloor=\"A\";}"), 0); },
         150},
        {"ARC-03 twins of lines that cross", Kind::container,
         [](u64 n) {
             return sharing(n,
                            kRoom + join(n / 2,
                                         [](u64 i) {
                                             const auto d = static_cast<double>(i % 4000);
                                             return vertex(-2000 + d, -2000) +
                                                    vertex(2000 - d, 2000) +
                                                    line(4 + 2 * i, 5 + 2 * i);
                                         }),
                            0);
         },
         150},
        {"ARC-03 binary maps that share lines", Kind::container,
         [](u64 n) {
             WadBuilder wad;
             wad.lump("A", string(10 * n, '\1'));
             const string lines = repeat(2 * n, words({0, 1, 1, 0, 0, 0, 0xFFFF}));
             wad.lump("B", lines);
             const auto at = static_cast<std::uint32_t>(12 + 10 * n);
             const auto size = static_cast<std::uint32_t>(lines.size());
             wad.lump("C", kBinaryRoom.sides).lump("D", kBinaryRoom.vertices);
             wad.lump("E", kBinaryRoom.sectors);
             for (u64 i = 0; i < n; ++i) {
                 wad.lump("MAP01");
                 wad.entry("THINGS", 12, static_cast<std::uint32_t>(10 * (i % 50)));
                 wad.entry("LINEDEFS", at, size - 14 * static_cast<std::uint32_t>(i % 500));
                 wad.entry("SIDEDEFS", at + size, 30).entry("VERTEXES", at + size + 30, 12);
                 wad.entry("SECTORS", at + size + 42, 26);
             }
             return wad.build();
         },
         150},
        {"ARC-04 short maps with findings", Kind::container,
         [](u64 n) {
             WadBuilder wad;
             for (u64 i = 0; i < n; ++i) {
                 wad.map("M" + num(i),
                         kHead + repeat(40, "sector{}") + "vertex{x=1;y=" + num(i) + ";}");
             }
             return wad.build();
         },
         10},
        {"ARC-08 a packed WAD whose maps share a long text", Kind::container,
         [](u64 n) {
             // MAPnn and TEXTMAP of one range each, so that what is packed is small.
             const Deflated text = Deflated().text(kHead, " ", (n + 1) << 18);
             const auto size = static_cast<std::uint32_t>(text.size());
             string start = "PWAD";
             put_u32(start, static_cast<std::uint32_t>(2 * n));
             put_u32(start, 12 + size);
             string directory;
             for (u64 i = 0; i < n; ++i) {
                 put_u32(directory, 12);
                 put_u32(directory, 0);
                 directory += name8(("M" + num(i)).c_str());
                 put_u32(directory, 12);
                 put_u32(directory, size - static_cast<std::uint32_t>(i));
                 directory += name8("TEXTMAP");
             }
             return zip_of("maps/a.wad",
                           Deflated().add(start).text(kHead, " ", (n + 1) << 18).add(directory));
         },
         10},

        // Names.
        {"ARC-13 a long name of a file with many maps", Kind::container,
         [](u64 n) {
             WadBuilder wad;
             for (u64 i = 0; i < 20 * n; ++i) wad.map("M" + num(i), "a=1;sector{}");
             return zip_of("maps/" + string(std::min<u64>(50 * n, 65'000), 'n') + ".wad",
                           Deflated().add(wad.build()));
         },
         20},
        {"ARC-13 a long name of a file with findings", Kind::container,
         [](u64 n) {
             return zip_of("maps/" + string(std::min<u64>(50 * n, 65'000), '\x1B') + ".udmf",
                           Deflated().add(kHead).add("sector{}", n));
         },
         20},
        {"ARC-13 a name of a 7z as long as it", Kind::container,
         [](u64 n) {
             return seven_zip_of(string(n, 'n') + ".udmf",
                                 Deflated().add(kHead).add("sector{}", 9999));
         },
         4000},
        {"ARC-12 archives in each other", Kind::container,
         [](u64 n) {
             string inner = ZipBuilder().add(stored("maps/a.udmf", kRoom)).build();
             for (u64 i = 0; i < std::min<u64>(n, 900); ++i) {
                 inner = ZipBuilder().add(stored("maps/a.pk3", inner)).build();
             }
             return inner;
         },
         10},

        // What is read beside maps.
        {"one TEXTURES again and again", Kind::container,
         [](u64 n) { return same_lumps(n, "TEXTURES", repeat(2 * n, "texture A,1,1{} ")); }, 60},
        {"one TEXTURE1 again and again", Kind::container,
         [](u64 n) {
             string lump;
             put_u32(lump, static_cast<std::uint32_t>(8 * n));
             for (u64 i = 0; i < 8 * n; ++i) put_u32(lump, 0);
             return same_lumps(n, "TEXTURE1", lump + string(64, '\1'));
         },
         60},
        {"textures of TEXTURE1", Kind::container,
         [](u64 n) {
             string lump;
             string records;
             put_u32(lump, static_cast<std::uint32_t>(n));
             for (u64 i = 0; i < n; ++i) {
                 put_u32(lump, static_cast<std::uint32_t>(4 + 4 * n + 16 * i));
                 records += name8(("T" + num(i)).c_str()) + string(8, '\1');
             }
             return WadBuilder().lump("TEXTURE1", lump + records).build();
         },
         100},
        {"classes that share one text", Kind::container,
         [](u64 n) { return same_includes(n, 5 * n); }, 60},
        {"WADs of a PK3 whose classes share one text", Kind::container,
         [](u64 n) {
             ZipBuilder zip;
             for (u64 i = 0; i < n; ++i)
                 zip.add(stored("w" + num(i) + ".wad", same_includes(400, 20'000)));
             return zip.build();
         },
         2},
        {"parents of classes", Kind::container,
         [](u64 n) {
             return ZipBuilder()
                 .add(stored("decorate.txt", join(n,
                                                  [](u64 i) {
                                                      return "actor A" + num(i + 1) + " : A" +
                                                             num(i) + " replaces A" + num(i) + " " +
                                                             num(i % 30000) + " { }\n";
                                                  })))
                 .add(stored(
                     "mapinfo.txt",
                     "doomednums { " +
                         join(n, [](u64 i) { return num(i % 30000) + " = A" + num(i) + "\n"; }) +
                         "}"))
                 .build();
         },
         40},
        {"comments of classes that are marked", Kind::container,
         [](u64 n) {
             return ZipBuilder()
                 .add(stored("decorate.txt", "actor A { " + repeat(n, "//$\n{ ") + repeat(n, "} ")))
                 .build();
         },
         400},
        {"includes of a configuration", Kind::config,
         [](u64 n) { return "thingtypes { " + repeat(n, "include(\"gone.cfg\"); ") + "}"; }, 200},
        {"a configuration that includes itself", Kind::config,
         [](u64 n) {
             return "thingtypes { a { 1 { } } } b { " +
                    repeat(n, "include(\"shape.cfg\",\"b\"); ") + "}" +
                    repeat(n, "include(\"shape.cfg\",\"b\"); ");
         },
         100},
        {"categories of a configuration", Kind::config,
         [](u64 n) {
             return "thingtypes { " + repeat(60, "c { ") +
                    join(n,
                         [](u64 i) {
                             return "a" + num(i) + " { width = 8; " + num(i) + " { } } ";
                         }) +
                    repeat(60, "} ") + "}";
         },
         100},
        {"braces of a configuration", Kind::config,
         [](u64 n) { return "thingtypes " + repeat(n, "a {"); }, 1000},
        {"rows of settings", Kind::settings,
         [](u64 n) {
             return join(n, [](u64 i) {
                 return "[[ignore]]\nrule = \"sector-open\"\nmap = \"M" + num(i) +
                        "*a*b*c*\"\nfile = \"*/x" + num(i) + "/**/*\"\n";
             });
         },
         40},
        {"a pattern of stars", Kind::settings,
         [](u64 n) {
             return join(n, [](u64) {
                 return "[[ignore]]\nfile = \"" + repeat(60, "*a") + "b\"\nmap = \"" +
                        repeat(60, "*0") + "x\"\n";
             });
         },
         20},
        {"tables of settings in each other", Kind::settings,
         [](u64 n) { return "[a" + repeat(n, ".a") + "]\n"; }, 1000},
        {"arrays of settings in each other", Kind::settings,
         [](u64 n) { return "a = " + repeat(n, "[") + repeat(n, "]") + "\n"; }, 1000},
        {"keys of settings", Kind::settings,
         [](u64 n) {
             return "[rules]\n" + join(n, [](u64 i) { return "r" + num(i) + " = \"off\"\n"; });
         },
         100},
        {"rows of a baseline", Kind::baseline,
         [](u64 n) {
             return "flatline baseline 1\n" + join(n, [](u64 i) {
                        return "a.wad\tM" + num(i) + "\tsector-open\tf" + num(i) + "\t1\tx\n";
                    });
         },
         60},

        // Doom 3.
        {"D3-04 an entity of a long name with bad brushes", Kind::doom3,
         [](u64 n) {
             return entity("\"name\" \"" + string(60 * n, 'n') + "\"\n\"model\" \"" +
                               string(60 * n, 'm') + "\"\n",
                           repeat(n, "{\nbrushDef3\n{\n}\n}\n"));
         },
         40},
        {"D3-04 an entity of a long class with bad brushes", Kind::doom3,
         [](u64 n) {
             return "Version 2\n{\n\"classname\" \"" + string(60 * n, 'n') + "\"\n" +
                    repeat(n, "{\nbrushDef3\n{\n}\n}\n") + "}\n";
         },
         40},
        {"D3-04 targets of one entity to entities of one name", Kind::doom3,
         [](u64 n) {
             return entity(join(n, [](u64 i) { return "\"target" + num(i) + "\" \"a\"\n"; }), "") +
                    repeat(n, "{\n\"classname\" \"light\"\n\"name\" \"a\"\n}\n");
         },
         60},
        {"D3-04 entities bound to each other", Kind::doom3,
         [](u64 n) {
             return entity("", "") + join(n, [n](u64 i) {
                        return "{\n\"classname\" \"func_static\"\n\"name\" \"a" + num(i) +
                               "\"\n\"bind\" \"a" + num((i + 1) % n) + "\"\n\"target\" \"a" +
                               num(i / 2) + "\"\n}\n";
                    });
         },
         40},
        {"D3-01 a material as long as the map", Kind::doom3,
         [](u64 n) {
             return entity("", "{\nbrushDef3\n{\n( 1 0 0 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"" +
                                   string(n, 'm') + "\" 0 0 0\n}\n}\n" +
                                   repeat(n / 40, "{\nbrushDef3\n{\n}\n}\n"));
         },
         4000},
        {"D3-06 brushes of three hundred sides", Kind::doom3,
         [](u64 n) {
             string sides;
             for (int i = 0; i < 300; ++i) {
                 const double turn = 6.283185307179586 * i / 300;
                 sides += "(" + std::to_string(std::cos(turn)) + " " +
                          std::to_string(std::sin(turn)) + " 1 -64)((1 0 0)(0 1 0))\"m\" 0 0 0\n";
             }
             return entity("", repeat(n, "{\nbrushDef3\n{\n" + sides + "}\n}\n"));
         },
         1},
    };
    return shapes;
}

}  // namespace
}  // namespace of_commands

const std::vector<Shape>& command_shapes() { return of_commands::all(); }

}  // namespace work
