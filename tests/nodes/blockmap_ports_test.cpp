// Boom's blockmap of every map of freedoom and freedm as a port builds it: blockmap_boom.tsv holds
// what dsda-doom (ce0a9934, prboom2/src/p_setup.c, P_CreateBlockMap) made of those of Debian 12,
// 0.12.1. The sum is that of all cells, row by row: the number of lines and the lines, in the
// port's order, each 32 bits with the lowest byte first.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "nodes/binary_maps.hpp"
#include "nodes/blockmap_build.hpp"
#include "nodes/blockmap_tools.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/sha256.hpp"

namespace blockmap_ports_test {

// The rows of one WAD, by map; a row is all that stands behind the map's name.
std::map<std::string, std::string> rows_of(const std::string& wad) {
    std::ifstream table(paths::source() + "/tests/nodes/blockmap_boom.tsv");
    std::map<std::string, std::string> rows;
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        std::string file, name, rest;
        std::getline(std::getline(words, file, '\t'), name, '\t');
        std::getline(words, rest);
        if (file == wad) rows[name] = rest;
    }
    return rows;
}

void add_word(std::string& bytes, std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift);
}

std::string row_of(const binary_maps::BinaryMap& map) {
    blockmap_tools::Blockmap built;
    flatline::engine::Budget budget(1ull << 32);
    flatline::engine::Reservation scratch;
    const flatline::engine::Outcome outcome = flatline::engine::nodes::build_blockmap(
        map.view().vertices, map.view().linedefs, {}, {}, budget, scratch, built.memory,
        built.findings, built.map, flatline::engine::BlockmapStyle::boom);
    if (outcome != flatline::engine::Outcome::ok) return "not built";
    std::string bytes;
    std::size_t entries = 0;
    for (const auto& cell : built.cells()) {
        add_word(bytes, static_cast<std::uint32_t>(cell.size()));
        for (const std::uint32_t line : cell) add_word(bytes, line);
        entries += cell.size();
    }
    std::ostringstream row;
    row << built.map.origin_x << '\t' << built.map.origin_y << '\t' << built.map.columns << '\t'
        << built.map.rows << '\t' << entries << '\t' << sha256::of(bytes);
    return row.str();
}

void expect_as_the_port(const std::string& wad, std::size_t maps) {
    const std::string path = std::string(binary_maps::kFreedoom) + "/" + wad;
    const std::map<std::string, std::string> rows = rows_of(wad);
    ASSERT_EQ(rows.size(), maps);
    std::size_t compared = 0;
    for (const auto& map : binary_maps::of_wad(wad_maps::read_file(path), "")) {
        const auto row = rows.find(map.label.substr(1));
        ASSERT_NE(row, rows.end()) << map.label;
        EXPECT_EQ(row_of(map), row->second) << wad << map.label;
        ++compared;
    }
    EXPECT_EQ(compared, maps);
}

bool has(const std::string& wad) {
    return std::filesystem::exists(std::string(binary_maps::kFreedoom) + "/" + wad);
}

TEST(BlockmapPorts, FreedoomAsDsdaDoomBuildsIt) {
    if (!has("freedoom1.wad") || !has("freedoom2.wad")) GTEST_SKIP() << needs::package("freedoom");
    expect_as_the_port("freedoom1.wad", 36);
    expect_as_the_port("freedoom2.wad", 32);
}

TEST(BlockmapPorts, FreedmAsDsdaDoomBuildsIt) {
    if (!has("freedm.wad")) GTEST_SKIP() << needs::package("freedm");
    expect_as_the_port("freedm.wad", 32);
}

// The examples of FIPS 180-4 and one of 64 bytes, so that a wrong sum is not the sum's.
TEST(BlockmapPorts, Sums) {
    EXPECT_EQ(sha256::of("abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256::of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256::of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256::of(std::string(64, 'a')),
              "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

}  // namespace blockmap_ports_test
