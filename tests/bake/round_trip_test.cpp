// A map that was baked and opened is the map of the load: of every format, with all products.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "model/archive.hpp"
#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "model/runtime.hpp"
#include "model/write.hpp"
#include "property/check_property.hpp"
#include "property/map_model.hpp"
#include "support/baked.hpp"
#include "support/corpus.hpp"
#include "support/fake_file.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace bake_round_trip_test {

using namespace flatline::engine;
using baked_tools::difference;

constexpr std::uint32_t kProducts =
    FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_REJECT |
    FLATLINE_PRODUCT_BUILD_NODES | FLATLINE_PRODUCT_PLANES | FLATLINE_PRODUCT_STORED_BOXES |
    FLATLINE_PRODUCT_STORED_RECORDS | FLATLINE_PRODUCT_STORED_ANGLES;

LoadOptions options_of(std::uint32_t products) {
    LoadOptions options;
    options.products = products;
    return options;
}

void expect_same_records(const Map& map) {
    const auto file = baked_tools::bake(map);
    const auto opened = open_baked(file.bytes());
    ASSERT_TRUE(opened);
    for (std::uint8_t i = 0; i <= FLATLINE_THING; ++i) {
        const flatline_stored own = map.stored(i);
        const flatline_stored other = opened.value.stored(i);
        ASSERT_EQ(own.count, other.count);
        ASSERT_EQ(own.record_bytes, other.record_bytes);
        const std::size_t bytes = std::size_t{own.count} * own.record_bytes;
        EXPECT_EQ(std::string_view(static_cast<const char*>(own.records), bytes),
                  std::string_view(static_cast<const char*>(other.records), bytes));
    }
}

// All maps of a file, with the default products and with all of them. Returns how many loaded.
std::size_t try_file(const std::string& path) {
    Archive archive = Archive::from_file(
        std::make_unique<testing_support::FakeFile>(corpus::read_file(path)), path, Limits());
    std::size_t loaded = 0;
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        SCOPED_TRACE(path + ":" + std::string(archive.maps()[i].name));
        if (archive.maps()[i].format == MapFormat::doom3) {
            Doom3Loader loader;
            const auto result = load_doom3(archive, i, loader);
            if (!result) continue;
            ++loaded;
            EXPECT_EQ(difference(result.value, result.findings), "");
            continue;
        }
        for (const std::uint32_t products : {LoadOptions().products, kProducts}) {
            Loader loader;
            const auto result = load_map(archive, i, loader, options_of(products));
            if (!result) continue;
            ++loaded;
            EXPECT_EQ(difference(result.value, result.findings), "");
            if (products == kProducts) expect_same_records(result.value);
        }
    }
    return loaded;
}

TEST(Baked, IsTheMapOfTheLoadOverTheCorpus) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    testing_support::Sample sample(6);
    std::size_t loaded = 0;
    for (const std::string& path : corpus::files()) {
        if (std::filesystem::file_size(path) > (4u << 20) || !sample.takes()) continue;
        loaded += try_file(path);
    }
    EXPECT_GE(loaded, 40u);
}

TEST(Baked, IsTheMapOfTheLoadOfFreedoom) {
    const char* const path = "/usr/share/games/doom/freedoom2.wad";
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) GTEST_SKIP() << needs::package("freedoom");
    EXPECT_GE(try_file(path), 64u);
}

TEST(Baked, IsTheMapOfTheLoadForAnyText) {
    property::check_property([](property::Tape tape, property::Tape noise) {
        const property::Model model = property::any_model(tape);
        const std::string text = property::write(model, property::Style::udb, noise);
        for (const std::uint32_t more : {0u, std::uint32_t{FLATLINE_PRODUCT_TERMINATED}}) {
            const auto result = load_text::load(text, options_of(kProducts | more));
            property::require(static_cast<bool>(result), "refused", text);
            BakedOptions options;
            options.text = load_text::bytes(text);
            const std::string what = difference(result.value, result.findings, options);
            property::require(what.empty(), what, text);
        }
    });
}

const char kText[] = R"(namespace = "zdoom";
thing { x = 8; y = 8; type = 1; id = 3; comment = "one \"two\""; user_a = 1; }
vertex { x = 0; y = 0; } vertex { x = 0; y = 128; zfloor = 8; } vertex { x = 128; y = 0; zfloor = 4; }
linedef { v1 = 0; v2 = 1; sidefront = 0; moreids = "4 5"; }
linedef { v1 = 1; v2 = 2; sidefront = 1; } linedef { v1 = 2; v2 = 0; sidefront = 2; }
sidedef { sector = 0; texturemiddle = "A"; } sidedef { sector = 0; } sidedef { sector = 0; }
sector { texturefloor = "F"; textureceiling = "C"; heightceiling = 64; moreids = "7"; }
odd { a = 1; b { c = true; d = word; } e = 2.5; })";

LoadResult<Map> load_all(std::string_view text = kText) {
    return load_text::load(text, options_of(kProducts));
}

TEST(Baked, HoldsItsTextOnlyWhereTheHostGivesIt) {
    const std::string text = kText;
    const auto result = load_all(text);
    ASSERT_TRUE(result);
    const auto file = baked_tools::bake(result.value);
    EXPECT_EQ(open_baked(file.bytes()).value.textmap(), "");
    BakedOptions options;
    options.text = load_text::bytes(text);
    const auto opened = open_baked(file.bytes(), options);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened.value.textmap(), text);
    options.text = load_text::bytes(std::string_view(text).substr(1));
    EXPECT_EQ(open_baked(file.bytes(), options).status, Status::unusable);
    // A string has another place in the file than in the text.
    EXPECT_TRUE(result.value.is_in_textmap(result.value.unknowns()[1].name));
    EXPECT_FALSE(opened.value.is_in_textmap(opened.value.unknowns()[1].name));
}

TEST(Baked, EndsEachStringWithAZeroByte) {
    const auto result = load_all();
    const auto file = baked_tools::bake(result.value);
    const auto opened = open_baked(file.bytes());
    ASSERT_TRUE(opened);
    for (const flatline_text& name : opened.value.names()) {
        const std::string_view text = opened.value.text(name);
        EXPECT_EQ(std::strlen(text.data()), text.size());
    }
}

TEST(Baked, IsCheckedAndWrittenAsTheMapOfTheLoad) {
    const std::string text = kText;
    const auto result = load_all(text);
    const auto file = baked_tools::bake(result.value);
    BakedOptions with_text;
    with_text.text = load_text::bytes(text);
    const auto opened = open_baked(file.bytes(), with_text);
    ASSERT_TRUE(opened);
    EXPECT_EQ(baked_tools::findings_of(check(result.value, CheckOptions()).findings),
              baked_tools::findings_of(check(opened.value, CheckOptions()).findings));
    std::string own, other;
    EXPECT_TRUE(write_textmap(result.value, baked_tools::sink_of(own)));
    EXPECT_TRUE(write_textmap(opened.value, baked_tools::sink_of(other)));
    EXPECT_EQ(own, other);
}

TEST(Baked, HoldsRuntimeTables) {
    const auto result = load_all();
    const Result<Runtime> runtime = build_runtime(result.value);
    ASSERT_TRUE(runtime);
    BakeOptions options;
    options.runtime = &runtime.value.arrays();
    const auto file = baked_tools::bake(result.value, options);
    const auto opened = open_baked(file.bytes());
    ASSERT_TRUE(opened);
    const flatline_runtime* baked = baked_runtime(opened.value);
    ASSERT_NE(baked, nullptr);
    EXPECT_EQ(baked_runtime(result.value), nullptr);
    namespace bake = flatline::engine::bake;
    for (const auto& row : bake::BakedRows<flatline_runtime>::kArrays) {
        SCOPED_TRACE(row.name);
        const unsigned char* own = bake::array_of(runtime.value.arrays(), row);
        const unsigned char* other = bake::array_of(*baked, row);
        ASSERT_EQ(own == nullptr, other == nullptr);
        const std::size_t bytes = row.count(*baked) * row.element;
        const auto text_of = [&](const unsigned char* data) {
            return std::string_view(reinterpret_cast<const char*>(data),
                                    data != nullptr ? bytes : 0);
        };
        EXPECT_EQ(text_of(own), text_of(other));
    }
    // Tables of another map.
    flatline_runtime foreign = runtime.value.arrays();
    ++foreign.line_count;
    options.runtime = &foreign;
    EXPECT_EQ(baked_tools::bake(result.value, options).size(), 0u);
}

TEST(Baked, CountsFindingsThatWereNotKept) {
    LoadOptions options;
    options.limits.findings = 1;
    options.limits.finding_lines = 1;
    std::string text = "namespace = \"zdoom\"; vertex { x = 1; y = 1; }";
    for (int i = 0; i < 5; ++i)
        text += " namespace = \"doom\"; thing { x = 1; y = 2; type = 1; x = 3; }";
    const auto result = load_text::load(text, options);
    ASSERT_TRUE(result);
    ASSERT_NE(result.findings.left_out(), 0u);
    EXPECT_EQ(difference(result.value, result.findings), "");
}

TEST(BakeKey, FollowsLumpsAndOptionsThatCount) {
    const std::string text = kText;
    const std::string other = text + " ";
    const KeyLump lumps[] = {{"TEXTMAP", load_text::bytes(text)}};
    const KeyLump renamed[] = {{"TEXTMAP2", load_text::bytes(text)}};
    const KeyLump changed[] = {{"TEXTMAP", load_text::bytes(other)}};
    const auto key_of = [&](const KeyLump* lump, const LoadOptions& options) {
        return bake_key(View<KeyLump>(lump, 1), options);
    };
    const LoadOptions plain;
    const BakeKey key = key_of(lumps, plain);
    EXPECT_TRUE(key == key_of(lumps, plain));
    EXPECT_FALSE(key == key_of(renamed, plain));
    EXPECT_FALSE(key == key_of(changed, plain));
    EXPECT_FALSE(key == bake_key(View<KeyLump>(lumps, 1), Doom3Options()));
    LoadOptions options[12];
    options[0].limits.nesting = 3;
    options[1].repair = Repair::repair;
    options[2].grammar = Grammar::v0_99;
    options[3].strict = true;
    options[4].products = 0;
    options[5].slope_rules = SlopeRules::none;
    options[6].gzdoom_plane_d = true;
    options[7].namespace_override = "doom";
    options[8].short_reject = FLATLINE_REJECT_OVERRUN_ONES;
    options[9].field_gate = FLATLINE_GATE_WOOF;
    options[10].arg0_is_id = true;
    options[11].lumps.znodes = load_text::bytes(text);
    for (const LoadOptions& each : options) EXPECT_FALSE(key == key_of(lumps, each));
    LoadOptions same;
    same.threads = 4;
    same.thread_bytes = 1;
    EXPECT_TRUE(key == key_of(lumps, same));
    Doom3Options doom3;
    const BakeKey whole = bake_key(View<KeyLump>(lumps, 1), doom3);
    doom3.partial = true;
    EXPECT_FALSE(whole == bake_key(View<KeyLump>(lumps, 1), doom3));
}

}  // namespace bake_round_trip_test
