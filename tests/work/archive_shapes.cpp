#include "support/bombs.hpp"
#include "work/shapes.hpp"

namespace work {
namespace of_archives {
namespace {

using testing_support::Deflated;
using testing_support::seven_zip_of;
using testing_support::SevenZipBlock;
using testing_support::SevenZipBuilder;
using testing_support::WadBuilder;
using testing_support::zip_of;
using testing_support::ZipBuilder;
using testing_support::ZipEntry;
using u64 = std::uint64_t;

const std::string kHead = "namespace=\"zdoom\";";

/// n times 4 KB of `part` after the head.
Deflated text(u64 n, std::string_view part) {
    std::string chunk;
    while (chunk.size() + part.size() <= 4096) chunk += part;
    return Deflated().add(kHead).add(chunk, n);
}

template <class Make>
std::string zip(u64 n, Make make) {
    ZipBuilder builder;
    for (u64 i = 0; i < n; ++i) builder.add(make(i));
    return builder.build();
}
ZipEntry packed(const std::string& name, const Deflated& content) {
    ZipEntry entry;
    entry.name = name;
    entry.data = content.stream();
    entry.method = 8;
    entry.size = static_cast<std::int64_t>(content.size());
    return entry;
}

/// A block of n stored files.
template <class Make>
std::string solid(u64 n, Make make) {
    SevenZipBlock block;
    for (u64 i = 0; i < n; ++i) block.files.push_back(make(i));
    return SevenZipBuilder().block(block).build();
}

}  // namespace

const std::vector<Shape>& shapes() {
    using std::string;
    static const std::vector<Shape> shapes = {
        {"ARC-08 a ZIP of blanks", Kind::container,
         [](u64 n) { return zip_of("maps/a.udmf", text(n, " ")); }, 8},
        {"ARC-08 a ZIP of sectors", Kind::container,
         [](u64 n) { return zip_of("maps/a.udmf", text(n, "sector{}")); }, 4},
        {"ARC-08 a ZIP of errors", Kind::container,
         [](u64 n) { return zip_of("maps/a.udmf", text(n, "linedef{}")); }, 4},
        {"ARC-08 a 7z of blanks", Kind::container,
         [](u64 n) { return seven_zip_of("a.udmf", text(n, " ")); }, 8},
        {"ARC-08 a 7z of unknown blocks", Kind::container,
         [](u64 n) { return seven_zip_of("a.udmf", text(n, "b{}")); }, 4},
        {"ARC-08 packed texts of one solid block", Kind::container,
         [](u64 n) { return seven_zip_of(".udmf", text(2, " "), static_cast<int>(n) + 1); }, 20},
        {"ARC-08 a WAD that says to be one and ends", Kind::container,
         [](u64 n) { return zip_of("maps/a.wad", Deflated().add("PWAD").add(string(4096, 0), n)); },
         8},
        {"ARC-08 packed WADs of a PK3", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 return packed("maps/m" + shuffled(i) + ".wad",
                               Deflated().add(WadBuilder().map("MAP01", kHead).build()));
             });
         },
         20},
        {"ARC-08 texts whose heads are comments", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 return packed("f" + shuffled(i) + ".udmf",
                               Deflated().add("/*").add(string(4096, 'x'), 20));
             });
         },
         6},
        {"ARC-03 maps of a packed WAD that share one text", Kind::container,
         [](u64 n) {
             WadBuilder wad;
             wad.lump("SHARED", kHead + string(60, ' '));
             for (u64 i = 0; i < n; ++i) {
                 wad.lump("M" + num(i)).entry("TEXTMAP", 12, 60);
             }
             return zip_of("maps/a.wad", Deflated().add(wad.build()));
         },
         40},
        {"ARC-13 small files of one block", Kind::container,
         [](u64 n) {
             return solid(n, [](u64 i) {
                 return testing_support::SevenZipFile{"textures/t" + shuffled(i), "x", 0};
             });
         },
         60},
        {"ARC-13 maps and other files in turn in one block", Kind::container,
         [](u64 n) {
             return solid(n, [](u64 i) {
                 return testing_support::SevenZipFile{
                     "f" + shuffled(i) + (i % 2 == 0 ? ".udmf" : ".txt"), "a=1;", 0};
             });
         },
         60},
        {"ARC-13 long names of a 7z", Kind::container,
         [](u64 n) {
             return solid(n, [](u64 i) {
                 return testing_support::SevenZipFile{string(200, 'd') + num(i) + ".udmf", "", 0};
             });
         },
         30},
        {"ARC-13 encrypted entries", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 ZipEntry entry;
                 entry.name = "f" + num(i) + ".wad";
                 entry.data = "PWAD";
                 entry.flags = 1;
                 return entry;
             });
         },
         100},
        {"ARC-13 entries of 64 bits", Kind::container,
         [](u64 n) {
             return zip(n, [](u64 i) {
                 ZipEntry entry;
                 entry.name = "f" + num(i) + ".udmf";
                 entry.data = "a=1;";
                 entry.is_64 = true;
                 return entry;
             });
         },
         60},
        {"classes that include each other", Kind::container,
         [](u64 n) {
             return zip(n + 1, [n](u64 i) {
                 ZipEntry entry;
                 entry.name = i == 0 ? "zscript.txt" : "z" + num(i) + ".txt";
                 entry.data = i < n ? "#include \"z" + num(i + 1) + ".txt\"\n" : "class A {}\n";
                 return entry;
             });
         },
         10},
        {"D3-04 silences of one entity", Kind::doom3,
         [](u64 n) {
             return "Version 2\n{\n\"classname\" \"worldspawn\"\n\"user_flatline_ignore\" \"" +
                    repeat(n, "brush-open ") + "\"\n" + repeat(n, "{\nbrushDef3\n{\n}\n}\n") +
                    "}\n";
         },
         60},
    };
    return shapes;
}

}  // namespace of_archives

const std::vector<Shape>& archive_shapes() { return of_archives::shapes(); }

}  // namespace work
