// Every way to load a map, over spoiled maps of every kind with options of every kind: refused
// exactly where a finding that refuses the map says so, as an error.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "model/archive_map.hpp"
#include "model/binary.hpp"
#include "model/doom3.hpp"
#include "model/write.hpp"
#include "model/write_wad.hpp"
#include "support/binary_maps.hpp"
#include "support/fake_file.hpp"
#include "support/load_text.hpp"
#include "support/refusal_oracle.hpp"
#include "support/sampled.hpp"
#include "support/wad_builder.hpp"

namespace {
namespace refusals_test {

using flatline::engine::Limits;
using flatline::engine::LoadOptions;
using flatline::engine::Status;
using testing_support::WadBuilder;

constexpr char kDoom3[] =
    "Version 2\n{\n\"classname\" \"worldspawn\"\n{\nbrushDef3\n{\n"
    "( 0 0 1 -8 ) ( ( 0.1 0 0 ) ( 0 0.1 0 ) ) \"a\" 0 0 0\n"
    "( 0 0 -1 -8 ) ( ( 0.1 0 0 ) ( 0 0.1 0 ) ) \"a\" 0 0 0\n}\n}\n"
    "{\npatchDef2\n{\n\"a\"\n( 3 3 0 0 0 )\n(\n"
    "( ( 0 0 0 0 0 ) ( 0 8 0 0 0 ) ( 0 16 0 0 0 ) )\n"
    "( ( 8 0 0 0 0 ) ( 8 8 0 0 0 ) ( 8 16 0 0 0 ) )\n"
    "( ( 16 0 0 0 0 ) ( 16 8 0 0 0 ) ( 16 16 0 0 0 ) )\n)\n}\n}\n}\n";

class Spoiler {
public:
    std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

    /// Flips bits, cuts, and puts in what maps are made of; one in four stays as it is.
    std::string spoiled(std::string bytes) {
        static const std::vector<std::string> kParts = {"}",
                                                        "{",
                                                        ";",
                                                        "\"",
                                                        "=",
                                                        "-",
                                                        "1e999",
                                                        "nan",
                                                        "linedef { v1 = 0; v2 = 99; }\n",
                                                        "/*",
                                                        "\\",
                                                        "9",
                                                        "99999999999",
                                                        "sector { }\n",
                                                        "namespace = \"srb2\";\n"};
        for (std::size_t edits = below(4); edits > 0 && !bytes.empty(); --edits) {
            const std::size_t at = below(bytes.size());
            switch (below(4)) {
                case 0:
                    bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
                    break;
                case 1:
                    bytes.insert(at, kParts[below(kParts.size())]);
                    break;
                case 2:
                    bytes.erase(at, 1 + below(12));
                    break;
                default:
                    bytes.resize(at);
            }
        }
        return bytes;
    }

    LoadOptions options() {
        LoadOptions options;
        options.products =
            static_cast<std::uint32_t>(below(2) != 0 ? ~0u : random_()) &
            (FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_REJECT |
             FLATLINE_PRODUCT_PLANES | FLATLINE_PRODUCT_BUILD_NODES);
        if (below(2) != 0) options.repair = flatline::engine::Repair::repair;
        options.strict = below(2) != 0;
        if (below(8) == 0) options.threads = 3;
        if (below(2) != 0) lower(options.limits);
        return options;
    }

    void lower(Limits& limits) {
        const auto& rows = flatline::engine::limit_rows();
        const auto& row = rows[below(rows.size())];
        EXPECT_TRUE(set_limit(limits, row.name, std::to_string(below(40)))) << row.name;
    }

private:
    std::mt19937 random_{28};
};

flatline::engine::Bytes bytes_of(const std::string& text) { return load_text::bytes(text); }

flatline::engine::BinaryLumps lumps_of(const reference::BinaryMap& map) {
    const auto lump = [&](const char* name) { return bytes_of(map.lumps.at(name)); };
    flatline::engine::BinaryLumps lumps;
    lumps.things = lump("THINGS");
    lumps.linedefs = lump("LINEDEFS");
    lumps.sidedefs = lump("SIDEDEFS");
    lumps.vertexes = lump("VERTEXES");
    lumps.sectors = lump("SECTORS");
    lumps.segs = lump("SEGS");
    lumps.ssectors = lump("SSECTORS");
    lumps.nodes = lump("NODES");
    lumps.blockmap = lump("BLOCKMAP");
    lumps.reject = lump("REJECT");
    return lumps;
}

// Whether a finding of a map in C refuses it, as an error.
bool has_refusal(const flatline_map* map) {
    std::size_t count = 0;
    const flatline_finding* findings = flatline_findings(map, &count);
    return std::any_of(findings, findings + count, [](const flatline_finding& finding) {
        return finding.refuses != 0 && finding.severity == FLATLINE_ERROR;
    });
}

class Refusals : public testing::Test {
protected:
    void TearDown() override {
        EXPECT_GT(refused_, 20);
        EXPECT_GT(loaded_, 20);
    }
    template <class Result>
    void look(const Result& result, const std::string& input) {
        EXPECT_EQ(refusal_oracle::first_fault(result), "") << input;
        ++(result.status == Status::refused ? refused_ : loaded_);
    }
    void look_at_archive(flatline::engine::Archive archive, const std::string& input) {
        for (std::size_t i = 0; i <= archive.maps().size(); ++i) {
            look(load_map(archive, i, loader_, spoiler_.options()), input);
            look(load_doom3(archive, i, doom3_loader_, doom3_options()), input);
        }
    }
    flatline::engine::Doom3Options doom3_options() {
        flatline::engine::Doom3Options options;
        options.partial = spoiler_.below(2) != 0;
        if (spoiler_.below(2) != 0) spoiler_.lower(options.limits);
        return options;
    }

    const int rounds_ = static_cast<int>(2000 / testing_support::one_in(10));
    Spoiler spoiler_;
    flatline::engine::Loader loader_;
    flatline::engine::Doom3Loader doom3_loader_;
    int refused_ = 0;
    int loaded_ = 0;
};

TEST_F(Refusals, OfTexts) {
    for (int i = 0; i < rounds_; ++i) {
        const std::string text = spoiler_.spoiled(testing_support::square_text());
        LoadOptions options = spoiler_.options();
        const std::string lump = spoiler_.spoiled("XGL3 and more than that");
        if (spoiler_.below(2) != 0) options.lumps.znodes = bytes_of(lump);
        if (spoiler_.below(2) != 0) options.lumps.blockmap = bytes_of(lump);
        if (spoiler_.below(2) != 0) options.lumps.reject = bytes_of(lump);
        const auto result = loader_.load_borrowed(bytes_of(text), options);
        look(result, text);
        look(loader_.load_owned(flatline::engine::Buffer::copy_of(bytes_of(text)), options), text);

        flatline_map* map = nullptr;
        const flatline_status status =
            flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map);
        EXPECT_EQ(status != FLATLINE_OK, has_refusal(map)) << text;
        flatline_free(map);
    }
}

TEST_F(Refusals, OfBinaryLumps) {
    for (int i = 0; i < rounds_; ++i) {
        reference::BinaryMap map = testing_support::two_rooms(i % 2 != 0);
        for (auto& [name, lump] : map.lumps) {
            if (spoiler_.below(3) == 0) lump = spoiler_.spoiled(lump);
        }
        flatline::engine::BinaryLumps lumps = lumps_of(map);
        lumps.hexen = i % 2 != 0;
        const auto result = loader_.load_binary_borrowed(lumps, spoiler_.options());
        look(result, map.lumps["LINEDEFS"]);
        if (!result) continue;
        flatline::engine::MapLumpsOptions options;
        options.format = static_cast<flatline::engine::MapFormat>(spoiler_.below(4));
        if (spoiler_.below(2) != 0) spoiler_.lower(options.limits);
        look(make_map_lumps(result.value, options), map.lumps["LINEDEFS"]);
    }
}

TEST_F(Refusals, OfDoom3Maps) {
    for (int i = 0; i < rounds_; ++i) {
        const std::string text = spoiler_.spoiled(kDoom3);
        look(doom3_loader_.load_borrowed(bytes_of(text), doom3_options()), text);
    }
}

TEST_F(Refusals, OfMapsInArchives) {
    const std::string wad = WadBuilder()
                                .map("MAP01", testing_support::square_text())
                                .map_of_another_game("MAP02")
                                .lump("MAP03")
                                .lumps({"THINGS", "LINEDEFS", "SIDEDEFS"})
                                .build();
    const std::string binary =
        testing_support::wad_of(testing_support::two_rooms(true), testing_support::kBinaryLumps);
    for (int i = 0; i < rounds_ / 4; ++i) {
        for (const std::string& bytes : {spoiler_.spoiled(wad), spoiler_.spoiled(binary)}) {
            look_at_archive(testing_support::open_bytes(bytes), bytes);
        }
        const std::string text = spoiler_.spoiled(kDoom3);
        look_at_archive(testing_support::open_bytes(text, "a.map"), text);
        look_at_archive(testing_support::open_tree({{"maps/a.wad", spoiler_.spoiled(wad)},
                                                    {"b.map", text},
                                                    {"c.udmf", spoiler_.spoiled(text)}}),
                        text);
    }
}

// A load and a writer of formats that they do not know.
TEST_F(Refusals, OfWhatIsNotKnown) {
    const auto loaded = load_text::load(testing_support::square_text());
    ASSERT_TRUE(loaded);
    loaded_ = refused_ = 21;
    flatline::engine::BinaryOptions options;
    options.format = flatline::engine::MapFormat::udmf;
    const flatline::engine::WriteResult written = write_binary(loaded.value, {}, options);
    EXPECT_EQ(written.status, Status::refused);
    look(written, "write_binary");
}

}  // namespace refusals_test
}  // namespace
