// The header of a 7z, and its blocks: each unpacked once, within the limits.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "support/container_tools.hpp"
#include "support/fake_file.hpp"
#include "support/seven_zip_builder.hpp"

namespace seven_zip_test {

using namespace flatline::engine;
using testing_support::container_lines;
using testing_support::FakeFile;
using testing_support::Faults;
using testing_support::HeldContainer;
using testing_support::seven_zip_number;
using testing_support::SevenZipBlock;
using testing_support::SevenZipBuilder;
using testing_support::WadBuilder;

// The length of each file, and the findings; or why there is no archive.
std::string seen(const std::string& bytes, const Limits& limits = {},
                 std::shared_ptr<Faults> faults = nullptr) {
    Finding problem = {};
    const HeldContainer archive(physfs::open_seven_zip(
        std::make_unique<FakeFile>(bytes, std::move(faults)), limits, {}, problem));
    return container_lines(archive, problem, [](const std::string& content) {
        return std::to_string(content.size());
    });
}

std::string wad() { return WadBuilder().map("A", "").build(); }

SevenZipBlock solid() {
    return {{{"maps/a.wad", wad(), 0}, {"b.txt", std::string(9999, 'b'), 0}, {"c.wad", wad(), 0}}};
}

TEST(SevenZip, Files) {
    const std::string size = std::to_string(wad().size());
    EXPECT_EQ(seen(SevenZipBuilder().file("a", "1").file("b", "22").build()), "a 1\nb 2\n");
    EXPECT_EQ(seen(SevenZipBuilder().block(solid()).build()),
              "b.txt 9999\nc.wad " + size + "\nmaps/a.wad " + size + "\n");
}

TEST(SevenZip, EmptyArchiveIsSound) {
    std::string empty = SevenZipBuilder().build("");
    EXPECT_EQ(seen(empty), "");
    empty[28] = 1;
    EXPECT_EQ(seen(empty), "") << "nothing has no checksum";
}

TEST(SevenZip, TheHeaderIsInTheFileAndCounts) {
    const SevenZipBuilder one = SevenZipBuilder().file("a", "1");
    for (const std::size_t at : {12u, 20u}) {  // its place and its length
        std::string bad = one.build();
        bad[at + 7] = 0x10;
        EXPECT_EQ(seen(bad), "refused: archive-unreadable") << at;
    }
    std::string both = one.build();
    both[12 + 7] = both[20 + 7] = 0x10;
    EXPECT_EQ(seen(both), "refused: archive-unreadable") << "not for its length";
    Limits limits;
    limits.inflated_bytes = one.header().size();
    EXPECT_EQ(seen(one.build(), limits), "a 1\n");
    limits.inflated_bytes = one.header().size() - 1;
    EXPECT_EQ(seen(one.build(), limits), "refused: limit-inflated-bytes");
}

TEST(SevenZip, FilesWithoutAStream) {
    const std::string header = SevenZipBuilder().file("a", "1").header();
    const std::string files = std::string(1, '\5') + seven_zip_number(1) + '\x11';
    const std::size_t at = header.find(files);
    ASSERT_NE(at, std::string::npos);
    const std::string two = header.substr(0, at) + '\5' + seven_zip_number(2) + '\x11' +
                            seven_zip_number(9) + std::string("\0a\0\0\0b\0\0\0", 9);
    const SevenZipBuilder one = SevenZipBuilder().file("a", "1");
    EXPECT_EQ(seen(one.build(two + std::string(2, '\0'))), "a 1\narchive-directory \n");
    // One that is empty needs none.
    EXPECT_EQ(seen(one.build(two + std::string("\x0E\1\x40\x0F\1\x80\0\0", 8))), "a 1\nb 0\n");
}

TEST(SevenZip, AnArchiveWithoutBlocks) {
    const std::string header = std::string("\x01\x05", 2) + seven_zip_number(1) +
                               std::string("\x0E\1\x80\x0F\1\x80\x11\5\0a\0\0\0\0", 14);
    const std::string bytes = SevenZipBuilder().build(header);
    EXPECT_EQ(seen(bytes), "a 0\n");
    Finding problem = {};
    const HeldContainer archive(
        physfs::open_seven_zip(std::make_unique<FakeFile>(bytes), {}, {}, problem));
    ASSERT_NE(archive, nullptr);
    EXPECT_EQ(testing_support::rule_id(archive->reason(archive->entries()[0])), "file-unreadable");
}

// The only file of its block is read from there: nothing of it is kept.
TEST(SevenZip, AFileAloneTakesNoMemory) {
    Limits limits;
    limits.arena_bytes = wad().size() - 1;
    EXPECT_EQ(seen(SevenZipBuilder().file("a.wad", wad()).build(), limits),
              "a.wad " + std::to_string(wad().size()) + "\n");
}

// What is kept of all blocks together is bounded.
TEST(SevenZip, MemoryOfSeveralBlocks) {
    const auto block = [](const char* first, const char* second) -> SevenZipBlock {
        return {{{first, std::string(100, 'x'), 0}, {second, std::string(100, 'y'), 0}}};
    };
    const std::string bytes =
        SevenZipBuilder().block(block("a.udmf", "b.udmf")).block(block("c.udmf", "d.udmf")).build();
    Limits limits;
    limits.arena_bytes = 400;
    EXPECT_EQ(seen(bytes, limits), "a.udmf 100\nb.udmf 100\nc.udmf 100\nd.udmf 100\n");
    limits.arena_bytes = 399;
    EXPECT_EQ(seen(bytes, limits),
              "a.udmf 100\nb.udmf 100\nc.udmf (limit-arena-bytes)\nd.udmf (limit-arena-bytes)\n");
}

TEST(SevenZip, LinksAndNames) {
    SevenZipBlock block = solid();
    block.files[0].attributes = 0x8000u | 0120777u << 16;
    block.files[1].name = "x\\y.txt";
    block.files[2].name = "../c.wad";
    EXPECT_EQ(seen(SevenZipBuilder().block(block).build()),
              "x/y.txt 9999\narchive-link maps/a.wad\narchive-name x/y.txt\n"
              "archive-name-outside ../c.wad\n");
}

TEST(SevenZip, UnknownAndEncryptedBlocksAreNamed) {
    SevenZipBlock ppmd = solid();
    ppmd.coder = "\x03\x03\x04\x01";
    EXPECT_EQ(seen(SevenZipBuilder().block(ppmd).file("d.wad", wad()).build()).find("b.txt (arch"),
              0u);
    SevenZipBlock aes = solid();
    aes.coder = "\x04\x06\xF1\x07\x01";
    const std::string out = seen(SevenZipBuilder().block(aes).build());
    EXPECT_EQ(out,
              "b.txt (archive-encrypted)\nc.wad (archive-encrypted)\n"
              "maps/a.wad (archive-encrypted)\n");
}

// A block is read once, however many of its files are opened.
TEST(SevenZip, SolidBlockIsUnpackedOnce) {
    const auto reads_of = [](int count, const char* suffix) {
        SevenZipBlock block;
        for (int i = 0; i < count; ++i) {
            block.files.push_back({std::to_string(1000 + i) + suffix,
                                   WadBuilder().map("A", std::string(5000, ' ')).build(), 0});
        }
        auto faults = std::make_shared<Faults>();
        const std::string bytes = SevenZipBuilder().block(block).build();
        const std::string out = seen(bytes, {}, faults);
        EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), count);
        EXPECT_EQ(out.find('('), std::string::npos);
        return faults->reads;
    };
    for (const char* suffix : {".wad", ".zs"}) {
        const std::uint64_t few = reads_of(50, suffix);
        EXPECT_LE(reads_of(400, suffix), few * 9) << suffix;
    }
}

// Files that are not kept are unpacked again and again, with all that stands before them.
TEST(SevenZip, ARC_08_FilesOfASolidBlockThatAreNotKeptAreCharged) {
    SevenZipBlock block;
    for (const char* name : {"a", "b", "c"}) {
        block.files.push_back({name, std::string(200'000, 'x'), 0});
    }
    const std::string bytes = SevenZipBuilder().block(block).build();
    EXPECT_EQ(seen(bytes), "a 65536\nb 65536\nc 65536\n");
    Limits limits;
    limits.inflated_bytes = 1'100'000;  // 200,000 and 400,000, and not 600,000 more
    EXPECT_EQ(seen(bytes, limits), "a 65536\nb 65536\nc (limit-inflated-bytes)\n");
    // Small ones that memory may not hold are unpacked each for itself, too.
    limits = {};
    limits.arena_bytes = 9'998;
    EXPECT_EQ(seen(SevenZipBuilder().block(solid()).build(), limits).find("b.txt 9999\n"), 0u);
}

TEST(SevenZip, SolidBlockMeetsTheLimits) {
    const std::string bytes = SevenZipBuilder().block(solid()).build();
    Limits limits;
    limits.inflated_bytes = 9999;
    EXPECT_NE(seen(bytes, limits).find("c.wad (limit-inflated-bytes)"), std::string::npos);
    limits = {};
    limits.arena_bytes = 2 * wad().size();
    EXPECT_EQ(seen(bytes, limits).find("(limit"), std::string::npos);
    limits.arena_bytes -= 1;
    EXPECT_NE(seen(bytes, limits).find("c.wad (limit-arena-bytes)"), std::string::npos);
}

// A dictionary of 4 GB for a file of a few bytes takes no more than those.
TEST(SevenZip, ARC_08_DictionariesAreBounded) {
    SevenZipBlock lzma = {{{"a.wad", wad(), 0}}};
    lzma.coder = std::string("\x23\x03\x01\x01\x05\x5D\xFF\xFF\xFF\xFF", 10);
    Limits limits;
    limits.arena_bytes = 1 << 20;
    // What is no LZMA unpacks to nothing of use.
    EXPECT_EQ(seen(SevenZipBuilder().block(lzma).build(), limits).find("(limit"),
              std::string::npos);
    lzma.more = 1ull << 40;
    EXPECT_EQ(seen(SevenZipBuilder().block(lzma).build(), limits), "a.wad (limit-arena-bytes)\n");
}

TEST(SevenZip, BlocksThatClaimMoreThanTheyHave) {
    SevenZipBlock block = solid();
    block.more = 1 << 20;
    // The last file of a block has what the others leave of it: it comes short.
    const std::string out = seen(SevenZipBuilder().block(block).build());
    EXPECT_NE(out.find("maps/a.wad " + std::to_string(wad().size())), std::string::npos);
    EXPECT_EQ(out.find("archive-entry"), std::string::npos);
}

TEST(SevenZip, LimitOfEntries) {
    const std::string bytes = SevenZipBuilder().block(solid()).build();
    Limits limits;
    limits.archive_entries = 3;
    EXPECT_EQ(seen(bytes, limits).find("refused"), std::string::npos);
    limits.archive_entries = 2;
    EXPECT_EQ(seen(bytes, limits), "refused: limit-archive-entries");
}

// Headers that claim any number of anything: nothing is taken for what is not there.
TEST(SevenZip, ARC_13_HugeCounts) {
    const SevenZipBuilder builder = SevenZipBuilder().block(solid());
    const std::string header = builder.header();
    for (std::size_t at = header.find('\xFF'); at != std::string::npos;
         at = header.find('\xFF', at + 9)) {
        for (const std::uint64_t count : {~0ull, 1ull << 62, 1ull << 32, 1000ull}) {
            std::string bad = header;
            bad.replace(at, 9, seven_zip_number(count));
            const std::string out = seen(builder.build(bad));
            EXPECT_EQ(out.find("out-of-memory"), std::string::npos) << at;
        }
    }
}

TEST(SevenZip, ARC_13_CutsAndFlips) {
    const SevenZipBuilder builder = SevenZipBuilder().block(solid()).file("d", "4");
    const std::string header = builder.header();
    // Nothing stands after the files but the mark of the end.
    for (std::size_t i = 0; i + 1 < header.size(); ++i) {
        EXPECT_EQ(seen(builder.build(header.substr(0, i))).find(i == 0 ? "" : "refused"), 0u) << i;
        for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
            std::string bad = header;
            bad[i] = static_cast<char>(bad[i] ^ flip);
            seen(builder.build(bad));
        }
    }
    const std::string good = builder.build();
    for (std::size_t size = 0; size < good.size(); size += 3) {
        EXPECT_EQ(seen(good.substr(0, size)), "refused: archive-unreadable") << size;
    }
    // The header's own checksum.
    std::string bad = good;
    bad[28] = static_cast<char>(bad[28] ^ 1);
    EXPECT_EQ(seen(bad), "refused: archive-unreadable");
}

TEST(SevenZip, IO_01_ShortReads) {
    const std::string good = SevenZipBuilder().block(solid()).build();
    auto slow = std::make_shared<Faults>();
    slow->most = 7;
    EXPECT_EQ(seen(good, {}, slow), seen(good));
    for (std::uint64_t k = 0; k < 8; ++k) {
        auto faults = std::make_shared<Faults>();
        faults->fail_from = k;
        seen(good, {}, faults);
    }
}

/// An archive whose header is packed as a block of its own, as 7-Zip does it.
struct PackedHeader {
    std::string inner;
    std::string coder = std::string("\x01\x01\x00", 3);  ///< number of coders and the coder: copy
    std::uint64_t more = 0;                              ///< bytes that it claims too much
    std::int64_t crc = -1;                               ///< -1: the true one
    std::uint64_t place = 0;                             ///< of the packed bytes

    std::string header() const {
        const auto n = seven_zip_number;
        std::string sum;
        testing_support::put_u32(
            sum, crc < 0 ? testing_support::crc32_of(inner) : static_cast<std::uint32_t>(crc));
        return std::string("\x17\x06") + n(place) + n(1) + "\x09" + n(inner.size()) +
               std::string("\0\x07\x0B\x01\0", 5) + coder + "\x0C" + n(inner.size() + more) +
               "\x0A\x01" + sum + std::string("\0\0", 2);
    }
    /// `files` with the packed header after them.
    std::string build(SevenZipBuilder files) const {
        return files.file("header", inner).build(header());
    }
};

TEST(SevenZip, PackedHeaders) {
    const SevenZipBuilder files = SevenZipBuilder().file("a", "1").file("b", "22");
    PackedHeader packed{files.header()};
    packed.place = 3;
    EXPECT_EQ(seen(packed.build(files)), "a 1\nb 2\n");
    packed.crc = 1;
    EXPECT_EQ(seen(packed.build(files)), "refused: archive-unreadable");
    packed.crc = -1;
    packed.more = 1;
    EXPECT_EQ(seen(packed.build(files)), "refused: archive-unreadable") << "comes short";
    packed.more = 1ull << 40;
    EXPECT_EQ(seen(packed.build(files)), "refused: limit-inflation-ratio");
    packed = {""};
    EXPECT_EQ(seen(packed.build(files)), "refused: archive-unreadable") << "nothing in it";
}

// What is packed four times leads nowhere.
TEST(SevenZip, HeadersThatArePackedInOneAnother) {
    SevenZipBuilder files = SevenZipBuilder().file("a", "1");
    std::string inner = files.header();
    std::uint64_t place = 1;
    for (int depth = 1; depth <= 5; ++depth) {
        PackedHeader packed{inner};
        packed.place = place;
        EXPECT_EQ(seen(packed.build(files)), depth < 4 ? "a 1\n" : "refused: archive-unreadable")
            << depth;
        files.file("header", inner);
        place += inner.size();
        inner = packed.header();
    }
}

TEST(SevenZip, PackedHeadersMeetTheLimits) {
    const SevenZipBuilder files = SevenZipBuilder().file("a", "1");
    PackedHeader packed{files.header()};
    packed.place = 1;
    const std::uint64_t outer = packed.header().size();
    Limits limits;
    limits.inflated_bytes = outer + packed.inner.size();
    EXPECT_EQ(seen(packed.build(files), limits), "a 1\n");
    limits.inflated_bytes -= 1;
    EXPECT_EQ(seen(packed.build(files), limits), "refused: limit-inflated-bytes");
    limits.inflated_bytes = outer - 1;
    EXPECT_EQ(seen(packed.build(files), limits), "refused: limit-inflated-bytes");
    limits = {};
    limits.arena_bytes = packed.inner.size();
    EXPECT_EQ(seen(packed.build(files), limits).find("refused"), std::string::npos);
    limits.arena_bytes -= 1;
    EXPECT_EQ(seen(packed.build(files), limits), "refused: limit-arena-bytes");
    // LZMA2: what unpacks takes more than what comes out.
    packed.coder = std::string("\x01\x21\x21\x01\x28", 5);
    limits.arena_bytes += 1;
    EXPECT_EQ(seen(packed.build(files), limits), "refused: limit-arena-bytes");
}

TEST(SevenZip, PackedHeadersThatCannotBeRead) {
    const SevenZipBuilder files = SevenZipBuilder().file("a", "1");
    const std::pair<std::string, const char*> kCoders[] = {
        {std::string("\x01\x04\x06\xF1\x07\x01", 6), "refused: archive-encrypted"},
        {std::string("\x01\x03\x03\x04\x01", 5), "refused: archive-unreadable"},
        {std::string("\x01\x21\x21\x01\x10", 5), "refused: archive-unreadable"},
        // Two outputs, of which one goes back in.
        {std::string("\x01\x11\x00\x02\x02\x00\x01", 7), "refused: archive-unreadable"}};
    for (const auto& [coder, what] : kCoders) {
        PackedHeader packed{files.header()};
        packed.place = 1;
        packed.coder = coder;
        EXPECT_EQ(seen(packed.build(files)), what);
    }
}

// UTF-16 to UTF-8; half a pair becomes U+FFFD.
TEST(SevenZip, NamesOfEveryLength) {
    const SevenZipBuilder builder = SevenZipBuilder().file("12345", "x").file("dir/", "y");
    std::string header = builder.header();
    const std::size_t at = header.find(std::string("1\0002\0003\0", 6));
    ASSERT_NE(at, std::string::npos);
    const auto named = [&](std::vector<std::uint16_t> units) {
        for (std::size_t i = 0; i < 5; ++i) {
            header[at + 2 * i] = static_cast<char>(units[i] & 0xFF);
            header[at + 2 * i + 1] = static_cast<char>(units[i] >> 8);
        }
        return seen(builder.build(header));
    };
    EXPECT_EQ(named({'a', 0xE9, 0x20AC, 0xD83D, 0xDE00}),
              "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 1\n");
    EXPECT_EQ(named({0xDBFF, 0xDFFF, 0xFFFD, 0x7FF, 0x800}),
              "\xF4\x8F\xBF\xBF\xEF\xBF\xBD\xDF\xBF\xE0\xA0\x80 1\n");
    constexpr std::uint16_t kHalves[] = {0xD800, 0xDBFF, 0xDC00, 0xDFFF};
    for (const std::uint16_t unit : kHalves) {
        EXPECT_EQ(named({unit, 'b', 'c', 'd', unit}),
                  "\xEF\xBF\xBD"
                  "bcd\xEF\xBF\xBD 1\n")
            << unit;
    }
    EXPECT_EQ(named({0xD800, 0xE000, 0xD800, 0xD800, 0xDC00}),
              "\xEF\xBF\xBD\xEE\x80\x80\xEF\xBF\xBD\xF0\x90\x80\x80 1\n");
}

}  // namespace seven_zip_test
