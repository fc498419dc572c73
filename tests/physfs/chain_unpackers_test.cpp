// Chains of a 7z's coders, against what liblzma and zlib packed.
#include <gtest/gtest.h>
#include <lzma.h>
#include <zlib.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "physfs/unpackers.hpp"
#include "support/fake_file.hpp"

namespace chain_unpackers_test {

using namespace flatline::engine;
using physfs::ChainState;
using physfs::Coder;
using testing_support::FakeFile;

constexpr std::uint64_t kRoom = 1 << 26;

Coder coder(std::uint64_t id, std::string_view properties = {}) {
    Coder out;
    out.id = id;
    out.property_count = static_cast<std::uint8_t>(properties.size());
    for (std::size_t i = 0; i < std::min(properties.size(), Coder::kMostProperties); ++i) {
        out.properties[i] = static_cast<unsigned char>(properties[i]);
    }
    return out;
}
const Coder kLzma2 = coder(0x21, "\x10");  // a dictionary of 1 MB
const Coder kLzma = coder(0x030101, std::string_view("\x5D\x00\x00\x10\x00", 5));

// Random bytes, in so many of which every branch filter finds what looks like a call.
std::string content() {
    std::mt19937 random(1);
    std::string out(1 << 18, '\0');
    for (char& c : out) c = static_cast<char>(random());
    return out;
}

std::string packed(std::vector<lzma_filter> filters, const std::string& bytes) {
    filters.push_back({LZMA_VLI_UNKNOWN, nullptr});
    std::string out(bytes.size() * 2 + 1000, '\0');
    std::size_t size = 0;
    EXPECT_EQ(lzma_raw_buffer_encode(
                  filters.data(), nullptr, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                  bytes.size(), reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size()),
              LZMA_OK);
    out.resize(size);
    return out;
}

lzma_options_lzma preset() {
    lzma_options_lzma options;
    lzma_lzma_preset(&options, 1);
    return options;
}

std::string unpacked(const std::string& bytes, const std::vector<Coder>& coders,
                     std::uint64_t size) {
    FakeFile file("in front" + bytes + "behind");
    physfs::Chain chain =
        physfs::unpack_chain(file, 8, bytes.size(), {coders.data(), coders.size()}, size, kRoom);
    EXPECT_EQ(chain.state, ChainState::ok);
    if (chain.unpacker == nullptr) return "nothing";
    std::string out(size + 100, '\0');
    std::uint64_t got = 0;
    // Small pieces and large ones.
    for (std::uint64_t piece = 1, read = 1; read != 0 && got < out.size(); piece += 97) {
        const std::uint64_t want = std::min(piece, out.size() - got);
        read = chain.unpacker->read(reinterpret_cast<unsigned char*>(out.data()) + got, want);
        got += read;
        if (read < want) break;
    }
    out.resize(got);
    return out;
}

ChainState state_of(const std::vector<Coder>& coders, std::uint64_t size = 10,
                    std::uint64_t most_memory = kRoom, std::uint64_t* detail = nullptr) {
    FakeFile file("bytes");
    const physfs::Chain chain =
        physfs::unpack_chain(file, 0, 5, {coders.data(), coders.size()}, size, most_memory);
    EXPECT_EQ(chain.unpacker != nullptr, chain.state == ChainState::ok);
    if (detail != nullptr) *detail = chain.detail;
    return chain.state;
}

TEST(ChainUnpackers, EveryBranchFilterByBothNames) {
    struct Row {
        std::uint64_t id, old_id;
        lzma_vli filter;
    };
    const Row kRows[] = {
        {0x04, 0x03030103, LZMA_FILTER_X86},      {0x05, 0x03030205, LZMA_FILTER_POWERPC},
        {0x06, 0x03030401, LZMA_FILTER_IA64},     {0x07, 0x03030501, LZMA_FILTER_ARM},
        {0x08, 0x03030701, LZMA_FILTER_ARMTHUMB}, {0x09, 0x03030805, LZMA_FILTER_SPARC},
        {0x0A, 0x0A, LZMA_FILTER_ARM64},
    };
    const std::string bytes = content();
    lzma_options_lzma options = preset();
    for (const Row& row : kRows) {
        const std::string stream =
            packed({{row.filter, nullptr}, {LZMA_FILTER_LZMA2, &options}}, bytes);
        for (const std::uint64_t id : {row.id, row.old_id}) {
            EXPECT_TRUE(unpacked(stream, {coder(id), kLzma2}, bytes.size()) == bytes) << id;
        }
        // The filter does something, so the right one was taken.
        EXPECT_TRUE(unpacked(stream, {kLzma2}, bytes.size()) != bytes) << row.id;
    }
}

TEST(ChainUnpackers, DeltaAndCopy) {
    const std::string bytes = content();
    lzma_options_lzma options = preset();
    lzma_options_delta delta = {};
    delta.type = LZMA_DELTA_TYPE_BYTE;
    delta.dist = 3;
    const std::string stream =
        packed({{LZMA_FILTER_DELTA, &delta}, {LZMA_FILTER_LZMA2, &options}}, bytes);
    EXPECT_TRUE(unpacked(stream, {coder(3, "\x02"), coder(0), kLzma2}, bytes.size()) == bytes);
    const std::string plain = packed({{LZMA_FILTER_LZMA2, &options}}, bytes);
    EXPECT_TRUE(unpacked(plain, {coder(0), kLzma2}, bytes.size()) == bytes);
}

// Bytes that come again from as far away as the dictionary reaches: 2 or 3 times a power of two.
TEST(ChainUnpackers, DictionariesOfLzma2) {
    lzma_options_lzma options = preset();
    for (const auto& [property, size] : {std::pair("\x02", 8192u), {"\x03", 12288u}}) {
        options.dict_size = size;
        std::string bytes = content().substr(0, size);
        bytes += bytes;
        const std::string stream = packed({{LZMA_FILTER_LZMA2, &options}}, bytes);
        EXPECT_LT(stream.size(), size + 1000);
        EXPECT_TRUE(unpacked(stream, {coder(0x21, property)}, bytes.size()) == bytes) << size;
    }
}

TEST(ChainUnpackers, LzmaDeflateAndStored) {
    const std::string bytes = content();
    lzma_options_lzma options = preset();
    EXPECT_TRUE(unpacked(packed({{LZMA_FILTER_LZMA1, &options}}, bytes), {kLzma}, bytes.size()) ==
                bytes);
    std::string stream(bytes.size() * 2, '\0');
    z_stream deflating = {};
    ASSERT_EQ(deflateInit2(&deflating, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    deflating.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    deflating.avail_in = static_cast<uInt>(bytes.size());
    deflating.next_out = reinterpret_cast<Bytef*>(stream.data());
    deflating.avail_out = static_cast<uInt>(stream.size());
    ASSERT_EQ(deflate(&deflating, Z_FINISH), Z_STREAM_END);
    stream.resize(deflating.total_out);
    deflateEnd(&deflating);
    EXPECT_TRUE(unpacked(stream, {coder(0x040108)}, bytes.size()) == bytes);
    EXPECT_TRUE(unpacked(bytes, {coder(0)}, bytes.size()) == bytes);
}

TEST(ChainUnpackers, WhatIsNotReadIsNamed) {
    std::uint64_t detail = 0;
    EXPECT_EQ(state_of({coder(0x030401)}, 10, kRoom, &detail), ChainState::unknown);
    EXPECT_EQ(detail, 0x030401u);
    // Deflate is no part of a chain.
    EXPECT_EQ(state_of({coder(4), coder(0x040108)}, 10, kRoom, &detail), ChainState::unknown);
    EXPECT_EQ(detail, 0x040108u);
    EXPECT_EQ(state_of({coder(0x040108), kLzma2}), ChainState::unknown);
    EXPECT_EQ(state_of({coder(4, "\x01"), kLzma2}), ChainState::unknown) << "where it begins";
    EXPECT_EQ(state_of({coder(4), coder(4), coder(4), coder(4), kLzma2}), ChainState::unknown);
    EXPECT_EQ(state_of({coder(0x06F10701), kLzma2}), ChainState::encrypted);
}

TEST(ChainUnpackers, PropertiesThatAreNone) {
    EXPECT_EQ(state_of({kLzma}), ChainState::ok);
    EXPECT_EQ(state_of({coder(0x030101, "\x5D")}), ChainState::damaged);
    EXPECT_EQ(state_of({coder(0x030101, std::string_view("\xE1\x00\x00\x10\x00", 5))}),
              ChainState::damaged);
    EXPECT_EQ(state_of({coder(0x030101, std::string_view("\xE0\x00\x00\x10\x00", 5))}),
              ChainState::damaged)
        << "lc + lp above 4";
    EXPECT_EQ(state_of({coder(0x21)}), ChainState::damaged);
    EXPECT_EQ(state_of({coder(0x21, "\x28")}), ChainState::ok);
    EXPECT_EQ(state_of({coder(0x21, "\x29")}), ChainState::damaged);
    EXPECT_EQ(state_of({coder(3), kLzma2}), ChainState::damaged);
    EXPECT_EQ(state_of({coder(3, "\x01")}), ChainState::damaged) << "nothing that unpacks";
}

TEST(ChainUnpackers, DictionariesCountBeforeTheyAreTaken) {
    std::uint64_t detail = 0;
    const Coder large = coder(0x21, "\x28");  // 4 GB
    EXPECT_EQ(state_of({large}, 1ull << 40, kRoom, &detail), ChainState::over_limit);
    EXPECT_GT(detail, 1ull << 31);
    EXPECT_EQ(state_of({large}, 1000, kRoom), ChainState::ok) << "never larger than what comes out";
}

}  // namespace chain_unpackers_test
