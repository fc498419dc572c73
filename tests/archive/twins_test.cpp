// Archive::twin_of: which maps of an archive have the same lumps.
#include "archive/twins.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace twins_test {

using namespace flatline::engine;
using testing_support::open_bytes;
using testing_support::open_tree;
using testing_support::WadBuilder;

std::vector<std::size_t> twins(const Archive& archive) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < archive.maps().size(); ++i) all.push_back(archive.twin_of(i));
    return all;
}

using Numbers = std::vector<std::size_t>;

// The data of these WADs: bytes 12 to 19 are a text, 20 to 23 another lump.
WadBuilder wad() { return WadBuilder().lump("A", "a = 1; ;").lump("B", "nods"); }
WadBuilder& map(WadBuilder& wad, const char* label, std::uint32_t offset = 12,
                std::uint32_t size = 8, std::uint32_t nodes = 20) {
    return wad.lump(label)
        .entry("TEXTMAP", offset, size)
        .entry("ZNODES", nodes, 4)
        .entry("ENDMAP", 0, 0);
}

TEST(Twins, AreTheMapsOfTheSameBytes) {
    WadBuilder all = wad();
    for (const char* label : {"MAP01", "MAP02", "TITLEMAP"}) map(all, label);
    EXPECT_EQ(twins(open_bytes(all.build())), (Numbers{0, 0, 0}));
}

TEST(Twins, AnyOtherLumpOrPlaceMakesAnotherMap) {
    WadBuilder all = wad();
    map(all, "FIRST");
    map(all, "SIZE", 12, 7);
    map(all, "PLACE", 13, 8);
    map(all, "NODES", 12, 8, 19);
    all.lump("LESS").entry("TEXTMAP", 12, 8).entry("ENDMAP", 0, 0);
    all.lump("NAME").entry("TEXTMAP", 12, 8).entry("BEHAVIOR", 20, 4).entry("ENDMAP", 0, 0);
    map(all, "LAST", 13, 8);
    map(all, "AGAIN");
    EXPECT_EQ(twins(open_bytes(all.build())), (Numbers{0, 1, 2, 3, 4, 5, 2, 0}));
}

TEST(Twins, LieInOneFile) {
    WadBuilder one = wad();
    const std::string bytes = map(map(one, "MAP01"), "MAP02").build();
    EXPECT_EQ(twins(open_tree({{"a.wad", bytes}, {"b.wad", bytes}})), (Numbers{0, 0, 2, 2}));
    EXPECT_EQ(twins(open_tree({{"maps/a.map", "Version 2"}, {"maps/b.map", "Version 2"}})),
              (Numbers{0, 1}));
}

// A check takes from the label of which game a map is, and whether a boss ends it.
TEST(Twins, OfDoomsFormatAreOfOneGame) {
    WadBuilder all;
    all.lump("A", "12345678901234");
    for (const char* label : {"MAP01", "MAPA0", "MAP02", "MAPZZ", "E1M1", "E1M2", "E2M8", "E3M8"}) {
        all.lump(label);
        for (const char* name : {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS"}) {
            all.entry(name, 12, 0);
        }
    }
    EXPECT_EQ(twins(open_bytes(all.build())), (Numbers{0, 1, 0, 1, 4, 4, 6, 7}));
    WadBuilder texts = wad();
    map(map(texts, "MAP01"), "MAPA0");
    EXPECT_EQ(twins(open_bytes(texts.build())), (Numbers{0, 0}));
}

}  // namespace twins_test
