#include "work/shapes.hpp"

namespace work {
namespace {

const std::string kHead = "namespace=\"zdoom\";";
const std::string kSector = "sector{texturefloor=\"F\";textureceiling=\"C\";}";
const std::string kSquare =
    "vertex{x=0;y=0;}vertex{x=64;y=0;}vertex{x=64;y=64;}vertex{x=0;y=64;}sidedef{sector=0;}" +
    kSector;

/// n squares side by side, each of four lines and one sector, which `fields` belong to.
std::string squares(std::uint64_t n, const std::string& sector, const std::string& line) {
    std::string text = kHead;
    for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t x = i % 200 * 80, y = i / 200 * 80;
        for (const auto& [dx, dy] : {std::pair(0, 0), {0, 64}, {64, 64}, {64, 0}}) {
            text += "vertex{x=" + num(x + static_cast<unsigned>(dx)) +
                    ";y=" + num(y + static_cast<unsigned>(dy)) + ";}";
        }
        for (std::uint64_t k = 0; k < 4; ++k) {
            text += "linedef{v1=" + num(4 * i + k) + ";v2=" + num(4 * i + (k + 1) % 4) +
                    ";sidefront=" + num(4 * i + k) + ";" + line + "}";
            text += "sidedef{sector=" + num(i) + ";texturemiddle=\"W\";}";
        }
        text += "sector{texturefloor=\"F\";textureceiling=\"C\";" + sector + "}";
    }
    return text;
}

/// n lines between vertices that place(i) gives, all of one side and sector.
template <class Place>
std::string lines(std::uint64_t n, Place place, const std::string& fields = "") {
    std::string text = kHead + kSector + "sidedef{sector=0;}";
    for (std::uint64_t i = 0; i < n; ++i) {
        const auto [x1, y1, x2, y2] = place(i);
        text += "vertex{x=" + std::to_string(x1) + ";y=" + std::to_string(y1) +
                ";}vertex{x=" + std::to_string(x2) + ";y=" + std::to_string(y2) +
                ";}linedef{v1=" + num(2 * i) + ";v2=" + num(2 * i + 1) + ";sidefront=0;" + fields +
                "}";
    }
    return text;
}
struct Line {
    double x1, y1, x2, y2;
};

std::string name_of(std::uint64_t i, std::size_t length) {
    std::string name(length, 'A');
    for (std::size_t k = 0; k < 8 && k < length; ++k, i /= 26) {
        name[length - 1 - k] = static_cast<char>('A' + i % 26);
    }
    return name;
}

}  // namespace

const std::vector<Shape>& text_shapes() {
    using std::string;
    using u64 = std::uint64_t;
    static const std::vector<Shape> shapes = {
        // What a reader meets.
        {"TXT-11 empty sectors", Kind::text, [](u64 n) { return kHead + repeat(n, "sector{}"); },
         250},
        {"TXT-11 things", Kind::text,
         [](u64 n) { return kHead + repeat(n, "thing{x=1;y=1;type=1;}"); }, 150},
        {"TXT-11 vertices", Kind::text, [](u64 n) { return kHead + repeat(n, "vertex{x=1;y=1;}"); },
         250},
        {"TXT-09 blanks", Kind::text, [](u64 n) { return kHead + repeat(n, " ") + kSector; }, 4000},
        {"TXT-09 line ends of CR", Kind::text,
         [](u64 n) { return kHead + repeat(n, "\r") + kSector; }, 4000},
        {"TXT-09 one comment", Kind::text, [](u64 n) { return kHead + "//" + repeat(n, "a"); },
         4000},
        {"TXT-09 stars of a comment", Kind::text,
         [](u64 n) { return kHead + "/*" + repeat(n, "*") + "/"; }, 4000},
        {"TXT-09 many comments", Kind::text,
         [](u64 n) { return kHead + repeat(n, "/**/") + kSector; }, 1000},
        {"TXT-09 one string", Kind::text,
         [](u64 n) { return kHead + "sector{comment=\"" + repeat(n, "a") + "\";}"; }, 4000},
        {"TXT-09 a string of escapes", Kind::text,
         [](u64 n) { return kHead + "sector{comment=\"" + repeat(n, "\\\"") + "\";}"; }, 2000},
        {"TXT-09 one identifier", Kind::text, [](u64 n) { return kHead + repeat(n, "a") + "=1;"; },
         4000},
        {"TXT-07 an open string", Kind::text,
         [](u64 n) { return kHead + "sector{comment=\"" + repeat(n, "a"); }, 4000},
        {"TXT-07 an open comment", Kind::text, [](u64 n) { return kHead + "/*" + repeat(n, "a"); },
         4000},
        {"TXT-07 a NUL at the end", Kind::text,
         [](u64 n) { return kHead + repeat(n, "vertex{x=1;y=1;}") + string(1, '\0') + "x"; }, 250},
        {"TXT-08 open blocks", Kind::text, [](u64 n) { return kHead + repeat(n, "b{"); }, 2000},
        {"TXT-08 blocks as deep as may be", Kind::text,
         [](u64 n) { return kHead + repeat(n, repeat(64, "b{") + repeat(64, "}")); }, 10},
        {"TXT-12 keys that differ", Kind::text,
         [](u64 n) {
             return kHead + "sector{" + join(n, [](u64 i) { return "user_" + num(i) + "=1;"; }) +
                    "}";
         },
         300},
        {"TXT-12 one key again and again", Kind::text,
         [](u64 n) { return kHead + "sector{" + repeat(n, "user_a=1;") + "}"; }, 300},
        {"TXT-10 a known key again and again", Kind::text,
         [](u64 n) { return kHead + "sector{" + repeat(n, "id=1;") + "}"; }, 300},
        {"TXT-12 unknown blocks", Kind::text,
         [](u64 n) { return kHead + join(n, [](u64 i) { return "b" + num(i) + "{a=1;}"; }); }, 250},
        {"TXT-12 keys of other blocks", Kind::text,
         [](u64 n) { return kHead + repeat(n, "thing{x=1;y=1;type=1;heightfloor=1;v1=2;}"); }, 100},
        {"TXT-13 indices of nothing", Kind::text,
         [](u64 n) { return kHead + repeat(n, "linedef{v1=9;v2=9;sidefront=9;}\n"); }, 150},
        {"TXT-13 sides of nothing", Kind::text,
         [](u64 n) { return kHead + kSquare + repeat(n, "linedef{v1=0;v2=1;sidefront=9;}"); }, 150},
        {"TXT-13 values of wrong types", Kind::text,
         [](u64 n) { return kHead + repeat(n, "thing{x=\"a\";y=true;type=1;}\n"); }, 150},
        {"TXT-04 fields that are missing", Kind::text,
         [](u64 n) { return kHead + repeat(n, "vertex{}sidedef{}thing{}"); }, 100},
        {"TXT-05 numbers of many digits", Kind::text,
         [](u64 n) { return kHead + repeat(n, "vertex{x=0." + string(400, '1') + ";y=1;}"); }, 20},
        {"TXT-05 numbers between two doubles", Kind::text,
         [](u64 n) {
             return kHead + repeat(n, "vertex{x=9007.199254740993000000000000000000001;y=1;}");
         },
         150},
        {"TXT-05 one number", Kind::text,
         [](u64 n) { return kHead + "vertex{x=0." + repeat(n, "0") + "1;y=1;}"; }, 100},
        {"TXT-10 a namespace at the end", Kind::text,
         [](u64 n) { return repeat(n, "vertex{x=1;y=1;}") + kHead; }, 250},
        {"TXT-10 namespaces again and again", Kind::text, [](u64 n) { return repeat(n, kHead); },
         250},
        {"TXT-10 signs of 0.99 at the end", Kind::text,
         [](u64 n) { return kHead + repeat(n, "vertex{x=1;y=1;}") + "thing{x=1;y=1;type=\"a\";}"; },
         250},
        {"TXT-12 fields in every order", Kind::text,
         [](u64 n) {
             const char* const fields[] = {"x=1;", "y=2;", "type=3;", "id=4;", "angle=5;"};
             return kHead + join(n, [&](u64 i) {
                        string block = "thing{";
                        for (u64 k = 0; k < 5; ++k) block += fields[(i * i + k * (1 + i % 4)) % 5];
                        return block + "x=1;y=2;type=3;}";
                    });
         },
         100},
        {"TXT-12 names that differ", Kind::text,
         [](u64 n) {
             return kHead + kSector + join(n, [](u64 i) {
                        return "sidedef{sector=0;texturetop=\"" + name_of(i, 8) + "\";}";
                    });
         },
         150},
        {"TXT-12 long names that differ at the end", Kind::text,
         [](u64 n) {
             return kHead + kSector + join(n, [](u64 i) {
                        return "sidedef{sector=0;texturetop=\"" + name_of(i, 200) + "\";}";
                    });
         },
         30},
        {"TXT-12 names whose bits are flipped in pairs", Kind::text,
         [](u64 n) {
             return kHead + kSector + join(n, [](u64 i) {
                        string name(32, 'a');
                        for (std::size_t b = 0; b < 13; ++b) {
                            if ((i >> b & 1) == 0) continue;
                            name[2 * b % 8] = static_cast<char>(name[2 * b % 8] ^ (1 << b % 3));
                            name[8 + b] = static_cast<char>(name[8 + b] ^ 4);
                        }
                        return "sidedef{sector=0;texturetop=\"" + name + num(i) + "\";}";
                    });
         },
         100},
        {"TXT-12 lists of ids", Kind::text,
         [](u64 n) {
             return kHead + "sector{moreids=\"" + join(n, [](u64 i) { return num(i) + " "; }) +
                    "\";}";
         },
         500},
        {"TXT-11 columns of every element", Kind::text,
         [](u64 n) {
             return kHead + repeat(n,
                                   "sector{texturefloor=\"F\";textureceiling=\"C\";"
                                   "xpanningfloor=1;gravity=2.0;lightcolor=3;}");
         },
         100},

        // What stages behind it meet.
        {"squares", Kind::text, [](u64 n) { return squares(n, "", ""); }, 40},
        {"TXT-15 one tag for all", Kind::text,
         [](u64 n) { return squares(n, "id=7;", "special=10;arg0=7;"); }, 40},
        {"TXT-15 tags of nobody", Kind::text,
         [](u64 n) { return squares(n, "", "special=10;arg0=99;"); }, 40},
        {"TXT-03 lines without length", Kind::text,
         [](u64 n) { return kHead + kSquare + repeat(n, "linedef{v1=0;v2=0;sidefront=0;}"); }, 150},
        {"TXT-03 all lines at one vertex", Kind::text,
         [](u64 n) {
             return kHead + kSquare + join(n, [](u64 i) {
                        return "vertex{x=" + num(i * 7919 % 911 + 100) +
                               ";y=" + num(i / 911 + 100) + ";}linedef{v1=0;v2=" + num(i + 4) +
                               ";sidefront=0;}";
                    });
         },
         60},
        {"TXT-03 one line many times", Kind::text,
         [](u64 n) { return kHead + kSquare + repeat(n, "linedef{v1=0;v2=1;sidefront=0;}"); }, 100},
        {"TXT-03 one triangle many times", Kind::text,
         [](u64 n) {
             return kHead + kSquare +
                    repeat(n,
                           "linedef{v1=0;v2=2;sidefront=0;}linedef{v1=2;v2=1;sidefront=0;}"
                           "linedef{v1=1;v2=0;sidefront=0;}");
         },
         40},
        {"TXT-03 lines that all cross", Kind::text,
         [](u64 n) {
             return lines(n, [](u64 i) {
                 const double d = static_cast<double>(i % 4000);
                 return Line{-2000 + d, -2000, 2000 - d, 2000};
             });
         },
         60},
        {"TXT-03 all lines in one cell", Kind::text,
         [](u64 n) {
             return lines(n, [](u64 i) {
                 const double d = static_cast<double>(i % 10000) / 100;
                 return Line{d, 1, d, 2};
             });
         },
         60},
        {"BM-06 lines across the whole map", Kind::text,
         [](u64 n) {
             return lines(n, [](u64 i) {
                 const double d = static_cast<double>(i % 60000) - 30000;
                 return Line{-30000, d, 30000, d + 1};
             });
         },
         20},
        {"TXT-03 vertices at one place", Kind::text,
         [](u64 n) { return kHead + kSquare + repeat(n, "vertex{x=5;y=5;}"); }, 200},
        {"TXT-03 vertices on one line", Kind::text,
         [](u64 n) {
             return kHead + kSquare + "linedef{v1=0;v2=1;sidefront=0;}" + join(n, [](u64 i) {
                        return "vertex{x=" + std::to_string(static_cast<double>(i % 6000) / 100) +
                               ";y=0;}";
                    });
         },
         100},
        {"TXT-15 things at one place", Kind::text,
         [](u64 n) {
             return squares(1, "", "") + repeat(n, "thing{x=9;y=9;type=3001;skill1=true;}");
         },
         100},
        {"TXT-15 things outside", Kind::text,
         [](u64 n) {
             return squares(1, "", "") + repeat(n, "thing{x=-900;y=9;type=1;skill1=true;}");
         },
         100},
        {"TXT-15 polyobjects of one number", Kind::text,
         [](u64 n) {
             return squares(1, "", "") + repeat(n, "thing{x=9;y=9;type=9301;angle=1;}") +
                    repeat(n, "thing{x=9;y=9;type=9300;angle=1;}");
         },
         80},
        {"TXT-15 one side for all lines", Kind::text,
         [](u64 n) {
             return lines(n, [](u64 i) {
                 const double d = static_cast<double>(i % 2000);
                 return Line{d, 0, d, 64};
             });
         },
         60},
        {"TXT-15 neighbours of one sector", Kind::text,
         [](u64 n) {
             return kHead + kSquare + join(n, [](u64 i) {
                        return kSector + "sidedef{sector=" + num(i + 1) +
                               ";}linedef{v1=0;v2=1;sidefront=0;sideback=" + num(i + 1) + ";}";
                    });
         },
         60},
        {"TXT-15 slopes along every line", Kind::text,
         [](u64 n) { return squares(n, "", "special=181;arg0=1;arg1=1;"); }, 30},
        {"TXT-15 slopes of one long sector", Kind::text,
         [](u64 n) {
             return lines(
                 n,
                 [](u64 i) {
                     const double d = static_cast<double>(i % 2000);
                     return Line{d, 0, d + 1, 64};
                 },
                 "sideback=0;special=181;arg0=1;arg1=1;");
         },
         60},
        {"TXT-15 slope things in one sector", Kind::text,
         [](u64 n) {
             return squares(1, "", "") +
                    repeat(n, "thing{x=9;y=9;height=9;type=9502;angle=45;arg0=45;}");
         },
         80},
        {"TXT-15 slopes that are copied", Kind::text,
         [](u64 n) { return squares(n, "id=7;", "special=118;arg0=7;arg1=7;"); }, 30},
        {"TXT-15 heights of vertices", Kind::text,
         [](u64 n) {
             return kHead + join(n, [](u64 i) {
                        const string at = num(i % 200 * 80);
                        return "vertex{x=" + at + ";y=0;zfloor=1;}vertex{x=" + at +
                               "1;y=0;zfloor=9;}vertex{x=" + at +
                               ";y=64;zfloor=5;}linedef{v1=" + num(3 * i) +
                               ";v2=" + num(3 * i + 1) + ";sidefront=" + num(i) +
                               ";}linedef{v1=" + num(3 * i + 1) + ";v2=" + num(3 * i + 2) +
                               ";sidefront=" + num(i) + ";}linedef{v1=" + num(3 * i + 2) +
                               ";v2=" + num(3 * i) + ";sidefront=" + num(i) +
                               ";}sidedef{sector=" + num(i) + ";}" + kSector;
                    });
         },
         30},
        {"TXT-15 lines that run scripts", Kind::text,
         [](u64 n) { return squares(n, "", "special=80;arg0=5;playeruse=true;"); }, 40},
        {"TXT-15 textures that do not meet", Kind::text,
         [](u64 n) {
             return lines(n, [](u64 i) {
                 const double d = static_cast<double>(i % 2000) * 8;
                 return Line{d, 0, d + 8, 0};
             });
         },
         60},
        {"TXT-03 open sectors", Kind::text,
         [](u64 n) {
             return kHead + join(n, [](u64 i) {
                        const string x = num(i % 20 * 80), y = num(i / 20 * 80),
                                     top = num(i / 20 * 80 + 1);
                        return "vertex{x=" + x + ";y=" + y + ";}vertex{x=" + x + ";y=" + top +
                               ";}linedef{v1=" + num(2 * i) + ";v2=" + num(2 * i + 1) +
                               ";sidefront=" + num(i) + ";}sidedef{sector=" + num(i) + ";}" +
                               kSector;
                    });
         },
         60},
        {"TXT-14 extreme ids", Kind::text,
         [](u64 n) {
             return squares(n, "id=-2147483648;", "id=2147483647;special=181;arg0=-2147483648;");
         },
         30},
    };
    return shapes;
}

}  // namespace work
