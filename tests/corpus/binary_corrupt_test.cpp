// Binary maps with every kind of damage: never a crash, and what becomes of each is what the
// reference says, finding by finding. tests/soak.sh runs it in full (FLATLINE_FULL=1).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "model/archive_map.hpp"
#include "reference/binary_corpus.hpp"
#include "reference/binary_explain.hpp"
#include "support/binary_maps.hpp"
#include "support/fake_file.hpp"
#include "support/needs.hpp"
#include "support/nodes_tools.hpp"
#include "support/sampled.hpp"

namespace binary_corrupt {

using flatline::engine::Status;
using reference::BinaryMap;
using testing_support::kBinaryLumps;
using testing_support::set_word;
using testing_support::two_rooms;
using testing_support::wad_of;
using testing_support::words;

const char* const kNeeded[] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"};

bool full() { return std::getenv("FLATLINE_FULL") != nullptr; }

binary_compare::Result load_wad(const std::string& wad) {
    flatline::engine::Archive archive = testing_support::open_bytes(wad);
    EXPECT_EQ(archive.maps().size(), 1u);
    flatline::engine::Loader loader;
    return load_map(archive, 0, loader);
}

// "" or how the load differs from the reference, or what the derived data of it break: nodes and
// blockmap are whole or not there, whatever their lumps are.
std::string fault_of(const BinaryMap& map, bool repair = false) {
    const std::string found = binary_compare::explained(map, "", repair);
    if (!found.empty()) return found;
    flatline::engine::LoadOptions options;
    options.repair = repair ? flatline::engine::Repair::repair : flatline::engine::Repair::refuse;
    options.products |= FLATLINE_PRODUCT_BLOCKMAP;
    const auto result =
        flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map), options);
    if (!result) return "";
    const flatline_blockmap& blockmap = result.value.blockmap();
    for (std::uint32_t i = 0; i < blockmap.columns * blockmap.rows; ++i) {
        const flatline_blockmap_cell& cell = blockmap.cells[i];
        if (std::uint64_t{cell.first} + cell.count > blockmap.entry_count) return "blockmap cell";
        for (std::uint32_t k = 0; k < cell.count; ++k) {
            const std::uint32_t line = blockmap.lines[cell.first + k];
            if (line >= result.value.linedefs().size()) return "blockmap line";
        }
    }
    return nodes_tools::first_fault(result.value.nodes(), nodes_tools::view_of(result.value));
}

std::uint64_t next(std::uint64_t& state) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

// Both rooms, and what the corpus has of that size.
std::vector<BinaryMap> small_maps() {
    std::vector<BinaryMap> maps = {two_rooms(false), two_rooms(true)};
    for (const binary_corpus::MapFile& file : binary_corpus::of_corpus()) {
        for (const BinaryMap& map : file.maps) {
            std::size_t bytes = 0;
            for (const auto& [name, lump] : map.lumps) bytes += lump.size();
            if (map.supported && bytes < (full() ? 4000u : 600u)) maps.push_back(map);
        }
    }
    return maps;
}

// The maps of two_rooms are sound, so that a test which breaks one lump breaks nothing else.
TEST(BinaryCorrupt, TheMapsThatAreBrokenAreSound) {
    for (const bool hexen : {false, true}) {
        const BinaryMap map = two_rooms(hexen);
        EXPECT_EQ(binary_compare::explained(map), "");
        flatline::engine::LoadOptions options;
        options.products |= FLATLINE_PRODUCT_BLOCKMAP;
        const auto result =
            flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map), options);
        ASSERT_TRUE(result);
        EXPECT_EQ(result.findings.total(), 0u) << load_text::story(result, "");
        EXPECT_EQ(result.value.nodes().subsector_count, 2u);
    }
}

TEST(BinaryCorrupt, EveryByteOfSmallMaps) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    constexpr int kFlips[] = {0x01, 0x80, 0xFF};
    const std::size_t step = testing_support::one_in(std::size(kFlips));
    for (const BinaryMap& map : small_maps()) {
        for (const char* name : kBinaryLumps) {
            for (std::size_t i = 0; i < map.lump(name).size(); ++i) {
                // Every byte, if not in every way, nor refused as well as repaired.
                for (std::size_t k = i % step; k < std::size(kFlips); k += step) {
                    const int flip = kFlips[k];
                    BinaryMap bad = map;
                    char& byte = bad.lumps[name][i];
                    byte = static_cast<char>(byte ^ flip);
                    for (const bool repair : {false, true}) {
                        if (step > 1 && repair != (i / step % 2 != 0)) continue;
                        ASSERT_EQ(fault_of(bad, repair), "")
                            << map.name << " " << name << " " << i << " " << flip;
                    }
                }
            }
        }
    }
}

TEST(BinaryCorrupt, BytesOfLargeMaps) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::uint64_t state = 2026;
    testing_support::Sample sample(3, 9);
    for (const binary_corpus::MapFile& file : binary_corpus::of_corpus()) {
        for (const BinaryMap& map : file.maps) {
            if (!sample.takes()) continue;
            if (!map.supported || (!full() && map.lump("LINEDEFS").size() > 20'000)) continue;
            for (const char* name : kBinaryLumps) {
                const std::size_t size = map.lump(name).size();
                for (int i = 0; i < (full() ? 50 : 2) && size > 0; ++i) {
                    BinaryMap bad = map;
                    char& byte = bad.lumps[name][next(state) % size];
                    byte = static_cast<char>(byte ^ (1 << next(state) % 8));
                    ASSERT_EQ(fault_of(bad), "") << file.path << " " << map.name << " " << name;
                }
            }
        }
    }
}

// A rest after the last record is ignored and named; what is cut further is not there.
TEST(BinaryCorrupt, CutLumps) {
    for (const bool hexen : {false, true}) {
        const std::size_t sizes[] = {hexen ? 20u : 10u, hexen ? 16u : 14u, 30, 4, 26};
        for (std::size_t lump = 0; lump < 5; ++lump) {
            const BinaryMap map = two_rooms(hexen);
            for (std::size_t size = 0; size < map.lump(kNeeded[lump]).size(); ++size) {
                BinaryMap cut = map;
                cut.lumps[kNeeded[lump]].resize(size);
                ASSERT_EQ(fault_of(cut), "") << kNeeded[lump] << size;
                const auto result =
                    flatline::engine::load_binary_borrowed(binary_compare::lumps_of(cut));
                const flatline::engine::Finding* rest = load_text::find(result, "lump-remainder");
                ASSERT_EQ(rest != nullptr, size % sizes[lump] != 0) << kNeeded[lump] << size;
                if (rest == nullptr) continue;
                EXPECT_EQ(
                    flatline::engine::lump_name(static_cast<flatline::engine::Lump>(rest->lump)),
                    kNeeded[lump]);
                EXPECT_EQ(rest->offset, size - size % sizes[lump]);
            }
        }
        for (const char* name : {"SEGS", "SSECTORS", "NODES", "REJECT", "BLOCKMAP"}) {
            const BinaryMap map = two_rooms(hexen);
            for (std::size_t size = 0; size < map.lump(name).size(); ++size) {
                BinaryMap cut = map;
                cut.lumps[name].resize(size);
                ASSERT_EQ(fault_of(cut), "") << name << size;
            }
        }
    }
}

// By name, in any order and case.
TEST(BinaryCorrupt, LumpsInAnyOrderAndCase) {
    for (const bool hexen : {false, true}) {
        const BinaryMap map = two_rooms(hexen);
        const std::string content = map_content::of(load_wad(wad_of(map, kBinaryLumps)).value);
        std::array<std::string, 5> order;
        std::copy(std::begin(kNeeded), std::end(kNeeded), order.begin());
        std::sort(order.begin(), order.end());
        do {
            ASSERT_EQ(map_content::of(load_wad(wad_of(map, order)).value), content)
                << order[0] << order[1] << order[2] << order[3];
        } while (std::next_permutation(order.begin(), order.end()));
        std::array<std::string, 10> all;
        std::copy(kBinaryLumps.begin(), kBinaryLumps.end(), all.begin());
        std::uint64_t state = 7;
        for (int i = 0; i < 100; ++i) {
            std::swap(all[next(state) % 10], all[next(state) % 10]);
            const auto result = load_wad(wad_of(map, all));
            ASSERT_TRUE(result) << load_text::story(result, "");
            ASSERT_EQ(map_content::of(result.value), content) << i;
            ASSERT_EQ(result.findings.total(), 0u) << load_text::story(result, "");
            ASSERT_EQ(result.value.nodes().subsector_count, 2u);
        }
        testing_support::WadBuilder wad;
        wad.lump("map01");
        for (const char* name : kBinaryLumps) {
            std::string small = name;
            for (std::size_t i = 0; i < small.size(); i += 2) {
                small[i] = static_cast<char>(std::tolower(small[i]));
            }
            wad.lump(small, map.lump(name));
        }
        if (hexen) wad.lump("Behavior", map.lump("BEHAVIOR"));
        EXPECT_EQ(map_content::of(load_wad(wad.build()).value), content);
    }
}

TEST(BinaryCorrupt, MissingLumps) {
    for (const bool hexen : {false, true}) {
        const BinaryMap map = two_rooms(hexen);
        const std::string content = map_content::of(load_wad(wad_of(map, kBinaryLumps)).value);
        for (const char* name : kBinaryLumps) {
            BinaryMap without = map;
            without.lumps.erase(name);
            const auto result = load_wad(wad_of(without, kBinaryLumps));
            const bool is_needed = std::find(std::begin(kNeeded), std::end(kNeeded),
                                             std::string(name)) != std::end(kNeeded);
            ASSERT_EQ(result.status, is_needed ? Status::refused : Status::ok) << name;
            const flatline::engine::Finding* missing = load_text::find(result, "wad-lump-missing");
            ASSERT_EQ(missing != nullptr, is_needed) << load_text::story(result, "");
            if (is_needed) {
                EXPECT_NE(load_text::sentence(*missing, "").find(name), std::string::npos)
                    << load_text::sentence(*missing, "");
            } else {
                EXPECT_EQ(map_content::of(result.value), content);
            }
        }
    }
}

TEST(BinaryCorrupt, LumpsOutsideTheFile) {
    const BinaryMap map = two_rooms(false);
    for (const char* name : kBinaryLumps) {
        testing_support::WadBuilder wad;
        wad.lump("MAP01");
        for (const char* lump : kBinaryLumps) {
            if (lump == name) {
                wad.entry(lump, 1u << 30, 40);
            } else {
                wad.lump(lump, map.lump(lump));
            }
        }
        const auto result = load_wad(wad.build());
        const bool is_needed = std::find(std::begin(kNeeded), std::end(kNeeded),
                                         std::string(name)) != std::end(kNeeded);
        EXPECT_EQ(result.status, is_needed ? Status::refused : Status::ok) << name;
        const flatline::engine::Finding* range = load_text::find(result, "wad-lump-range");
        if (!is_needed && std::string(name) == "BLOCKMAP") continue;  // nobody asked for it
        ASSERT_NE(range, nullptr) << name << load_text::story(result, "");
        EXPECT_NE(load_text::sentence(*range, "").find(name), std::string::npos);
    }
}

// Each index, out of range by one and by far, and the mark for none: refused with its place, and
// repaired to 0, a back to none.
struct BadIndex {
    const char* lump;
    std::size_t record;  // bytes of one, in the format of Doom
    std::size_t at;      // in it
    const char* field;
    int count;  // of what it points to
    const char* rule;
    const char* rule_none;  // for 0xFFFF; "" if that is well
};

constexpr BadIndex kBadIndices[] = {
    {"LINEDEFS", 14, 0, "v1", 6, "line-vertex-range", "line-vertex-range"},
    {"LINEDEFS", 14, 2, "v2", 6, "line-vertex-range", "line-vertex-range"},
    {"LINEDEFS", 14, 10, "sidefront", 8, "line-side-range", "line-no-sides"},
    {"LINEDEFS", 14, 12, "sideback", 8, "line-side-range", ""},
    {"SIDEDEFS", 30, 28, "sector", 2, "side-sector-range", "side-sector-range"},
};

void expect_refused_and_repaired(const BinaryMap& map, const std::string& line) {
    ASSERT_EQ(binary_compare::explained(map), "");
    ASSERT_EQ(binary_compare::explained(map, "", true), "");
    const auto refused = flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map));
    EXPECT_EQ(refused.status, Status::refused);
    EXPECT_EQ(binary_compare::faults_of(refused), line);
}

TEST(BinaryCorrupt, EachBadIndexInEachRecord) {
    for (const bool hexen : {false, true}) {
        const BinaryMap good = two_rooms(hexen);
        for (const BadIndex& bad : kBadIndices) {
            const bool is_line = std::string(bad.lump) == "LINEDEFS";
            const std::size_t bytes = is_line && hexen ? 16 : bad.record;
            const std::size_t at = is_line && hexen && bad.at > 4 ? bad.at + 2 : bad.at;
            for (std::size_t i = 0; i < good.lump(bad.lump).size() / bytes; ++i) {
                for (const int value : {bad.count, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF}) {
                    const bool has_back = is_line && i == 6;
                    std::string rule = value == 0xFFFF ? bad.rule_none : bad.rule;
                    if (rule.empty()) continue;
                    if (rule == "line-no-sides" && has_back) rule = "line-missing-front";
                    BinaryMap map = good;
                    set_word(map.lumps[bad.lump], i * bytes + at, value);
                    expect_refused_and_repaired(
                        map, binary_compare::line_of(rule, bad.lump, i * bytes + at, i, bad.field));
                    flatline::engine::LoadOptions options;
                    options.repair = flatline::engine::Repair::repair;
                    const auto repaired = flatline::engine::load_binary_borrowed(
                        binary_compare::lumps_of(map), options);
                    ASSERT_TRUE(repaired);
                    const flatline_linedef& line = repaired.value.linedefs()[is_line ? i : 0];
                    const std::string field = bad.field;
                    const std::uint32_t now = field == "v1"          ? line.v1
                                              : field == "v2"        ? line.v2
                                              : field == "sidefront" ? line.sidefront
                                              : field == "sideback"
                                                  ? line.sideback
                                                  : repaired.value.sidedefs()[i].sector;
                    EXPECT_EQ(now, field == "sideback" ? FLATLINE_NONE : 0u) << rule;
                    EXPECT_EQ(repaired.findings.errors(), 0u);
                }
            }
        }
    }
}

// Nothing can stand in for what is not there.
TEST(BinaryCorrupt, IndicesIntoEmptyLumps) {
    for (const char* name : {"VERTEXES", "SIDEDEFS", "SECTORS"}) {
        BinaryMap map = two_rooms(false);
        map.lumps[name].clear();
        EXPECT_EQ(binary_compare::explained(map), "") << name;
        EXPECT_EQ(binary_compare::explained(map, "", true), "") << name;
        flatline::engine::LoadOptions options;
        options.repair = flatline::engine::Repair::repair;
        EXPECT_EQ(
            flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map), options).status,
            Status::refused)
            << name;
    }
}

// What ports repair unasked, and the loader leaves as it is.
TEST(BinaryCorrupt, OddButSound) {
    BinaryMap map = two_rooms(false);
    set_word(map.lumps["LINEDEFS"], 4, 4);            // twosided without a back
    set_word(map.lumps["LINEDEFS"], 14, 3);           // a line of no length
    set_word(map.lumps["LINEDEFS"], 6 * 14 + 4, 0);   // a back without twosided
    set_word(map.lumps["LINEDEFS"], 2 * 14 + 10, 1);  // a side of two lines
    map.lumps["THINGS"].clear();
    EXPECT_EQ(binary_compare::explained(map), "");
    const auto result = flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map));
    ASSERT_TRUE(result);
    EXPECT_TRUE(result.value.linedefs()[0].flags & FLATLINE_LINE_TWOSIDED);
    EXPECT_EQ(result.value.linedefs()[1].v1, 3u);
    EXPECT_EQ(result.value.linedefs()[2].sidefront, 1u);
    EXPECT_TRUE(result.value.things().empty());
}

// Vertices after the last one that a line names are those of the nodes.
TEST(BinaryCorrupt, VerticesThatOnlyNodesName) {
    BinaryMap map = two_rooms(false);
    map.lumps["VERTEXES"] += words({64, 64, 32, 32});
    EXPECT_EQ(binary_compare::explained(map), "");
    const auto result = flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map));
    ASSERT_TRUE(result);
    EXPECT_EQ(result.value.vertices().size(), 6u);
    map.lumps["LINEDEFS"].clear();
    EXPECT_EQ(binary_compare::explained(map), "");
    const auto without = flatline::engine::load_binary_borrowed(binary_compare::lumps_of(map));
    ASSERT_TRUE(without);
    EXPECT_EQ(without.value.vertices().size(), 8u);
}

}  // namespace binary_corrupt
