#include "support/seven_zip_builder.hpp"
#include "support/wad_builder.hpp"
#include "support/zip_builder.hpp"
#include "work/shapes.hpp"

namespace work {
namespace {

using testing_support::SevenZipBuilder;
using testing_support::WadBuilder;
using testing_support::ZipBuilder;
using testing_support::ZipEntry;
using u64 = std::uint64_t;

std::string entity(const std::string& inside) {
    return "Version 2\n{\n\"classname\" \"worldspawn\"\n" + inside + "}\n";
}
std::string side(const std::string& plane) {
    return "( " + plane + " ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" 0 0 0\n";
}
const std::string kCube = "{\nbrushDef3\n{\n" + side("1 0 0 -64") + side("-1 0 0 -64") +
                          side("0 1 0 -64") + side("0 -1 0 -64") + side("0 0 1 -64") +
                          side("0 0 -1 -64") + "}\n}\n";

template <class Add>
std::string wad(u64 n, Add add) {
    WadBuilder builder;
    for (u64 i = 0; i < n; ++i) add(builder, i);
    return builder.build();
}
template <class Make>
std::string zip(u64 n, Make make) {
    ZipBuilder builder;
    for (u64 i = 0; i < n; ++i) builder.add(make(i));
    return builder.build();
}
ZipEntry entry(const std::string& name, const std::string& data = "") {
    ZipEntry e;
    e.name = name;
    e.data = data;
    return e;
}

}  // namespace

const std::vector<Shape>& file_shapes() {
    using std::string;
    static const std::vector<Shape> shapes = {
        // WADs.
        {"ARC-04 maps of a WAD", Kind::container,
         [](u64 n) { return wad(n, [](WadBuilder& w, u64 i) { w.map("M" + num(i), "a=1;"); }); },
         40},
        {"ARC-04 labels without lumps", Kind::container,
         [](u64 n) { return wad(n, [](WadBuilder& w, u64 i) { w.lump("M" + num(i)); }); }, 250},
        {"ARC-04 one map of one name again and again", Kind::container,
         [](u64 n) { return wad(n, [](WadBuilder& w, u64) { w.map("MAP01", "a=1;"); }); }, 40},
        {"ARC-04 TEXTMAP again and again", Kind::container,
         [](u64 n) {
             return wad(n, [](WadBuilder& w, u64 i) {
                 if (i == 0) w.lump("MAP01");
                 w.lump("TEXTMAP", "a=1;");
             });
         },
         250},
        {"ARC-04 a map of many other lumps", Kind::container,
         [](u64 n) {
             return WadBuilder()
                 .lump("MAP01")
                 .lump("TEXTMAP", "a=1;")
                 .lumps(std::vector<std::string_view>(n, "DIALOGUE"))
                 .build();
         },
         250},
        {"BIN-05 binary lumps again and again", Kind::container,
         [](u64 n) {
             return wad(n, [](WadBuilder& w, u64 i) {
                 w.lump(i % 11 == 0 ? "MAP01" : i % 2 == 0 ? "THINGS" : "LINEDEFS", "x");
             });
         },
         250},
        {"ARC-03 lumps that all overlap", Kind::container,
         [](u64 n) { return wad(n, [](WadBuilder& w, u64 i) { w.entry("L" + num(i), 0, 12); }); },
         250},
        {"ARC-03 lumps that overlap in steps", Kind::container,
         [](u64 n) {
             return wad(n, [](WadBuilder& w, u64 i) {
                 w.entry("L" + num(i), static_cast<std::uint32_t>(i), 60);
             });
         },
         250},
        {"ARC-02 lumps outside", Kind::container,
         [](u64 n) {
             return wad(n, [](WadBuilder& w, u64) { w.entry("TEXTMAP", 0xFFFFFFF0u, 0x20); });
         },
         250},
        {"ARC-05 names of control bytes", Kind::container,
         [](u64 n) { return wad(n, [](WadBuilder& w, u64) { w.lump("\x1B]0;\x07/.."); }); }, 250},

        // ZIPs.
        {"ARC-14 entries of a ZIP", Kind::container,
         [](u64 n) { return zip(n, [](u64 i) { return entry("d/f" + num(i) + ".txt"); }); }, 100},
        {"ARC-14 entries with long names", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) { return entry(string(200, 'd') + num(i) + ".txt"); });
         },
         40},
        {"ARC-14 long comments", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 ZipEntry e = entry("f" + num(i));
                 e.comment = string(1000, 'c');
                 return e;
             });
         },
         20},
        {"ARC-09 entries that share one record", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 ZipEntry e = entry("f" + num(i) + ".wad", "PWAD");
                 if (i > 0) e.shares = 0;
                 return e;
             });
         },
         100},
        {"ARC-09 entries of one name", Kind::container,
         [](u64 n) { return zip(n, [](u64) { return entry("maps/a.wad", "PWAD"); }); }, 100},
        {"ARC-06 entries outside", Kind::container,
         [](u64 n) { return zip(n, [](u64 i) { return entry("../../f" + num(i)); }); }, 100},
        {"ARC-06 deep folders", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) { return entry(repeat(20, "d/") + shuffled(i) + "/f"); });
         },
         200},
        {"ARC-07 names that differ in case", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 string name = "maps/aaaaaaaaaaaa.wad";
                 for (std::size_t b = 0; b < 12; ++b) {
                     if ((i >> b & 1) != 0) name[5 + b] = 'A';
                 }
                 return entry(name, "PWAD");
             });
         },
         60},
        {"ARC-10 sizes that lie", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 ZipEntry e = entry("f" + num(i) + ".wad", "PWAD");
                 e.size = 0xFFFFFFF0;
                 e.method = 8;
                 return e;
             });
         },
         100},
        {"ARC-13 bytes before a ZIP", Kind::container,
         [](u64 n) { return string(n, 'x') + zip(3, [](u64 i) { return entry("f" + num(i)); }); },
         4000},
        {"ARC-13 ends of a ZIP that are none", Kind::container,
         [](u64 n) { return "PK\3\4" + repeat(n, "PK\5\6"); }, 1000},
        {"ARC-12 WADs of a PK3", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 return entry("maps/m" + shuffled(i) + ".wad",
                              WadBuilder().map("MAP01", "a=1;").build());
             });
         },
         30},
        {"ARC-12 archives in a PK3", Kind::container,
         [](u64 n) {
             return zip(
                 n, [](u64 i) { return entry("f" + shuffled(i) + ".pk3", ZipBuilder().build()); });
         },
         60},

        // 7z.
        {"ARC-13 blocks of a 7z", Kind::container,
         [](u64 n) {
             SevenZipBuilder builder;
             for (u64 i = 0; i < n; ++i) builder.file("f" + num(i) + ".txt", "abc");
             return builder.build();
         },
         60},
        {"ARC-13 files of one block", Kind::container,
         [](u64 n) {
             testing_support::SevenZipBlock block;
             for (u64 i = 0; i < n; ++i) block.files.push_back({"f" + num(i) + ".wad", "PWAD", 0});
             return SevenZipBuilder().block(block).build();
         },
         60},
        {"ARC-13 a count without files", Kind::container,
         [](u64 n) { return SevenZipBuilder().build(string(n, '\1')); }, 4000},

        // Trees of a host.
        {"ARC-14 files of a tree", Kind::tree,
         [](u64 n) { return join(n, [](u64 i) { return "maps/f" + num(i) + ".wad\n"; }); }, 100},
        {"ARC-07 conflicts in a tree", Kind::tree,
         [](u64 n) {
             return join(n, [](u64 i) {
                 return (i % 2 == 0 ? "maps/m" : "MAPS/M") + num(i / 2) + ".wad\n";
             });
         },
         100},
        {"ARC-06 long paths in a tree", Kind::tree,
         [](u64 n) {
             return join(n, [](u64 i) { return repeat(30, "folder/") + shuffled(i) + ".wad\n"; });
         },
         100},

        // Doom 3.
        {"D3-03 brushes", Kind::doom3, [](u64 n) { return entity(repeat(n, kCube)); }, 20},
        {"D3-03 planes without a normal", Kind::doom3,
         [](u64 n) {
             return entity(repeat(n, "{\nbrushDef3\n{\n" + repeat(6, side("0 0 0 0")) + "}\n}\n"));
         },
         20},
        {"D3-06 brushes of sixty sides", Kind::doom3,
         [](u64 n) {
             string planes;
             for (int i = 0; i < 60; ++i) {
                 planes += side(std::to_string(i - 30) + " " + std::to_string(40 - i) + " 7 -400");
             }
             return entity(repeat(n, "{\nbrushDef3\n{\n" + planes + "}\n}\n"));
         },
         2},
        {"D3-04 keys of one entity", Kind::doom3,
         [](u64 n) {
             return entity(join(n, [](u64 i) { return "\"k" + shuffled(i) + "\" \"v\"\n"; }));
         },
         150},
        {"D3-04 one key again and again", Kind::doom3,
         [](u64 n) { return entity(repeat(n, "\"k\" \"v\"\n")); }, 150},
        {"D3-04 entities of one name", Kind::doom3,
         [](u64 n) {
             return entity("") + repeat(n,
                                        "{\n\"classname\" \"light\"\n\"name\" \"a\"\n\"target0\" "
                                        "\"a\"\n}\n");
         },
         60},
        {"D3-04 targets of nobody", Kind::doom3,
         [](u64 n) {
             return entity("") + join(n, [](u64 i) {
                        return "{\n\"classname\" \"light\"\n\"name\" \"a" + shuffled(i) +
                               "\"\n\"target\" \"b" + shuffled(i) + "\"\n}\n";
                    });
         },
         60},
        {"D3-02 parentheses", Kind::doom3,
         [](u64 n) { return entity("{\nbrushDef3\n{\n" + repeat(n, "( ")); }, 2000},
        {"D3-02 broken brushes", Kind::doom3,
         [](u64 n) { return entity(repeat(n, "{\nbrushDef3\n{\n( 1 0 )\n}\n}\n")); }, 100},
        {"D3-02 a comment", Kind::doom3, [](u64 n) { return "/*" + repeat(n, "*") + "/"; }, 4000},
        {"D3-01 patches", Kind::doom3,
         [](u64 n) {
             const string row = "( ( 0 0 0 0 0 ) ( 0 8 9 0 0 ) ( 9 16 0 0 0 ) )\n";
             return entity(repeat(
                 n, "{\npatchDef2\n{\n\"m\"\n( 3 3 0 0 0 )\n(\n" + row + row + row + ")\n}\n}\n"));
         },
         10},
        {"D3-03 tokens behind a material", Kind::doom3,
         [](u64 n) {
             return entity("{\nbrushDef3\n{\n( 1 0 0 -64 ) ( ( 1 0 0 ) ( 0 1 0 ) ) \"m\" " +
                           repeat(n, "0 ") + "\n}\n}\n");
         },
         1000},

        // What a game brings.
        {"textures of TEXTURES", Kind::resources,
         [](u64 n) {
             return join(
                 n, [](u64 i) { return "texture T" + num(i) + ", 64, 64 { patch P, 0, 0 }\n"; });
         },
         80},
        {"braces of TEXTURES", Kind::resources, [](u64 n) { return repeat(n, "{ "); }, 2000},
    };
    return shapes;
}

}  // namespace work
