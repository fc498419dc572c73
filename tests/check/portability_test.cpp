// Each rule about text that is read here and stops ports, at its exact element, field and place,
// and on a text beside it on which it stays silent.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "model/check.hpp"
#include "support/load_text.hpp"

namespace {

// The portability findings of a text, a line each: "rule element index field `text`@offset".
std::string portability(const std::string& text,
                        const flatline::engine::LoadOptions& options = {}) {
    const flatline::engine::LoadResult<flatline::engine::Map> result =
        load_text::load(text, options);
    EXPECT_TRUE(result) << load_text::story(result, text);
    if (!result) return "refused";
    const flatline::engine::FindingList findings = flatline::engine::check(result.value).findings;
    std::string all;
    for (const flatline::engine::Finding& f : findings.kept()) {
        std::string_view id = load_text::rule_id(f);
        if (id.substr(0, 12) != "portability-") continue;
        id.remove_prefix(12);
        EXPECT_LE(f.offset + f.length, text.size());
        EXPECT_EQ(f.lump, static_cast<std::uint8_t>(flatline::engine::Lump::textmap));
        if (!all.empty()) all += "\n";
        all += std::string(id) + " " + std::string(flatline::engine::element_name(f.element));
        if (f.index != FLATLINE_NONE) all += " " + std::to_string(f.index);
        if (f.field != FLATLINE_NO_FIELD)
            all += " " + std::string(flatline::engine::field_name(f.field));
        all += " `" + text.substr(f.offset, f.length) + "`@" + std::to_string(f.offset);
    }
    return all;
}

std::string at(const std::string& text, std::string_view what) {
    return "`" + std::string(what) + "`@" + std::to_string(text.find(what));
}

std::string zdoom(const std::string& rest) { return "namespace=\"zdoom\";\n" + rest + "\n"; }
std::string srb2(const std::string& rest) { return "namespace=\"srb2\";\n" + rest + "\n"; }

TEST(Portability, APlainTextHasNoFindings) {
    EXPECT_EQ(
        portability(zdoom("vertex{x=0.5;y=-7;}// 1\nthing{x=1.0;y=0;type=1;comment=\"a\\n\";}")),
        "");
    EXPECT_EQ(portability(srb2("vertex{x=0;y=10;}thing{x=1.0;y=0;type=1;}")), "");
    EXPECT_EQ(portability(""), "");
}

TEST(Portability, StraySemicolons) {
    const std::string text = zdoom(";vertex{;x=0;;y=1;};\nfoo{a=1;;}\nuser_a=1;/**/;");
    std::string expected;
    std::size_t semicolon = text.find(";vertex");
    const auto add = [&](std::string_view element, std::size_t offset) {
        if (!expected.empty()) expected += "\n";
        expected += "semicolon " + std::string(element) + " `;`@" + std::to_string(offset);
    };
    add("map", semicolon);
    add("vertex 0", text.find("{;x") + 1);
    add("vertex 0", text.find(";;y") + 1);
    add("map", text.find("};") + 1);
    add("block", text.find("1;;}") + 2);
    add("map", text.find("/**/;") + 4);
    EXPECT_EQ(portability(text), expected);
}

TEST(Portability, LeadingZeros) {
    for (const char* literal : {"00", "08", "-010", "+0123"}) {
        const std::string text = zdoom(std::string("thing{x=0;y=0;type=") + literal + ";}");
        std::string found = portability(text);
        const std::string plus = "plus thing 0 type " + at(text, literal) + "\n";
        if (*literal == '+') {
            ASSERT_EQ(found.substr(0, plus.size()), plus);
            found.erase(0, plus.size());
        }
        EXPECT_EQ(found, "leading-zero thing 0 type " + at(text, literal)) << literal;
    }
    for (const char* literal : {"0", "-0", "10", "0x0A"}) {
        EXPECT_EQ(portability(zdoom(std::string("thing{x=0;y=0;type=") + literal + ";}")), "");
    }
    EXPECT_EQ(portability(zdoom("vertex{x=00.5;y=0.0;}user_a=\"007\";")), "")
        << "no integer literal";
    const std::string unknown = zdoom("thing{x=0;y=0;type=1;user_a=007;}");
    EXPECT_EQ(portability(unknown), "leading-zero thing 0 " + at(unknown, "007"));
}

TEST(Portability, DotsInIntegerFields) {
    std::string text = zdoom("thing{x=5.;y=0;type=5.;}");
    EXPECT_EQ(portability(text), "int-dot thing 0 type `5.`@" + std::to_string(text.rfind("5.")));
    // Heights are integers in the namespaces that UDMF reserves. In zdoom they are reals, so that a
    // fraction is meant, but a dot without one stops ports that keep to the standard.
    const std::string height = "sector{heightfloor=8.0;texturefloor=\"A\";textureceiling=\"A\";}";
    text = zdoom(height);
    EXPECT_EQ(portability(text), "int-dot sector 0 heightfloor " + at(text, "8.0"));
    text =
        zdoom("sector{\nheightceiling = 128.0;\ntexturefloor=\"A\";\ntextureceiling=\"A\";\n}\n");
    EXPECT_EQ(portability(text), "int-dot sector 0 heightceiling " + at(text, "128.0"));
    EXPECT_EQ(
        portability(zdoom("sector{heightfloor=8.5;texturefloor=\"A\";textureceiling=\"A\";}")), "");
    text = "namespace=\"doom\";" + height + "\n";
    EXPECT_EQ(portability(text), "int-dot sector 0 heightfloor " + at(text, "8.0"));
}

TEST(Portability, PlusSignsAndExponents) {
    std::string text = zdoom("vertex{x=+5;y=1e2;}vertex{x=1;y=-2.5E+1;}");
    EXPECT_EQ(portability(text), "plus vertex 0 x " + at(text, "+5") + "\nexponent vertex 0 y " +
                                     at(text, "1e2") + "\nexponent vertex 1 y " +
                                     at(text, "-2.5E+1"));
    EXPECT_EQ(portability(zdoom("thing{x=0;y=0;type=0x1E2;}")), "") << "no exponent in hexadecimal";
}

TEST(Portability, Escapes) {
    std::string text = zdoom("thing{x=0;y=0;type=1;comment=\"a\\\\\";}");
    EXPECT_EQ(portability(text), "escape thing 0 comment " + at(text, "\"a\\\\\""));
    text = zdoom("user_a=\"\\x41\";");
    EXPECT_EQ(portability(text), "escape map " + at(text, "\"\\x41\""));
    EXPECT_EQ(portability(zdoom("user_a=\"\\n\\r\\t\\\"\\\\.\";")), "");
}

TEST(Portability, CommentsAtTheEnd) {
    const std::string text = "namespace=\"zdoom\";\nvertex{x=0;y=0;}//a\n /*/\n//*/ // the end";
    EXPECT_EQ(portability(text),
              "trailing-comment map `// the end`@" + std::to_string(text.find("// the end")));
    EXPECT_EQ(portability(text + "\n"), "");
    EXPECT_EQ(portability("namespace=\"zdoom\";\nvertex{x=0;y=0;}/* // */"), "");
    EXPECT_EQ(portability("//").substr(0, 16), "trailing-comment");
}

TEST(Portability, TheLastByte) {
    const std::string text = "namespace=\"srb2\";vertex{x=0;y=0;}";
    EXPECT_EQ(portability(text), "final-newline map `}`@" + std::to_string(text.size() - 1));
    EXPECT_EQ(portability(text + " "), "");
    EXPECT_EQ(portability("namespace=\"zdoom\";vertex{x=0;y=0;}"), "final-newline map `}`@33");
}

TEST(Portability, ByteOrderMarksInSrb2) {
    EXPECT_EQ(portability("\xEF\xBB\xBF" + srb2("")), "bom-srb2 map `\xEF\xBB\xBF`@0");
    EXPECT_EQ(portability("\xEF\xBB\xBF" + zdoom("")), "");
}

TEST(Portability, HexadecimalInSrb2) {
    const std::string rest = "thing{x=0;y=0;type=0X1f;}";
    EXPECT_EQ(portability(srb2(rest)), "hex-srb2 thing 0 type " + at(srb2(rest), "0X1f"));
    EXPECT_EQ(portability(zdoom(rest)), "");
}

TEST(Portability, FractionsOfThingsInSrb2) {
    const std::string rest = "vertex{x=0.5;y=0;}thing{x=1.5;y=-0.25;height=2.0;type=1;}";
    EXPECT_EQ(portability(srb2(rest)), "fraction-srb2 thing 0 x " + at(srb2(rest), "1.5") +
                                           "\nfraction-srb2 thing 0 y " + at(srb2(rest), "-0.25"));
    EXPECT_EQ(portability(zdoom(rest)), "");
}

TEST(Portability, UpperCaseInSrb2) {
    const std::string rest =
        "Vertex{X=0;y=0;User_A=1;Foo=False;}linedef{v1=0;v2=0;sidefront=0;blocking=True;}Bar{A=1;}"
        "sidedef{sector=0;texturetop=\"ABC\";}sector{texturefloor=\"A\";textureceiling=\"A\";}";
    const std::string text = "Namespace=\"srb2\";" + rest + "\n";
    EXPECT_EQ(portability(text),
              "case-srb2 map namespace " + at(text, "Namespace") + "\ncase-srb2 vertex 0 " +
                  at(text, "Vertex") + "\ncase-srb2 vertex 0 x " + at(text, "X") +
                  "\ncase-srb2 vertex 0 " + at(text, "Foo") + "\ncase-srb2 vertex 0 " +
                  at(text, "False") + "\ncase-srb2 linedef 0 blocking " + at(text, "True") +
                  "\ncase-srb2 block " + at(text, "Bar"));
    EXPECT_EQ(portability(zdoom(rest)), "");
}

TEST(Portability, LinesThatOccurAgain) {
    const std::string twice = "vertex{x=1;y=2;}\nvertex{x=1;y=3;}\nvertex{x=1;y=2;}\n";
    const std::string text = zdoom(twice + twice);
    EXPECT_EQ(portability(text), "oneline map `vertex{x=1;y=2;}`@" +
                                     std::to_string(text.find("vertex{x=1;y=2;}", 40)));
    EXPECT_EQ(portability(zdoom("vertex\n{\nx=1;\ny=2;\n}\nvertex\n{\nx=1;\ny=2;\n}")), "")
        << "one assignment a line";
    EXPECT_EQ(portability(zdoom("vertex{x=1;y=2;}\nvertex{x=1;y=2;} ")), "")
        << "not the same line to the byte";
}

TEST(Portability, BlocksInUnknownBlocks) {
    const std::string text = zdoom("foo{a=1;}bar{b{c{}}d{}}\nvertex{x=0;y=0;baz{q{}}}\nqux{z=1;}");
    EXPECT_EQ(portability(text), "unknown-block block " + at(text, "bar") +
                                     "\nunknown-block block " + at(text, "baz"));
}

TEST(Portability, FrictionOfSectors) {
    const std::string rest =
        "sector{friction=0.5;texturefloor=\"A\";textureceiling=\"A\";}"
        "sector{frictionfactor=0.5;texturefloor=\"A\";textureceiling=\"A\";}";
    EXPECT_EQ(portability(zdoom(rest)),
              "friction sector 0 frictionfactor " + at(zdoom(rest), "0.5"));
    const std::string eternity =
        "namespace=\"eternity\";\nsector{texturefloor=\"A\";textureceiling=\"A\";friction=1.5;}"
        "sector{texturefloor=\"A\";textureceiling=\"A\";friction=2;}\n";
    const std::string found = portability(eternity);
    EXPECT_NE(found.find("friction sector 0 friction " + at(eternity, "1.5")), std::string::npos)
        << found;
    EXPECT_EQ(found.find("friction sector 1"), std::string::npos) << found;
}

TEST(Portability, TextOf0_99HasStringsWithoutQuotes) {
    const std::string text =
        "namespace = doom;\nsector{floorpic = 0123;ceilingpic = +5e1;lightlevel = 0123;}\n";
    EXPECT_EQ(portability(text),
              "leading-zero sector 0 lightlevel `0123`@" + std::to_string(text.rfind("0123")));
}

TEST(Portability, KnownBlocksInUnknownOnes) {
    const std::string text = zdoom("foo{vertex{x=1;}}vertex{x=+5;y=0;}");
    EXPECT_EQ(portability(text),
              "unknown-block block " + at(text, "foo") + "\nplus vertex 0 x " + at(text, "+5"));
    const std::string siblings = zdoom("foo{a{}b{c{}}}");
    EXPECT_EQ(portability(siblings), "unknown-block block " + at(siblings, "foo"));
    // After a block in a block its fields go on, those in it are nobody's.
    const std::string inside = zdoom("vertex{baz{x=+5;type=1.;}x=+6;y=0;}");
    EXPECT_EQ(portability(inside),
              "plus vertex 0 " + at(inside, "+5") + "\nplus vertex 0 x " + at(inside, "+6"));
}

TEST(Portability, LinesInABlockInABlock) {
    const std::string text = zdoom(
        "vertex\n{\nx = 0;\nbaz\n{\nq = 1;\nr = 1;\n}\ny = +6;\n}\n"
        "vertex\n{\nx = +5;\ny = 0;\n}\n// " +
        std::string(80, '-'));
    EXPECT_EQ(portability(text),
              "plus vertex 0 y " + at(text, "+6") + "\nplus vertex 1 x " + at(text, "+5"));
}

// Of several lines that occur again it is the first one, whatever is found first.
TEST(Portability, TheFirstLineThatOccursAgain) {
    for (int turn = 0; turn < 8; ++turn) {
        std::string lines;
        for (int i = 0; i < 8; ++i) {
            lines += "vertex{x=" + std::to_string((i + turn) % 8) + ";y=2;}\n";
        }
        const std::string text = zdoom(lines + lines);
        const std::string first = lines.substr(0, lines.find('\n'));
        EXPECT_EQ(portability(text),
                  "oneline map `" + first + "`@" + std::to_string(text.rfind(first)));
    }
}

TEST(Portability, TextsOfNothing) {
    EXPECT_EQ(portability(std::string(3, '\0')), "");
    EXPECT_EQ(portability("\xEF\xBB\xBF"), "");
}

}  // namespace
