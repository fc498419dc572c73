// BLOCKMAP lumps of 16-bit and of 32-bit words: the worked dump, every word of small ones
// corrupted, the threats of docs/security.md.
#include "nodes/blockmap_lump.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "nodes/blockmap_tools.hpp"
#include "support/corpus.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/wad_builder.hpp"
#include "support/wad_maps.hpp"

namespace {

using blockmap_tools::Blockmap;
using blockmap_tools::Cells;
using blockmap_tools::cells_of;
using flatline::engine::Budget;
using flatline::engine::FindingList;
using flatline::engine::Limits;
using flatline::engine::Outcome;
using flatline::engine::View;

using Words = std::vector<int>;

std::string lump_of(const Words& words) {
    std::string bytes;
    for (const int word : words) testing_support::put_u16(bytes, static_cast<std::uint32_t>(word));
    return bytes;
}

// The same in Woof's form of 32-bit words, the origin in 16.16.
constexpr std::string_view kSignature{"XBM1\0\0\0\0", 8};
std::string wide_lump_of(const Words& words) {
    std::string bytes(kSignature);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto word = static_cast<std::uint32_t>(words[i]);
        testing_support::put_u32(bytes, i < 2 ? word << 16 : word);
    }
    return bytes;
}

struct WordForm {
    const char* name;
    std::string (*write)(const Words&);
    std::uint64_t words_at, word_bytes;
};
const WordForm kWordForms[] = {{"16 bits", lump_of, 0, 2}, {"32 bits", wide_lump_of, 8, 4}};

Blockmap read(const std::string& lump, std::size_t lines, const Limits& limits = {}) {
    Blockmap result;
    Budget budget(limits.arena_bytes);
    // A copy of exactly this size: the address sanitizer sees a read outside it.
    const std::vector<unsigned char> bytes(lump.begin(), lump.end());
    result.status =
        flatline::engine::nodes::read_blockmap({bytes.data(), bytes.size()}, lines, limits, {},
                                               budget, result.memory, result.findings, result.map);
    result.announced = budget.announced();
    result.used = budget.used();
    return result;
}

// Every published index, walked; and what is dropped publishes nothing.
void expect_sound(const Blockmap& r, std::size_t line_count, std::size_t lump_bytes) {
    EXPECT_LE(r.used, r.announced);
    if (r.status != Outcome::ok) {
        ASSERT_EQ(r.status, Outcome::refused);
        EXPECT_EQ(r.map.cells, nullptr);
        EXPECT_EQ(r.used, 0u);
        ASSERT_EQ(r.findings.kept().size(), lump_bytes == 0 ? 0u : 1u);
        for (const flatline::engine::Finding& f : r.findings.kept()) {
            EXPECT_EQ(f.lump, static_cast<std::uint8_t>(flatline::engine::Lump::blockmap));
            EXPECT_LE(f.offset + f.length, lump_bytes);
        }
        return;
    }
    EXPECT_EQ(r.findings.kept().size(), 0u);
    ASSERT_GT(r.map.columns, 0u);
    ASSERT_GT(r.map.rows, 0u);
    for (std::size_t i = 0; i < std::size_t{r.map.columns} * r.map.rows; ++i) {
        const flatline_blockmap_cell& cell = r.map.cells[i];
        ASSERT_LE(cell.first, r.map.entry_count);
        ASSERT_LE(cell.count, r.map.entry_count - cell.first);
        for (std::uint32_t k = 0; k < cell.count; ++k) {
            ASSERT_LT(r.map.lines[cell.first + k], line_count);
        }
    }
    for (std::uint32_t k = 0; k < r.map.entry_count; ++k) {
        ASSERT_TRUE(r.map.lines[k] < line_count || r.map.lines[k] == FLATLINE_NONE);
    }
}

// docs/blockmap.md, "The BLOCKMAP lump": what zdbsp made of an L-shaped map of six lines.
const Words kDump = {0, 0, 3,  3, 13, 19, 23, 28, 32, 32, 34, 32, 32, 0,  0, 2, 3, 5, -1, 0,
                     3, 5, -1, 0, 3,  4,  5,  -1, 0,  0,  2,  -1, 0,  -1, 0, 0, 1, 2, -1};

TEST(BlockmapLump, TheWorkedDump) {
    for (const WordForm& form : kWordForms) {
        const std::string lump = form.write(kDump);
        const Blockmap r = read(lump, 6);
        ASSERT_EQ(r.status, Outcome::ok) << form.name;
        expect_sound(r, 6, lump.size());
        EXPECT_EQ(r.map.from_lump, 1u);
        EXPECT_EQ(r.map.origin_x, 0);
        EXPECT_EQ(r.map.columns, 3u);
        EXPECT_EQ(r.map.rows, 3u);
        const Cells expected = {{0, 2, 3, 5}, {3, 5}, {3, 4, 5}, {0, 2}, {}, {}, {0, 1, 2}, {}, {}};
        EXPECT_EQ(r.cells(), expected) << form.name;
        EXPECT_EQ(r.map.cells[4].first, r.map.cells[8].first) << "the empty blocks share a list";
    }
}

TEST(BlockmapLump, TheZeroInFrontIsALineWhereOneListHasNone) {
    for (const WordForm& form : kWordForms) {
        // One of two lists begins with 2: then 0 is a line in the other.
        Blockmap r = read(form.write({-64, -8, 2, 1, 6, 9, 0, 1, -1, 2, 0, -1}), 3);
        ASSERT_EQ(r.status, Outcome::ok) << form.name;
        EXPECT_EQ(r.map.origin_x, -64);
        EXPECT_EQ(r.map.origin_y, -8);
        EXPECT_EQ(r.cells(), (Cells{{0, 1}, {2, 0}}));
        // A list that is only its end counts as one without.
        r = read(form.write({0, 0, 2, 1, 6, 9, 0, 1, -1, -1}), 3);
        ASSERT_EQ(r.status, Outcome::ok) << form.name;
        EXPECT_EQ(r.cells(), (Cells{{0, 1}, {}}));
    }
}

TEST(BlockmapLump, Xbm1HoldsWhatSixteenBitsCannot) {
    // More words than 65,535, a list behind them, and lines that 16 bits cannot name.
    Words words = {0, 0, 300, 300};
    words.resize(4 + 90000, 90004);
    words.back() = 90006;
    words.insert(words.end(), {0, -1, 0, 65534, 65535, 100000, -1});
    const std::string lump = wide_lump_of(words);
    const Blockmap r = read(lump, 100001);
    ASSERT_EQ(r.status, Outcome::ok);
    expect_sound(r, 100001, lump.size());
    EXPECT_EQ(r.cells().back(), (std::vector<std::uint32_t>{65534, 65535, 100000}));
    EXPECT_EQ(r.cells()[0], std::vector<std::uint32_t>{});
    EXPECT_EQ(read(lump, 100000).status, Outcome::refused);
}

TEST(BlockmapLump, Xbm1HasItsOriginInFractions) {
    std::string lump(kSignature);
    for (const std::uint32_t word :
         {0xFFFF8000u, 0x00014000u, 2u, 1u, 6u, 9u, 0u, 1u, ~0u, 0u, 0u, ~0u}) {
        testing_support::put_u32(lump, word);
    }
    const Blockmap r = read(lump, 2);
    ASSERT_EQ(r.status, Outcome::ok);
    EXPECT_EQ(r.map.origin_x, -0.5);
    EXPECT_EQ(r.map.origin_y, 1.25);
    const flatline::engine::BlockmapGrid grid = flatline::engine::grid_of(r.map);
    EXPECT_EQ(flatline::engine::cell_at(grid, -0.5, 1.25), 0u);
    EXPECT_EQ(flatline::engine::cell_at(grid, 127.25, 2), 0u);
    EXPECT_EQ(flatline::engine::cell_at(grid, 127.5, 2), 1u);
    EXPECT_EQ(flatline::engine::cell_at(grid, -0.75, 2), FLATLINE_NONE);
    EXPECT_EQ(flatline::engine::cell_at(grid, 0, 1), FLATLINE_NONE);
}

TEST(BlockmapLump, OnlyTheWholeSignatureIsXbm1) {
    const Words words = {0, 0, 1, 1, 5, 0, 1, -1};
    ASSERT_EQ(read(wide_lump_of(words), 2).status, Outcome::ok);
    for (std::size_t i = 0; i < kSignature.size(); ++i) {
        std::string lump = wide_lump_of(words);
        lump[i] = static_cast<char>(lump[i] ^ 1);
        const Blockmap r = read(lump, 2);
        EXPECT_EQ(r.status, Outcome::refused) << i;
        expect_sound(r, 2, lump.size());
    }
    // A lump of 16-bit words whose origin reads XBM1: the zeros make the difference.
    const Blockmap r = read(lump_of({0x4258, 0x314D, 1, 1, 5, 0, 1, -1}), 2);
    ASSERT_EQ(r.status, Outcome::ok);
    EXPECT_EQ(r.map.origin_x, 0x4258);
}

// A built blockmap of 32-bit entries, written as XBM1.
std::string xbm1_of(const flatline_blockmap& map) {
    const std::size_t cells = std::size_t{map.columns} * map.rows;
    std::string lump(kSignature);
    testing_support::put_u32(lump,
                             static_cast<std::uint32_t>(static_cast<int>(map.origin_x * 65536)));
    testing_support::put_u32(lump,
                             static_cast<std::uint32_t>(static_cast<int>(map.origin_y * 65536)));
    testing_support::put_u32(lump, map.columns);
    testing_support::put_u32(lump, map.rows);
    std::string lists;
    for (std::size_t i = 0; i < cells; ++i) {
        testing_support::put_u32(lump, static_cast<std::uint32_t>(4 + cells + lists.size() / 4));
        testing_support::put_u32(lists, 0);
        for (const std::uint32_t line : flatline::engine::cell_lines(map, i)) {
            testing_support::put_u32(lists, line);
        }
        testing_support::put_u32(lists, 0xFFFFFFFF);
    }
    return lump + lists;
}

TEST(BlockmapLump, Xbm1OfBuiltBlockmapsOfTheCorpusReadsBackEqual) {
    if (!paths::has_corpus()) GTEST_SKIP() << needs::corpus();
    int maps = 0;
    for (const wad_maps::UdmfMap& map : wad_maps::of_folder(paths::corpus() + "/open")) {
        flatline::engine::LoadOptions options;
        options.products = FLATLINE_PRODUCT_BLOCKMAP;
        const flatline::engine::LoadResult<flatline::engine::Map> loaded =
            load_text::load(map.textmap, options);
        if (!loaded) continue;
        const flatline_blockmap& built = loaded.value.blockmap();
        const std::size_t lines = loaded.value.linedefs().size();
        if (built.columns == 0) continue;
        const std::string lump = xbm1_of(built);
        const Blockmap r = read(lump, lines);
        ASSERT_EQ(r.status, Outcome::ok) << map.label;
        expect_sound(r, lines, lump.size());
        ASSERT_EQ(r.map.origin_x, built.origin_x) << map.label;
        ASSERT_EQ(r.map.origin_y, built.origin_y) << map.label;
        ASSERT_EQ(r.map.columns, built.columns) << map.label;
        ASSERT_EQ(r.cells(), cells_of(built)) << map.label;
        ++maps;
    }
    EXPECT_GT(maps, 30);
}

TEST(BlockmapLump, WordsAreUnsigned) {
    Words words = {0, 0, 1, 1, 40000};
    words.resize(40000, 7);
    words.insert(words.end(), {0, 40001, 65534, -1});
    const Blockmap r = read(lump_of(words), 65535);
    ASSERT_EQ(r.status, Outcome::ok);
    EXPECT_EQ(r.cells()[0], (std::vector<std::uint32_t>{40001, 65534}));
}

struct Bad {
    const char* id;  // of docs/security.md, "Blockmap, reject and other lumps"
    Words words;
    std::uint64_t word;  // the one that the finding names
};

TEST(BlockmapLump, Threats) {
    const Bad rows[] = {
        {"BM-01 short", {0}, 1},
        {"BM-01 header only", {0, 0, 1, 1}, 3},
        {"BM-01 no columns", {0, 0, 0, 1, 5, 0, -1}, 2},
        {"BM-01 no rows", {0, 0, 1, 0, 5, 0, -1}, 3},
        {"BM-01 65535 squared", {0, 0, -1, -1, 5, 0, -1}, 3},
        {"BM-02 into the header", {0, 0, 1, 1, 3, 0, -1}, 4},
        {"BM-02 into the table", {0, 0, 1, 1, 4, 0, -1}, 4},
        {"BM-02 behind the lump", {0, 0, 1, 1, 7, 0, -1}, 4},
        {"BM-02 far behind", {0, 0, 1, 1, -1, 0, -1}, 4},
        {"BM-03 no end", {0, 0, 1, 1, 5, 0, 1, 1}, 8},
        {"BM-03 no end, a line that is none", {0, 0, 1, 1, 5, 0, 9, 1}, 8},
        {"BM-03 no end after the zero", {0, 0, 1, 1, 5, 0}, 6},
        {"BM-04 line", {0, 0, 1, 1, 5, 0, 2, -1}, 6},
        {"BM-04 0xfffe", {0, 0, 1, 1, 5, 0, 0xFFFE, -1}, 6},
        {"BM-04 second list", {0, 0, 2, 1, 6, 9, 0, 1, -1, 0, 0, 1, 9, -1}, 12},
    };
    for (const WordForm& form : kWordForms) {
        for (const Bad& row : rows) {
            const std::string lump = form.write(row.words);
            const Blockmap r = read(lump, 2);
            ASSERT_EQ(r.status, Outcome::refused) << row.id << form.name;
            expect_sound(r, 2, lump.size());
            ASSERT_EQ(r.findings.kept().size(), 1u) << row.id << form.name;
            const flatline::engine::Finding& finding = r.findings.kept()[0];
            EXPECT_EQ(load_text::rule_id(finding), "blockmap-invalid") << row.id << form.name;
            EXPECT_EQ(finding.offset, form.words_at + row.word * form.word_bytes)
                << row.id << form.name;
            EXPECT_EQ(finding.a, static_cast<std::int64_t>(row.word)) << row.id << form.name;
            EXPECT_EQ(finding.severity, 0) << row.id << form.name;
        }
        const std::string whole = form.write(kDump);
        for (std::size_t size = 1; size < whole.size(); ++size) {  // cut anywhere, odd sizes too
            const Blockmap r = read(whole.substr(0, size), 6);
            EXPECT_EQ(r.status, Outcome::refused) << size << form.name;
            expect_sound(r, 6, size);
        }
    }
    EXPECT_EQ(read("", 6).findings.total(), 0u);
}

TEST(BlockmapLump, SixtyFiveThousandWordsFitAndOneMoreDoesNot) {
    Words words = {0, 0, 1, 1, 5, 0, -1};
    words.resize(65535, 0);
    EXPECT_EQ(read(lump_of(words), 1).status, Outcome::ok);
    words.push_back(0);
    const Blockmap r = read(lump_of(words), 1);
    EXPECT_EQ(r.status, Outcome::refused);
    EXPECT_EQ(r.findings.kept()[0].offset, 2u * 65535);
}

TEST(BlockmapLump, EveryWordOfSmallOnesCorrupted) {
    std::mt19937 random(1);
    std::vector<Words> small = {
        kDump, {0, 0, 1, 1, 5, 0, -1}, {5, -9, 2, 2, 8, 8, 11, 13, 0, 1, -1, 0, -1, 0, 0, 1, -1}};
    for (const WordForm& form : kWordForms) {
        for (const Words& words : small) {
            for (std::size_t i = 0; i < words.size(); ++i) {
                std::vector<int> values = {-2, -1, 0x7FFFFFFF, -0x7FFFFFFF - 1, 65536};
                for (int value = 0; value < 65536; value += value < 300 || value > 65200 ? 1 : 97) {
                    values.push_back(value);
                }
                for (const int value : values) {
                    Words bad = words;
                    bad[i] = value;
                    const std::string lump = form.write(bad);
                    expect_sound(read(lump, 6), 6, lump.size());
                    if (HasFatalFailure()) {
                        FAIL() << form.name << ": word " << i << " = " << value;
                    }
                }
            }
            const std::string lump = form.write(words);
            for (int round = 0; round < 20'000; ++round) {
                std::string bad = lump;
                for (int k = 0; k < 3; ++k) {
                    bad[random() % bad.size()] = static_cast<char>(random());
                }
                expect_sound(read(bad, 1 + random() % 8), 8, bad.size());
            }
        }
    }
}

TEST(BlockmapLump, ManyBlocksOnOneLongListCostNoMoreThanOne) {
    // BM-05: 30,000 blocks on a list of 35,000; naive, a thousand million steps and entries.
    Words words = {0, 0, 300, 100};
    for (int i = 0; i < 30000; ++i) {
        words.push_back(30004 + i % 20000);  // at different places of it, too
    }
    words.resize(65534, 1);
    words.push_back(-1);
    const std::string lump = lump_of(words);
    const auto start = std::chrono::steady_clock::now();
    const Blockmap r = read(lump, 2);
    const auto time = std::chrono::steady_clock::now() - start;
    ASSERT_EQ(r.status, Outcome::ok);
    EXPECT_LT(r.used, 16 * lump.size());
    EXPECT_LT(time, std::chrono::milliseconds(200));
}

TEST(BlockmapLump, LimitsAreExact) {
    for (const WordForm& form : kWordForms) {
        const std::string lump = form.write(kDump);
        Limits limits;
        limits.blockmap_cells = 9;
        limits.blockmap_entries = kDump.size() - 13;
        EXPECT_EQ(read(lump, 6, limits).status, Outcome::ok);
        limits.blockmap_entries -= 1;
        Blockmap r = read(lump, 6, limits);
        EXPECT_EQ(r.status, Outcome::refused);
        EXPECT_EQ(load_text::rule_id(r.findings.kept()[0]), "limit-blockmap-entries");
        limits.blockmap_cells = 8;
        r = read(lump, 6, limits);
        EXPECT_EQ(load_text::rule_id(r.findings.kept()[0]), "limit-blockmap-cells");
        EXPECT_EQ(r.findings.kept()[0].offset, form.words_at + 2 * form.word_bytes) << "columns";
    }
}

TEST(BlockmapLump, RealLumpsOfTheCorpus) {
    if (!corpus::present()) {
        GTEST_SKIP() << needs::corpus();
    }
    std::mt19937 random(2);
    int accepted = 0;
    int lumps = 0;
    for (const std::string& file : corpus::files()) {
        const std::string wad = corpus::read_file(file);
        if (!corpus::is_wad(wad)) {
            continue;
        }
        const std::uint64_t count = corpus::u32(wad, 4);
        const std::uint64_t directory = corpus::u32(wad, 8);
        if (directory + 16 * count > wad.size()) {
            continue;
        }
        std::size_t lines = 0;
        bool hexen = false;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t at = corpus::u32(wad, directory + 16 * i);
            const std::uint64_t size = corpus::u32(wad, directory + 16 * i + 4);
            const std::string name = wad.substr(directory + 16 * i + 8, 8).c_str();
            if (at + size > wad.size()) {
                continue;
            }
            if (name == "LINEDEFS") {
                // BEHAVIOR after it would tell; a size that only one of the two divides is enough.
                hexen = size % 14 != 0;
                lines = size / (hexen ? 16 : 14);
            }
            if (name != "BLOCKMAP" || size == 0 || lines == 0) {
                continue;
            }
            ++lumps;
            std::string lump = wad.substr(at, size);
            const Blockmap r = read(lump, lines);
            expect_sound(r, lines, lump.size());
            accepted += r.status == Outcome::ok;
            for (int round = 0; round < 50; ++round) {
                std::string bad = lump;
                bad[random() % bad.size()] = static_cast<char>(random());
                expect_sound(read(bad, lines), lines, bad.size());
            }
        }
    }
    EXPECT_GT(lumps, 10);
    EXPECT_GT(accepted, 10);
    RecordProperty("lumps", lumps);
    RecordProperty("accepted", accepted);
}

}  // namespace
