// Headers of a 7z byte by byte: what is read of each section, and that every cut of one is damage.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "physfs/seven_zip_header.hpp"

namespace seven_zip_header_test {

using namespace flatline::engine;
using physfs::seven_zip::Files;
using physfs::seven_zip::HeaderState;
using physfs::seven_zip::Streams;
using Header = std::vector<unsigned char>;

constexpr std::uint64_t kFileBytes = 1000;
constexpr std::uint64_t kMost = 20;

struct Read {
    HeaderState state = HeaderState::ok;
    Streams streams{flatline::engine::MemoryHooks()};
    Files files;
};

Read read(const Header& header) {
    Read out;
    out.state = physfs::seven_zip::read_header({header.data(), header.size()}, kFileBytes, kMost,
                                               out.streams, out.files);
    return out;
}

HeaderState state_of(const Header& header) { return read(header).state; }

Header joined(std::initializer_list<Header> parts) {
    Header out;
    for (const Header& part : parts) out.insert(out.end(), part.begin(), part.end());
    return out;
}

// The sections; numbers below 128 are a byte.
const Header kCopyBlock = {1, 0x01, 0x00};
Header packs(const Header& sizes, const Header& more = {}) {
    return joined({{6, 0, static_cast<unsigned char>(sizes.size()), 9}, sizes, more, {0}});
}
Header blocks(unsigned char count, const Header& coders, const Header& sizes,
              const Header& more = {}) {
    return joined({{7, 11, count, 0}, coders, {12}, sizes, more, {0}});
}
Header header(const Header& streams, const Header& files = {0}) {
    return joined({{1, 4}, streams, {0}, files});
}
Header one_block(const Header& coders, const Header& pack_sizes, const Header& sizes) {
    return header(joined({packs(pack_sizes), blocks(1, coders, sizes)}));
}

// Whatever is cut off, even the mark of the end, is missed.
void expect_damaged_where_cut(const Header& whole, HeaderState state) {
    ASSERT_EQ(state_of(whole), state);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Header cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_EQ(state_of(cut), HeaderState::damaged) << size;
    }
}

TEST(SevenZipHeader, NothingInIt) {
    expect_damaged_where_cut({1, 0}, HeaderState::ok);
    for (int id = 2; id < 0x80; ++id) {
        EXPECT_EQ(state_of({static_cast<unsigned char>(id), 0}), HeaderState::damaged) << id;
    }
    EXPECT_EQ(state_of({1, 9}), HeaderState::damaged);
    EXPECT_EQ(state_of({1, 3, 0}), HeaderState::damaged) << "streams beside the main ones";
}

TEST(SevenZipHeader, PropertiesOfTheArchiveArePassedOver) {
    const Header with = joined({{1, 2, 0x19, 2, 'x', 'y', 0x1A, 0, 0, 4},
                                packs({10}),
                                blocks(1, kCopyBlock, {10}),
                                {0, 0}});
    expect_damaged_where_cut(with, HeaderState::ok);
    EXPECT_EQ(read(with).streams.blocks.size(), 1u);
    EXPECT_EQ(state_of({1, 2, 0x19, 100, 'x', 0, 0}), HeaderState::damaged);
}

TEST(SevenZipHeader, Blocks) {
    const Header two = header(joined({packs({10, 20}, {10, 1, 1, 2, 3, 4, 5, 6, 7, 8}),
                                      blocks(2, joined({kCopyBlock, kCopyBlock}), {11, 22},
                                             {10, 0, 0x40, 0x44, 0x33, 0x22, 0x11})}));
    expect_damaged_where_cut(two, HeaderState::ok);
    const Streams streams = read(two).streams;
    ASSERT_EQ(streams.blocks.size(), 2u);
    EXPECT_EQ(streams.blocks[0].place, 32u);
    EXPECT_EQ(streams.blocks[1].place, 42u);
    EXPECT_EQ(streams.blocks[1].packed, 20u);
    EXPECT_EQ(streams.blocks[1].size, 22u);
    EXPECT_FALSE(streams.blocks[0].has_crc);
    EXPECT_TRUE(streams.blocks[1].has_crc);
    EXPECT_EQ(streams.blocks[1].crc, 0x11223344u);
    // Without a list of what is in it a block is one file, with the block's checksum.
    ASSERT_EQ(streams.streams.size(), 2u);
    EXPECT_EQ(streams.streams[1].crc, 0x11223344u);
    EXPECT_FALSE(streams.streams[0].has_crc);
}

TEST(SevenZipHeader, BlocksThatAreNotThere) {
    EXPECT_EQ(state_of(one_block(kCopyBlock, {}, {1})), HeaderState::damaged) << "nothing packed";
    EXPECT_EQ(state_of(one_block({0}, {10}, {1})), HeaderState::damaged) << "no coder";
    EXPECT_EQ(state_of(one_block({9}, {10}, {1})), HeaderState::damaged) << "too many coders";
    EXPECT_EQ(state_of(header(joined({packs({10}), {7, 11, 1, 1}}))), HeaderState::damaged)
        << "elsewhere";
    // 968 bytes stand after the first 32.
    EXPECT_EQ(state_of(one_block(kCopyBlock, {0x83, 0xC8}, {1})), HeaderState::damaged);
    const auto of_size = [](unsigned char low) {
        return header(joined({{6, 0, 1, 9, 0x83, low, 0}, blocks(1, kCopyBlock, {1})}));
    };
    EXPECT_EQ(state_of(of_size(0xC8)), HeaderState::ok);
    EXPECT_EQ(state_of(of_size(0xC9)), HeaderState::damaged);
    // Sections that come again or in another order.
    EXPECT_EQ(state_of(header(joined({packs({10}), packs({10})}))), HeaderState::damaged);
    EXPECT_EQ(state_of(header(joined({blocks(1, kCopyBlock, {1}), packs({10})}))),
              HeaderState::damaged);
    EXPECT_EQ(state_of(header({9})), HeaderState::damaged);
}

// Of coders with several inputs, as BCJ2, only the first is kept: its name is what is missing.
TEST(SevenZipHeader, CodersWithSeveralInputs) {
    const Header bcj2 = {4,                             // coders
                         0x01, 0x00,                    // copy
                         0x14, 3,    3, 1, 0x1B, 4, 1,  // BCJ2: four inputs, one output
                         0x21, 0x21, 2, 7, 8,           // LZMA2 with two bytes of properties
                         0x03, 3,    1, 1,              // LZMA
                         2,    0,    3, 2, 4,    3,     // bonds; input 1 is BCJ2's first
                         0,    5,    6, 1};             // what is packed
    const Header whole = one_block(bcj2, {10, 10, 10, 10}, {1, 99, 3, 4});
    expect_damaged_where_cut(whole, HeaderState::ok);
    const Streams streams = read(whole).streams;
    EXPECT_FALSE(streams.blocks[0].is_chain);
    ASSERT_EQ(streams.coders.size(), 1u);
    EXPECT_EQ(streams.coders[0].id, 0x0303011Bu);
    EXPECT_EQ(streams.blocks[0].packed, 40u);
    EXPECT_EQ(streams.blocks[0].size, 99u) << "of the output that nothing takes";
    EXPECT_EQ(state_of(one_block(bcj2, {10, 10, 10}, {1, 2, 3, 4})), HeaderState::damaged);
}

TEST(SevenZipHeader, Chains) {
    // The second coder's output goes into the first, whose output is the block's.
    const Header two = {2, 0x01, 4, 0x01, 0x21, 0, 1};
    const Streams streams = read(one_block(two, {10}, {70, 60})).streams;
    ASSERT_EQ(streams.coders.size(), 2u);
    EXPECT_EQ(streams.coders[0].id, 4u);
    EXPECT_EQ(streams.coders[1].id, 0x21u);
    EXPECT_EQ(streams.blocks[0].size, 70u);

    const Header properties = {1, 0x21, 0x21, 10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const Streams many = read(one_block(properties, {10}, {1})).streams;
    ASSERT_EQ(many.coders.size(), 1u);
    EXPECT_EQ(many.coders[0].property_count, 10);
    EXPECT_EQ(many.coders[0].properties[7], 7);
}

// All but the coders is as it should be: so many packed streams, and a size for each output.
TEST(SevenZipHeader, ChainsThatAreNone) {
    const struct {
        const char* what;
        Header coders;
        unsigned packs, outputs;
    } rows[] = {
        {"bound to itself", {2, 1, 0, 1, 0, 0, 0}, 1, 2},
        {"a ring behind the last", {3, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1}, 1, 3},
        {"an input of nobody", {2, 1, 0, 1, 0, 2, 0}, 1, 2},
        {"an output of nobody", {2, 1, 0, 1, 0, 0, 2}, 1, 2},
        {"an input of nobody, in no chain", {1, 0x11, 0, 1, 2, 5, 0}, 0, 2},
        {"an output of nobody, in no chain", {1, 0x11, 0, 1, 2, 0, 7}, 0, 2},
        {"no coder", {0}, 1, 0},
        {"no output", {1, 0x11, 0, 1, 0}, 1, 0},
        {"less inputs than bonds", {1, 0x11, 0, 1, 3}, 1, 3},
        {"nine inputs", {1, 0x11, 0, 9, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8}, 9, 1},
        {"nine outputs",
         {2, 0x11, 0, 8, 1, 0x11, 0, 1, 9, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8},
         0,
         10},
        {"nine coders",
         {9, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
          0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8},
         1,
         9},
        {"an id of nine bytes", {1, 0x09, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 1, 1},
        {"an id behind the end", {1, 0x0F}, 1, 1},
        {"properties behind the end", {1, 0x21, 0x21, 100}, 1, 1},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(state_of(one_block(row.coders, Header(row.packs, 1), Header(row.outputs, 1))),
                  HeaderState::damaged)
            << row.what;
    }
}

// What is cut so that all after it still has a meaning.
TEST(SevenZipHeader, WhatReachesBehindTheEnd) {
    EXPECT_EQ(state_of({1, 0x80, 0}), HeaderState::ok) << "the end in two bytes";
    EXPECT_EQ(state_of({1, 0x80}), HeaderState::damaged);
    EXPECT_EQ(state_of({1, 2, 0x19, 100, 0, 0}), HeaderState::damaged) << "a property";
    EXPECT_EQ(state_of({1, 4, 6, 0, 1, 9, 10, 10, 1, 0, 0, 0}), HeaderState::damaged)
        << "a checksum";
    Header bits = {1, 4, 6, 0, 25, 9};
    bits.resize(bits.size() + 25, 1);
    bits.insert(bits.end(), {10, 0, 0, 0, 0});
    Streams streams{flatline::engine::MemoryHooks()};
    Files files;
    EXPECT_EQ(
        physfs::seven_zip::read_header({bits.data(), bits.size()}, kFileBytes, 100, streams, files),
        HeaderState::damaged)
        << "which checksums there are";
}

TEST(SevenZipHeader, PlacesThatAreNone) {
    const auto at = [](const Header& place) {
        return header(joined({{6}, place, {1, 9, 0, 0}, blocks(1, kCopyBlock, {1})}));
    };
    EXPECT_EQ(state_of(at({0x83, 0xC8})), HeaderState::ok) << "at the end of the file";
    EXPECT_EQ(state_of(at({0x83, 0xC9})), HeaderState::damaged);
    EXPECT_EQ(state_of(at({0x87, 0xD0})), HeaderState::damaged);
    EXPECT_EQ(state_of(at({0xFF, 0xE0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF})),
              HeaderState::damaged)
        << "it comes round to 0";
}

TEST(SevenZipHeader, NamesWithHalvesOfPairs) {
    const std::string bytes(
        "\x3D\xD8\x00\xDE"
        "a\0"
        "\x00\xDC\x01\xDC"
        "\x3D\xD8"
        "b\0\0\0",
        16);
    const Header units(bytes.begin(), bytes.end());
    Cursor names({units.data(), units.size()});
    List<char> out{flatline::engine::MemoryHooks()};
    bool no_memory = false;
    ASSERT_TRUE(physfs::seven_zip::next_name(names, out, no_memory));
    EXPECT_EQ(std::string(out.data(), out.size()),
              "\xF0\x9F\x98\x80"
              "a"
              "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
              "b");
}

TEST(SevenZipHeader, FilesOfBlocks) {
    const Header block = joined({packs({10}), blocks(1, kCopyBlock, {10})});
    const auto of = [&](const Header& sub) { return header(joined({block, {8}, sub})); };
    const Header three = of({13, 3, 9, 4, 5, 10, 0, 0xA0, 1, 0, 0, 0, 2, 0, 0, 0, 0});
    expect_damaged_where_cut(three, HeaderState::ok);
    const Streams streams = read(three).streams;
    ASSERT_EQ(streams.streams.size(), 3u);
    EXPECT_EQ(streams.streams[1].place, 4u);
    EXPECT_EQ(streams.streams[2].size, 1u) << "what the others leave";
    EXPECT_EQ(streams.streams[2].crc, 2u);
    EXPECT_FALSE(streams.streams[1].has_crc);

    EXPECT_EQ(state_of(of({13, 2, 9, 11, 0})), HeaderState::damaged) << "more than the block has";
    EXPECT_EQ(state_of(of({13, 2, 0})), HeaderState::damaged) << "no sizes";
    EXPECT_EQ(state_of(of({13, 1, 12})), HeaderState::damaged);
    EXPECT_EQ(state_of(of({13, kMost + 1, 0})), HeaderState::too_many);
    // A block that has a checksum of its own shares it with its only file.
    const Header own = header(
        joined({packs({10}), blocks(1, kCopyBlock, {10}, {10, 1, 7, 0, 0, 0}), {8, 10, 1, 0}}));
    EXPECT_EQ(read(own).streams.streams[0].crc, 7u);
}

TEST(SevenZipHeader, PackedHeaders) {
    const Header where = joined({packs({10}), blocks(1, kCopyBlock, {10}), {0}});
    expect_damaged_where_cut(joined({{0x17}, where}), HeaderState::packed);
    EXPECT_EQ(state_of({0x17, 0}), HeaderState::damaged) << "no block";
    EXPECT_EQ(
        state_of(joined(
            {{0x17}, packs({10, 10}), blocks(2, joined({kCopyBlock, kCopyBlock}), {1, 1}), {0}})),
        HeaderState::damaged);
}

TEST(SevenZipHeader, CountsAboveTheLimit) {
    Header many = {1, 4, 6, 0, kMost + 1};
    many.resize(100);
    EXPECT_EQ(state_of(many), HeaderState::too_many);
    many[4] = 100;
    EXPECT_EQ(state_of(many), HeaderState::damaged) << "more than there are bytes";
}

TEST(SevenZipHeader, PropertiesOfFiles) {
    const Header files = {1, 5, 2,   0x0E, 1, 0xC0, 0x0F, 1, 0x40, 0x19, 3, 0, 0, 0, 0x11,
                          5, 0, 'a', 0,    0, 0,    0x15, 6, 1,    0,    1, 2, 3, 4, 0};
    expect_damaged_where_cut(files, HeaderState::ok);
    const Files read_files = read(files).files;
    EXPECT_EQ(read_files.count, 2u);
    EXPECT_TRUE(physfs::seven_zip::bit(read_files.empty_stream, 1));
    EXPECT_FALSE(physfs::seven_zip::bit(read_files.empty_file, 0));
    EXPECT_TRUE(physfs::seven_zip::bit(read_files.empty_file, 1));
    EXPECT_FALSE(physfs::seven_zip::bit(read_files.empty_file, 8)) << "behind the bits";
    EXPECT_EQ(read_files.names.size(), 4u);
    EXPECT_EQ(read_files.attributes.size(), 4u);
    EXPECT_EQ(state_of({1, 5, 1, 0x11, 1, 1, 0}), HeaderState::damaged) << "names elsewhere";
    EXPECT_EQ(state_of({1, 5, 1, 0x11, 0, 0}), HeaderState::damaged);
    EXPECT_EQ(read({1, 5, 0, 0x15, 3, 0, 0, 9, 0}).files.attributes.size(), 0u) << "of some only";
    EXPECT_EQ(read({1, 5, 0, 0x15, 3, 1, 1, 9, 0}).files.attributes.size(), 0u) << "elsewhere";
    EXPECT_EQ(read({1, 5, 0, 0x15, 2, 1, 0, 0}).files.attributes.size(), 0u);
}

}  // namespace seven_zip_header_test
