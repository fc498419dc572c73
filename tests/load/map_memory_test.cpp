// Arrays of a binary map in one piece of memory, and who holds it.
#include "load/map_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "base/reservation.hpp"
#include "model/binary.hpp"
#include "support/counting_memory.hpp"
#include "support/map_arrays.hpp"
#include "support/nodes_tools.hpp"

namespace map_memory_test {

using flatline::engine::BinaryLumps;
using flatline::engine::Loader;
using flatline::engine::LoadOptions;
using flatline::engine::Map;
using flatline::engine::Status;
using nodes_tools::bytes;

// A row of `count` squares beside each other, each a sector with four sides of its own; a thing in
// each.
struct Squares {
    std::string things, linedefs, sidedefs, vertexes, sectors;

    explicit Squares(unsigned count) {
        nodes_tools::LumpWriter w;
        const auto take = [&w](std::string& lump) { lump = std::exchange(w.out, {}); };
        const auto words = [&w](std::initializer_list<unsigned> values) {
            for (const unsigned value : values) w.word(value, 2);
        };
        for (unsigned i = 0; i < count; ++i) {
            for (const unsigned corner : {0u, 1u, 2u, 3u}) {
                words({8 * i + (corner >= 2 ? 4u : 0u), corner == 1 || corner == 2 ? 4u : 0u});
            }
        }
        take(vertexes);
        for (unsigned i = 0; i < 4 * count; ++i) {
            words({i, i % 4 == 3 ? i - 3 : i + 1, 1, 0, 0, i, 0xFFFF});
        }
        take(linedefs);
        for (unsigned i = 0; i < 4 * count; ++i) {
            words({i, 0});
            w.out += std::string("-\0\0\0\0\0\0\0-\0\0\0\0\0\0\0WALL", 20);
            w.out += std::string(4, '\0');
            words({i / 4});
        }
        take(sidedefs);
        for (unsigned i = 0; i < count; ++i) {
            words({0, 128});
            w.out += "FLOOR7_1CEIL7__1";
            words({160, 0, i % 7});
        }
        take(sectors);
        for (unsigned i = 0; i < count; ++i) words({8 * i + 2, 2, 90, 1, 7});
        take(things);
    }

    BinaryLumps lumps() const {
        BinaryLumps all;
        all.things = bytes(things);
        all.linedefs = bytes(linedefs);
        all.sidedefs = bytes(sidedefs);
        all.vertexes = bytes(vertexes);
        all.sectors = bytes(sectors);
        return all;
    }
};

// All elements, lines of sectors and names by their bytes.
std::string content(const Map& map) {
    std::string all;
    for (const map_arrays::Elements& of : map_arrays::elements(map)) {
        if (of.count != 0) all.append(of.data, of.size * of.count);
    }
    const flatline_arrays& a = map.arrays();
    const auto add = [&all](const auto* from, std::size_t count) {
        all.append(reinterpret_cast<const char*>(from), count * sizeof *from);
    };
    add(a.sector_line_rows, a.sector_count + std::size_t{1});
    add(a.sector_lines, a.sector_line_count);
    add(a.names, a.name_count);
    add(a.blockmap.lines, a.blockmap.entry_count);
    return all;
}

LoadOptions with_blockmap() {
    LoadOptions options;
    options.products = FLATLINE_PRODUCT_BLOCKMAP;
    return options;
}

bool lies_within(const void* at, const void* first, std::size_t bytes) {
    const auto* from = static_cast<const char*>(first);
    return static_cast<const char*>(at) >= from && static_cast<const char*>(at) < from + bytes;
}

constexpr unsigned kMany = 2000;  // squares: 1.1 MB of arrays

TEST(MapMemory, ArraysOfAMapLieInOneLargePage) {
    const Squares squares(kMany);
    const auto loaded = flatline::engine::load_binary_borrowed(squares.lumps(), with_blockmap());
    ASSERT_EQ(loaded.status, Status::ok);
    const flatline_arrays& a = loaded.value.arrays();
    const auto vertices = reinterpret_cast<std::uintptr_t>(a.vertices);
    EXPECT_EQ(vertices % flatline::engine::kLargePage, 0u);
    EXPECT_TRUE(lies_within(a.linedefs, a.vertices, flatline::engine::kLargePage));
    EXPECT_TRUE(lies_within(a.names, a.vertices, flatline::engine::kLargePage));
    EXPECT_TRUE(lies_within(a.sector_lines, a.vertices, flatline::engine::kLargePage));
}

TEST(MapMemory, WhateverMemoryItIsTheMapIsTheSame) {
    for (const unsigned count : {1u, 300u, kMany, 8000u}) {
        const Squares squares(count);
        counting_memory::Memory memory;
        LoadOptions options = with_blockmap();
        options.memory = memory.hooks();
        const auto of_host = flatline::engine::load_binary_borrowed(squares.lumps(), options);
        const auto loaded =
            flatline::engine::load_binary_borrowed(squares.lumps(), with_blockmap());
        ASSERT_EQ(loaded.status, Status::ok) << count;
        ASSERT_EQ(of_host.status, Status::ok) << count;
        EXPECT_EQ(content(loaded.value), content(of_host.value)) << count;
        EXPECT_EQ(loaded.memory.announced, of_host.memory.announced) << count;
        EXPECT_EQ(loaded.memory.used, of_host.memory.used) << count;
    }
}

TEST(MapMemory, MapsOutliveTheirLoaderAndEachOther) {
    const Squares small(300), large(kMany);
    const std::string of_small =
        content(flatline::engine::load_binary_borrowed(small.lumps(), with_blockmap()).value);
    const std::string of_large =
        content(flatline::engine::load_binary_borrowed(large.lumps(), with_blockmap()).value);
    auto loader = std::make_unique<Loader>();
    Map first = std::move(loader->load_binary_borrowed(large.lumps(), with_blockmap()).value);
    Map second = std::move(loader->load_binary_borrowed(large.lumps(), with_blockmap()).value);
    EXPECT_EQ(content(first), of_large);
    first = Map();
    EXPECT_EQ(content(second), of_large);
    loader->recycle(std::move(second));
    Map third = std::move(loader->load_binary_borrowed(small.lumps(), with_blockmap()).value);
    EXPECT_EQ(content(third), of_small);
    Map fourth = std::move(loader->load_binary_borrowed(large.lumps(), with_blockmap()).value);
    loader->recycle(std::move(third));
    loader.reset();
    EXPECT_EQ(content(fourth), of_large);
}

TEST(MapMemory, RecycledMemoryServesATextAndABinaryMapInTurn) {
    const Squares large(kMany);
    const std::string text = "namespace = \"doom\"; vertex { x = 1; y = 2; }";
    Loader loader;
    std::string before;
    for (int turn = 0; turn < 3; ++turn) {
        Map binary = std::move(loader.load_binary_borrowed(large.lumps(), with_blockmap()).value);
        if (before.empty()) before = content(binary);
        EXPECT_EQ(content(binary), before);
        loader.recycle(std::move(binary));
        auto loaded = loader.load_borrowed(bytes(text), {});
        ASSERT_EQ(loaded.status, Status::ok);
        EXPECT_EQ(loaded.value.vertices().size(), 1u);
        loader.recycle(std::move(loaded.value));
    }
}

TEST(MapMemory, ARefusedMapLeavesTheLoaderInOrder) {
    Squares broken(kMany);
    broken.linedefs.replace(10, 2, "\xFE\x7F");  // a side that does not exist
    const Squares large(kMany);
    Loader loader;
    const std::string expected =
        content(flatline::engine::load_binary_borrowed(large.lumps(), with_blockmap()).value);
    for (int turn = 0; turn < 2; ++turn) {
        EXPECT_EQ(loader.load_binary_borrowed(broken.lumps(), with_blockmap()).status,
                  Status::refused);
        const auto loaded = loader.load_binary_borrowed(large.lumps(), with_blockmap());
        ASSERT_EQ(loaded.status, Status::ok);
        EXPECT_EQ(content(loaded.value), expected);
    }
}

}  // namespace map_memory_test
