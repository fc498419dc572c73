// The threats of docs/security.md to the reader of TEXTMAPs, one test an id.
#include <gtest/gtest.h>

#include <string>

#include "model/limits.hpp"
#include "support/wad_builder.hpp"
#include "threats/outcome.hpp"

namespace text_threats {

using threats::expect_rows;
using threats::of_text;
using threats::repeat;

const std::string kHead = "namespace=\"zdoom\";";                                // 18 bytes
const std::string kSector = "sector{texturefloor=\"F\";textureceiling=\"C\";}";  // 43 bytes
const std::string kGround = kHead + "vertex{x=0;y=0;}vertex{x=8;y=0;}sidedef{sector=0;}" + kSector;

std::string line(const std::string& fields) { return kGround + "linedef{" + fields + "}"; }

TEST(Threat, TXT_01_IndicesBeyond32Bits) {
    expect_rows({
        {"2^32", line("v1=4294967296;v2=1;sidefront=0;"), "refused number-range@123"},
        {"-1", line("v1=-1;v2=1;sidefront=0;"), "refused line-vertex-range@123"},
        {"20 digits", line("v1=0;v2=99999999999999999999;sidefront=0;"),
         "refused number-range@128"},
        {"2^31", line("v1=2147483648;v2=1;sidefront=0;"), "refused number-range@123"},
        {"front side", line("v1=0;v2=1;sidefront=-1;"), "refused line-no-sides@140"},
        {"back side", line("v1=0;v2=1;sidefront=0;sideback=-1;"), "loaded"},
        {"back side -2", line("v1=0;v2=1;sidefront=0;sideback=-2;"), "refused line-side-range@151"},
        {"hexadecimal", line("v1=0xFFFFFFFFFFFFFFFFF;v2=1;sidefront=0;"),
         "refused number-range@123"},
    });
}

TEST(Threat, TXT_02_IndicesBeyondTheCount) {
    expect_rows({
        {"vertex", line("v1=0;v2=2;sidefront=0;"), "refused line-vertex-range@128"},
        {"side", line("v1=0;v2=1;sidefront=1;"), "refused line-side-range@140"},
        {"back side", line("v1=0;v2=1;sidefront=0;sideback=1;"), "refused line-side-range@151"},
        {"sector", kGround + "sidedef{sector=1;}", "refused side-sector-range@127"},
        {"forward",
         kHead + "linedef{v1=0;v2=1;sidefront=0;}sidedef{sector=0;}" + kSector +
             "vertex{x=0;y=0;}vertex{x=8;y=0;}",
         "loaded"},
    });
}

TEST(Threat, TXT_03_LinesWithoutLengthOrSide) {
    expect_rows({
        {"one vertex", line("v1=1;v2=1;sidefront=0;"), "loaded"},
        {"no front", line("v1=0;v2=1;"), "refused line-no-sides@112"},
        {"back alone", line("v1=0;v2=1;sideback=0;"), "refused line-missing-front@112"},
        {"open sector", line("v1=0;v2=1;sidefront=0;"), "loaded"},
    });
}

TEST(Threat, TXT_04_RequiredFieldsMissing) {
    expect_rows({
        {"vertex", kHead + "vertex{}", "refused vertex-missing-field@18 vertex-missing-field@18"},
        {"line", kHead + "linedef{}",
         "refused line-missing-field@18 line-missing-field@18 line-no-sides@18 "
         "line-vertex-range@18 ..."},
        {"side", kHead + "sidedef{}", "refused side-missing-field@18 side-sector-range@18"},
        {"thing", kHead + "thing{}",
         "refused thing-missing-field@18 thing-missing-field@18 thing-missing-field@18"},
    });
    flatline::engine::LoadOptions repair;
    repair.repair = flatline::engine::Repair::repair;
    EXPECT_EQ(of_text(kHead + "vertex{}", repair),
              "loaded vertex-missing-field@18 vertex-missing-field@18");
}

TEST(Threat, TXT_05_NumbersThatAreNone) {
    const auto x = [](const std::string& number) {
        return kHead + "vertex{x=" + number + ";y=0;}";
    };
    expect_rows({
        {"1e999", x("1e999"), "refused number-not-finite@27"},
        {"nan", x("nan"), "refused number-not-finite@27"},
        {"inf", x("inf"), "refused number-not-finite@27"},
        {"minus 0", x("-0.0"), "loaded"},
        {"subnormal", x("1e-400"), "loaded"},
        {"hexadecimal float", x("0x1p3"), "refused syntax-number@27"},
        {"400,000 digits", x(repeat(400'000, "1")), "refused number-not-finite@27"},
        {"5,000 digits", x("0." + repeat(5'000, "0") + "1"), "refused limit-number-bytes@27"},
        {"dot", x("."), "refused syntax-number@27"},
        {"+-1", x("+-1"), "refused syntax-number@27"},
        {"08", x("08"), "loaded"},
    });
}

TEST(Threat, TXT_06_CoordinatesBeyondTheLimit) {
    const auto x = [](const std::string& number) {
        return kHead + "vertex{x=" + number + ";y=0;}";
    };
    expect_rows({
        {"at the limit", x("32768"), "loaded"},
        {"above", x("32768.00001"), "refused limit-coordinate@27"},
        {"40000", x("40000"), "refused limit-coordinate@27"},
        {"thing", kHead + "thing{x=0;y=-40000;type=1;}", "refused limit-coordinate@30"},
    });
    flatline::engine::LoadOptions wide;
    wide.limits.coordinate = 50000;
    EXPECT_EQ(of_text(x("40000"), wide), "loaded");
}

TEST(Threat, TXT_07_OpenAtTheEnd) {
    const std::string whole = testing_support::square_text();
    expect_rows({
        {"string", kHead + "sector{comment=\"abc", "refused syntax-unclosed-string@33"},
        {"quote", kHead + "sector{comment=\"", "refused syntax-unclosed-string@33"},
        {"backslash", kHead + "sector{comment=\"\\", "refused syntax-unclosed-string@33"},
        {"comment", kHead + "/*", "refused syntax-unclosed-comment@18"},
        {"half a comment", kHead + "/* *", "refused syntax-unclosed-comment@18"},
        {"block", kHead + "vertex{x=0;y=0;", "refused syntax-unclosed-block@24"},
        {"token", kHead + "vertex{x=0;y=0", "refused syntax-unclosed-block@24"},
        {"one brace more", whole + "}", "refused syntax-brace@285"},
    });
    // Cut at every byte; bytes after the end would be seen by the sanitizer.
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::string cut = whole.substr(0, size);
        const std::vector<char> exact(cut.begin(), cut.end());
        EXPECT_NE(of_text({exact.data(), exact.size()}), "no memory") << size;
    }
}

TEST(Threat, TXT_08_AMillionBraces) {
    expect_rows({
        {"open", kHead + repeat(1'000'000, "b{"), "refused block-unknown@18 limit-nesting@147"},
        {"closed", kHead + repeat(500'000, "b{") + repeat(500'000, "}"),
         "refused block-unknown@18 limit-nesting@147"},
        {"braces alone", kHead + repeat(1'000'000, "{"), "refused syntax-character@18"},
        {"at the limit", kHead + repeat(64, "b{") + repeat(64, "}"), "loaded block-unknown@18"},
        {"block in a block", kHead + kSector + "sidedef{sector=0;sector{}}",
         "loaded block-unknown@79"},
    });
}

TEST(Threat, TXT_09_BytesThatAreNoText) {
    expect_rows({
        {"NUL", kHead + std::string(1, '\0') + kSector, "refused syntax-nul@18"},
        {"NUL in a string", kHead + "sector{comment=\"a" + std::string(1, '\0') + "\";}",
         "refused syntax-nul@35"},
        {"high bytes", kHead + "\x80\xFF", "refused syntax-character@18"},
        {"BOM", "\xEF\xBB\xBF" + kHead + kSector, "loaded"},
        {"UTF-16", std::string("\xFF\xFEn\0", 4), "refused syntax-character@0"},
        {"CR alone", kHead + "\r" + kSector + "\r", "loaded"},
        {"10 MB of blanks", kHead + repeat(10'000'000, " ") + kSector, "loaded"},
        {"10 MB in one word", kHead + repeat(10'000'000, "a") + "=1;",
         "refused limit-identifier-bytes@18"},
        {"10 MB in one comment", kHead + "//" + repeat(10'000'000, "a"), "loaded"},
        {"20 MB in one string", kHead + "sector{comment=\"" + repeat(20'000'000, "a") + "\";}",
         "refused limit-string-bytes@33"},
    });
}

TEST(Threat, TXT_10_KeysAndNamespacesTwice) {
    expect_rows({
        {"key", kHead + "vertex{x=0;y=0;x=1;}", "loaded field-duplicate@33"},
        {"namespace again", kHead + kHead + kSector, "loaded namespace-duplicate@28"},
        {"another namespace", kHead + "namespace=\"srb2\";" + kSector,
         "loaded namespace-duplicate@28"},
        {"missing", kSector, "loaded namespace-missing@0"},
        {"last", kSector + kHead, "loaded namespace-not-first@44"},
        {"unknown", "namespace=\"nobody\";" + kSector, "loaded namespace-unknown@10"},
        {"5 MB", "namespace=\"" + repeat(5'000'000, "n") + "\";" + kSector,
         "refused limit-identifier-bytes@10"},
    });
    const std::string twice = kHead + "vertex{x=3;y=0;x=1;}";
    EXPECT_EQ(load_text::load(twice).value.vertices()[0].x, 1.0) << "the last counts";
}

// A record takes seven bytes of text at least, so the size of a text bounds its memory.
TEST(Threat, TXT_11_RecordsPerByte) {
    const std::string text = kHead + repeat(50'000, kSector);
    const auto result = load_text::load(text);
    ASSERT_EQ(result.status, flatline::engine::Status::ok);
    const flatline::engine::MemoryBound bound =
        flatline::engine::memory_bound(load_text::bytes(text));
    flatline::engine::LoadOptions bare;
    bare.products = 0;
    const auto arrays = load_text::load(text, bare);
    EXPECT_LE(arrays.memory.used, bound.total);
    EXPECT_LE(bound.total, 16 * text.size() + 65536);
    flatline::engine::LoadOptions few;
    few.limits.sectors = 49'999;
    EXPECT_EQ(of_text(text, few), "refused limit-sectors@2199974");
    few.limits.sectors = 50'000;
    EXPECT_EQ(of_text(text, few), threats::of_text(text));
    flatline::engine::LoadOptions small;
    small.limits.arena_bytes = 65536;
    EXPECT_EQ(of_text(text, small), "refused limit-arena-bytes@58362");
}

TEST(Threat, TXT_12_KeysThatNobodyKnows) {
    std::string keys;
    for (int i = 0; i < 20'000; ++i) keys += "user_" + std::to_string(i) + "=1;";
    const std::string text = kHead + "sector{texturefloor=\"F\";textureceiling=\"C\";" + keys + "}";
    const auto result = load_text::load(text);
    ASSERT_EQ(result.status, flatline::engine::Status::ok);
    EXPECT_EQ(result.value.unknowns().size(), 20'000u);
    flatline::engine::LoadOptions few;
    few.limits.unknown_fields = 19'999;
    EXPECT_EQ(of_text(text, few), "refused limit-unknown-fields@248938");
}

// The first findings are kept, all are counted, and one pass gives all of them their place.
TEST(Threat, TXT_13_AHundredThousandFindings) {
    const std::string text = kHead + repeat(100'000, "linedef{v1=9;v2=9;sidefront=9;}\n");
    const auto result = load_text::load(text);
    EXPECT_EQ(oracle::first_fault(result, text), "");
    EXPECT_EQ(result.status, flatline::engine::Status::refused);
    EXPECT_EQ(result.findings.kept().size(), 100'000u);
    EXPECT_EQ(result.findings.total(), 300'000u);
    flatline::engine::PlaceFinder finder(text);
    const flatline::engine::Finding& last = result.findings.kept()[99'999];
    EXPECT_EQ(finder.place(last.offset).line, 33'334u);
}

TEST(Threat, TXT_14_ExtremeIdsAndArguments) {
    const std::string text = line(
                                 "v1=0;v2=1;sidefront=0;id=-2147483648;special=2147483647;"
                                 "arg0=-2147483648;arg0str=\"x\";arg1=2147483647;") +
                             "thing{x=0;y=0;type=-2147483648;id=-2147483648;angle=-2147483648;}";
    EXPECT_EQ(of_text(text), "loaded");
    const auto result = load_text::load(text);
    EXPECT_EQ(result.value.linedefs()[0].id, INT32_MIN);
    EXPECT_EQ(result.value.linedefs()[0].arg[0], INT32_MIN);
    EXPECT_EQ(result.value.things()[0].type, INT32_MIN);
    expect_rows(
        {{"beyond 32 bits", line("v1=0;v2=1;sidefront=0;id=2147483648;"),
          "refused number-range@145"},
         {"a fraction", line("v1=0;v2=1;sidefront=0;special=1.5;"), "loaded field-fraction@150"}});
}

// Tags without partners are the game's affair: nothing resolves them, so nothing can go wrong.
TEST(Threat, TXT_15_TagsWithoutPartners) {
    EXPECT_EQ(of_text(line("v1=0;v2=1;sidefront=0;id=7;special=156;arg0=99;") +
                      "thing{x=0;y=0;type=9300;angle=5;}thing{x=0;y=0;type=9301;angle=5;}"
                      "thing{x=0;y=0;type=9301;angle=5;}"),
              "loaded");
}

}  // namespace text_threats
