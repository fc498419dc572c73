// What is an error before the namespace is known may be none under it.
#include <gtest/gtest.h>

#include <string>

#include "support/load_text.hpp"

namespace {

using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Status;

// Unknown to plain UDMF, where an integer must fit int64; a real number in ZDoom.
constexpr const char* kBigAlpha =
    "sector { texturefloor = \"A\"; textureceiling = \"A\"; alphafloor = 123456789012345678901; "
    "}\n";

TEST(LateNamespace, MakesABigIntegerAReal) {
    const std::string text = std::string(kBigAlpha) + "namespace = \"zdoom\";\n";
    const LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_EQ(result.status, Status::ok) << load_text::story(result, text);
    const flatline_column* column = result.value.column(FLATLINE_SECTOR, "alphafloor");
    ASSERT_NE(column, nullptr);
    EXPECT_EQ(column->values.reals[0], 123456789012345678901.0);
}

TEST(LateNamespace, WithoutItTheErrorStands) {
    const LoadResult<flatline::engine::Map> result = load_text::load(kBigAlpha);
    EXPECT_EQ(result.status, Status::refused);
    const flatline::engine::Finding* finding = load_text::find(result, "number-range");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->offset, std::string(kBigAlpha).find("1234"));
}

TEST(LateNamespace, KnownFieldsDoNotCountAsUnknown) {
    const std::string text =
        "sector { texturefloor = \"A\"; textureceiling = \"A\"; alphafloor = 1.0; gravity = 1.0; "
        "}\n"
        "namespace = \"zdoom\";\n";
    LoadOptions options;
    options.limits.unknown_fields = 1;
    const LoadResult<flatline::engine::Map> result = load_text::load(text, options);
    EXPECT_EQ(result.status, Status::ok) << load_text::story(result, text);
}

TEST(LateNamespace, AnErrorOfTheTextStaysWhereItIs) {
    const std::string text = "vertex { x = 1; @ }\nnamespace = \"zdoom\";\n";
    const LoadResult<flatline::engine::Map> result = load_text::load(text);
    const flatline::engine::Finding* finding = load_text::find(result, "syntax-character");
    ASSERT_NE(finding, nullptr) << load_text::story(result, text);
    EXPECT_EQ(finding->offset, text.find('@'));
}

TEST(LateNamespace, LimitsMetBeforeTheTextIsReadAreReported) {
    LoadOptions options;
    options.grammar = flatline::engine::Grammar::v0_99;
    options.limits.text_bytes = 3;
    EXPECT_NE(load_text::find(load_text::load("a = 1;", options), "limit-text-bytes"), nullptr);
    const std::string nul("a = \0;", 6);
    options.limits.text_bytes = 100;
    EXPECT_NE(load_text::find(load_text::load(nul, options), "syntax-nul"), nullptr);
}

TEST(LateGrammar, ASwitchByAFieldIsANote) {
    const std::string text =
        "namespace = \"doom\";\nvertex { x = 0; y = 0; }\n"
        "sector { floorpic = \"A\"; ceilingpic = \"B\"; }\n";
    const LoadResult<flatline::engine::Map> result = load_text::load(text);
    ASSERT_TRUE(result) << load_text::story(result, text);
    EXPECT_EQ(result.value.grammar(), flatline::engine::Grammar::v0_99);
    const flatline::engine::Finding* note = load_text::find(result, "grammar-0-99");
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->offset, text.find("floorpic"));
    EXPECT_EQ(note->length, 8u);
    EXPECT_EQ(note->severity, static_cast<std::uint8_t>(flatline::engine::Severity::note));
    EXPECT_EQ(note->refuses, 0);

    // A map that the other rules refuse says why it was read by them.
    const LoadResult<flatline::engine::Map> refused = load_text::load(text + "thing { x = $; }");
    EXPECT_EQ(refused.status, Status::refused);
    EXPECT_NE(load_text::find(refused, "grammar-0-99"), nullptr);
}

TEST(LateGrammar, NoNoteWhereItIsSaid) {
    const std::string sector = "sector { floorpic = \"A\"; ceilingpic = \"B\"; }\n";
    const LoadResult<flatline::engine::Map> bare = load_text::load("namespace = doom;\n" + sector);
    ASSERT_TRUE(bare);
    EXPECT_EQ(bare.value.grammar(), flatline::engine::Grammar::v0_99);
    EXPECT_EQ(load_text::find(bare, "grammar-0-99"), nullptr);
    LoadOptions options;
    options.grammar = flatline::engine::Grammar::v0_99;
    EXPECT_EQ(load_text::find(load_text::load(sector, options), "grammar-0-99"), nullptr);
}

}  // namespace
