#include "udmf/detect_dialect.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "flatline/types.h"
#include "support/guarded_text.hpp"

namespace {

using flatline::engine::Grammar;
using flatline::engine::udmf::DetectedDialect;

// "0.99 srb2", "1.1 zdoom" or "1.1 -": the grammar and the bytes of the namespace.
std::string decided(const std::string& text, Grammar grammar = Grammar::automatic) {
    guarded::Page page(text.size());
    const flatline::engine::Bytes at = page.put(text);
    const DetectedDialect d = flatline::engine::udmf::detect_dialect(at.data(), at.end(), grammar);
    std::string answer = d.v0_99 ? "0.99 " : "1.1 ";
    if (d.name_begin == nullptr) return answer + "-";
    answer.append(d.name_begin, d.name_end);
    return answer + (d.escaped ? " escaped" : "");
}

TEST(DetectDialect, TheNamespace) {
    EXPECT_EQ(decided(""), "1.1 -");
    EXPECT_EQ(decided("namespace=\"zdoom\";"), "1.1 zdoom");
    EXPECT_EQ(decided("NameSpace /**/ = // \n \"ZDoom\" ;"), "1.1 ZDoom");
    EXPECT_EQ(decided("vertex{x=1;}namespace=\"srb2\";"), "1.1 srb2");
    EXPECT_EQ(decided("vertex{namespace=\"srb2\";}"), "1.1 -") << "a field is none";
    EXPECT_EQ(decided("b{c{}namespace=\"srb2\";}"), "1.1 -");
    EXPECT_EQ(decided("a=\"namespace=\";b=\"\\\";namespace=\";"), "1.1 -") << "nor is a string";
    EXPECT_EQ(decided("//namespace=\"a\";\n/*namespace=\"b\";*/"), "1.1 -") << "nor a comment";
    EXPECT_EQ(decided("namespace=\"\\zdoom\";"), "1.1 \\zdoom escaped");
    EXPECT_EQ(decided("namespace=\"a\\\"b\";"), "1.1 a\\\"b escaped");
    EXPECT_EQ(decided("namespaces=\"a\";xnamespace=\"b\";namespac=\"c\";"), "1.1 -");
}

TEST(DetectDialect, SeveralNamespaces) {
    const std::string two = "namespace=\"zdoom\";vertex{}namespace=\"srb2\";";
    EXPECT_EQ(decided(two), "1.1 zdoom") << "the first of 1.1";
    EXPECT_EQ(decided(two, Grammar::v1_1), "1.1 zdoom");
    EXPECT_EQ(decided(two, Grammar::v0_99), "0.99 srb2") << "the last of 0.99";
    EXPECT_EQ(decided("namespace=\"\";namespace=\"srb2\";"), "1.1 srb2") << "an empty one is none";
    EXPECT_EQ(decided("namespace=\"srb2\";namespace=\"\";", Grammar::v0_99), "0.99 srb2");
    EXPECT_EQ(decided("namespace=\"zdoom\";namespace=srb2;"), "0.99 srb2");
    EXPECT_EQ(decided("namespace=srb2;namespace=\"zdoom\";"), "0.99 zdoom");
}

TEST(DetectDialect, SignsOf0_99) {
    EXPECT_EQ(decided("namespace=zdoom;"), "0.99 zdoom");
    EXPECT_EQ(decided("namespace = zdoom/**/;"), "0.99 zdoom");
    EXPECT_EQ(decided("namespace=\"doom\";linedef{frontside=0;}"), "0.99 doom");
    EXPECT_EQ(decided("namespace=\"doom\";LINEDEF//x\n{FrontSide /**/ =0;}"), "0.99 doom");
    EXPECT_EQ(decided("namespace=\"doom\";sector{floorpic=A;}"), "0.99 doom");
    EXPECT_EQ(decided("namespace=\"doom\";sector{a=1;ceilingpic=A;}"), "0.99 doom");
    EXPECT_EQ(decided("namespace=\"doom\";vertex{}sector{}b{}sector{ceilingpic=A;}"), "0.99 doom");
}

TEST(DetectDialect, WhatIsNoSign) {
    for (const char* text :
         {"sidedef{frontside=0;}", "linedef{floorpic=0;}", "thing{ceilingpic=0;}", "frontside=0;",
          "linedef{frontsid=0;}", "linedef{frontside0=0;}", "linedef{b{frontside=0;}}",
          "b{linedef{frontside=0;}}", "linedef{a=\"frontside=0;\";}", "linedef{//frontside=0;\n}",
          "linedef{}frontside=0;", "linedef{frontside{}}", "linedef{frontside;}",
          "linedef{a=frontside;b=1;}", "lindef{frontside=0;}"}) {
        EXPECT_EQ(decided("namespace=\"doom\";" + std::string(text)), "1.1 doom") << text;
    }
    EXPECT_EQ(decided("namespace=5;"), "1.1 -") << "a number is a mistake of 1.1";
    EXPECT_EQ(decided("namespace=;vertex{}"), "1.1 -");
}

TEST(DetectDialect, ACallerWhoSaysWhichIsBelieved) {
    const std::string signs = "namespace=zdoom;linedef{frontside=0;}namespace=\"srb2\";";
    EXPECT_EQ(decided(signs), "0.99 srb2");
    EXPECT_EQ(decided(signs, Grammar::v1_1), "1.1 srb2");
    EXPECT_EQ(decided("namespace=zdoom;", Grammar::v1_1), "1.1 -");
    EXPECT_EQ(decided("", Grammar::v0_99), "0.99 -");
    EXPECT_EQ(decided("namespace=\"zdoom\";", Grammar::v0_99), "0.99 zdoom");
    EXPECT_EQ(decided("namespace=5;", Grammar::v0_99), "0.99 5");
}

TEST(DetectDialect, StopsAtWhatNobodyReads) {
    EXPECT_EQ(decided("}namespace=\"zdoom\";"), "1.1 -");
    EXPECT_EQ(decided("vertex{}}namespace=\"zdoom\";"), "1.1 -");
    EXPECT_EQ(decided("/* namespace=\"zdoom\";"), "1.1 -");
    EXPECT_EQ(decided("a=\"b;namespace=zdoom;"), "1.1 -");
    EXPECT_EQ(decided("namespace=\"zdoom;"), "1.1 -");
    EXPECT_EQ(decided("namespace="), "1.1 -");
    EXPECT_EQ(decided("namespace"), "1.1 -");
    EXPECT_EQ(decided("=namespace=\"a\";"), "1.1 a");
    EXPECT_EQ(decided("{{{=;}}}\"\"5 + namespace = \"a\";"), "1.1 a");
}

TEST(DetectDialect, ReadsNothingBehindTheEnd) {
    const std::string text =
        "\xEF namespace = zdoom; /* * */ linedef // a\n { frontside = 0; b { c = \"\\\"\"; } } /";
    for (std::size_t size = 0; size <= text.size(); ++size) decided(text.substr(0, size));
}

TEST(DetectDialect, TheSignThatAloneMakesIt099) {
    const auto sign = [](const std::string& text) {
        const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
        const DetectedDialect d =
            flatline::engine::udmf::detect_dialect(begin, begin + text.size(), Grammar::automatic);
        return d.sign_begin == nullptr ? std::string()
                                       : std::to_string(d.sign_begin - begin) + " " +
                                             std::string(d.sign_begin, d.sign_end);
    };
    EXPECT_EQ(sign("linedef{v1=0;}"), "");
    EXPECT_EQ(sign("linedef{v1=0;FrontSide=0;}sector{floorpic=\"A\";}"), "13 FrontSide");
    EXPECT_EQ(sign("linedef{frontside=0;}namespace=zdoom;"), "") << "that says it as well";
}

}  // namespace
