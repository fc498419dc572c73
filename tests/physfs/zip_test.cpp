// The directory of a ZIP: every file that can be read is read, whatever the others are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "support/container_tools.hpp"
#include "support/fake_file.hpp"
#include "support/zip_builder.hpp"

namespace zip_test {

using namespace flatline::engine;
using testing_support::container_lines;
using testing_support::FakeFile;
using testing_support::Faults;
using testing_support::HeldContainer;
using testing_support::put_u32;
using testing_support::ZipBuilder;
using testing_support::ZipEntry;

// The content of each file, and the findings; or why there is no archive.
std::string seen(const std::string& bytes, const Limits& limits = {},
                 std::shared_ptr<Faults> faults = nullptr) {
    Finding problem = {};
    const HeldContainer zip(physfs::open_zip(std::make_unique<FakeFile>(bytes, std::move(faults)),
                                             limits, {}, problem));
    return container_lines(zip, problem, [](const std::string& content) { return content; });
}

ZipEntry entry_of(std::string name, std::string data) {
    ZipEntry entry;
    entry.name = std::move(name);
    entry.data = std::move(data);
    return entry;
}

constexpr const char* kAbc = "a 1\nb 22\nc 333\n";
std::string abc() { return ZipBuilder().file("a", "1").file("b", "22").file("c", "333").build(); }

TEST(Zip, StoredFiles) { EXPECT_EQ(seen(abc()), kAbc); }

TEST(Zip, EmptyArchiveIsSound) { EXPECT_EQ(seen(ZipBuilder().build()), ""); }

TEST(Zip, BytesBehindTheEndRecord) {
    EXPECT_EQ(seen(abc() + "behind"), kAbc);
    EXPECT_EQ(seen(abc() + std::string(500000, 'x')), kAbc);
    EXPECT_EQ(seen(abc() + std::string(2 << 20, 'x')), "refused: archive-unreadable");
}

TEST(Zip, Comments) {
    std::string with_comment = abc();
    with_comment[with_comment.size() - 2] = 7;
    EXPECT_EQ(seen(with_comment + "comment"), kAbc);
    // A comment that holds what looks like an end record.
    std::string fake(22, '\xFF');
    fake.replace(0, 4, "PK\5\6");
    with_comment[with_comment.size() - 2] = 22;
    EXPECT_EQ(seen(with_comment + fake), kAbc);
    ZipEntry commented = entry_of("a", "1");
    commented.comment = "about a";
    EXPECT_EQ(seen(ZipBuilder().add(commented).file("b", "2").build()), "a 1\nb 2\n");
}

TEST(Zip, Prefixes) {
    EXPECT_EQ(seen("MZ and a program that unpacks it" + abc()), kAbc);
    EXPECT_EQ(seen("PK\3\4" + abc()), kAbc);
    // Places that count from the beginning of the file, as some tools write them.
    const std::string program = "MZ program";
    ZipEntry moved = entry_of("a", "1");
    moved.place = static_cast<std::int64_t>(program.size());
    std::string zip = program + ZipBuilder().add(moved).build();
    std::string begin;
    put_u32(begin, static_cast<std::uint32_t>(zip.find("PK\x01\x02")));
    zip.replace(zip.size() - 6, 4, begin);
    EXPECT_EQ(seen(zip), "a 1\n");
}

TEST(Zip, DataDescriptors) {
    ZipEntry a = entry_of("a", "1");
    a.flags = 8;
    EXPECT_EQ(seen(ZipBuilder().add(a).file("b", "2").build()), "a 1\nb 2\n");
}

TEST(Zip, Zip64) {
    ZipEntry a = entry_of("a", "1");
    a.is_64 = true;
    const std::string whole = ZipBuilder().add(a).file("b", "2").build();
    EXPECT_EQ(seen(whole), "a 1\nb 2\n");
    // The end record of 64 bits, in front of the other and its locator.
    const std::size_t begin = whole.find("PK\x01\x02");
    const std::size_t end = whole.rfind("PK\x05\x06");
    const auto with_end64 = [&](std::uint32_t entries, std::uint32_t record_at,
                                std::size_t between = 0) {
        std::string out = whole.substr(0, end);
        put_u32(out, 0x06064B50);
        put_u32(out, 44);
        out.append(4 + 4 + 8, '\0');
        for (const std::size_t value :
             {std::size_t{entries}, std::size_t{entries}, end - begin, begin}) {
            put_u32(out, static_cast<std::uint32_t>(value));
            put_u32(out, 0);
        }
        out.append(between, '\0');
        put_u32(out, 0x07064B50);
        for (const std::uint32_t value : {0u, record_at, 0u, 1u}) put_u32(out, value);
        return out + whole.substr(end);
    };
    EXPECT_EQ(seen(with_end64(2, static_cast<std::uint32_t>(end))), "a 1\nb 2\n");
    EXPECT_EQ(seen(with_end64(2, static_cast<std::uint32_t>(end), 20)), "a 1\nb 2\n");
    EXPECT_EQ(seen(with_end64(2, 5)), "a 1\nb 2\n");  // found before its locator
    EXPECT_EQ(seen(with_end64(3, 5)), "a 1\nb 2\narchive-directory \n");
}

TEST(Zip, LinksAreLeftOut) {
    ZipEntry link = entry_of("maps/l.wad", "a.wad");
    link.attributes = 0120777u << 16;
    EXPECT_EQ(seen(ZipBuilder().file("maps/a.wad", "1").add(link).build()),
              "maps/a.wad 1\narchive-link maps/l.wad\n");
    // MS-DOS has no links, whatever the upper half is.
    link.made_by = 0;
    EXPECT_EQ(seen(ZipBuilder().add(link).build()), "maps/l.wad a.wad\n");
}

TEST(Zip, RecordsBehindTheDirectory) {
    const std::string plain = ZipBuilder().file("a", "1").build();
    const std::string local = plain.substr(0, plain.find("PK\x01\x02"));
    ZipEntry a = entry_of("a", "");
    a.crc = testing_support::crc32_of("1");
    a.place = static_cast<std::int64_t>(ZipBuilder().add(a).build().size());
    for (const std::int64_t packed : {1ll, 2ll, 0xFFFFFFFEll}) {
        a.packed = packed;
        EXPECT_EQ(seen(ZipBuilder().add(a).build() + local),
                  packed == 1 ? "a 1\n" : "archive-entry a\n")
            << packed;
    }
}

TEST(Zip, AnEntryOfBadPlaceCostsNoOther) {
    for (const std::int64_t place : {0x7FFFFFFFll, 3ll, 0xFFFFFFFEll, 90ll}) {
        ZipEntry bad = entry_of("bad", "x");
        bad.place = place;
        EXPECT_EQ(seen(ZipBuilder().file("a", "1").add(bad).file("c", "333").build()),
                  "a 1\nc 333\narchive-entry bad\n")
            << place;
    }
    // The place of another: only one of them is its own.
    ZipEntry bad = entry_of("bad", "x");
    bad.place = 0;
    EXPECT_EQ(seen(ZipBuilder().file("a", "1").add(bad).build()), "a 1\narchive-overlap bad\n");
}

TEST(Zip, AnEntryOfBadSizeCostsNoOther) {
    for (const std::int64_t packed : {100000ll, 0xFFFFFFFEll}) {
        ZipEntry bad = entry_of("b", "x");
        bad.packed = packed;
        EXPECT_EQ(seen(ZipBuilder().file("a", "1").add(bad).file("c", "333").build()),
                  "a 1\nc 333\narchive-entry b\n");
    }
    // Over the beginning of the next.
    ZipEntry bad = entry_of("b", "x");
    bad.packed = 10;
    EXPECT_EQ(seen(ZipBuilder().file("a", "1").add(bad).file("c", "333").build()),
              "a 1\nc 333\narchive-overlap b\n");
}

TEST(Zip, ADamagedEntryOfTheDirectoryCostsNoOther) {
    std::string bad = abc();
    const std::size_t second = bad.find("PK\x01\x02", bad.find("PK\x01\x02") + 4);
    bad.replace(second, 4, "oops");
    EXPECT_EQ(seen(bad), "a 1\nc 333\narchive-directory \n");
    std::string more = abc();
    more[more.size() - 12] = 4;  // one entry more than there is
    EXPECT_EQ(seen(more), std::string(kAbc) + "archive-directory \n");
}

TEST(Zip, DuplicatesTheLastCounts) {
    EXPECT_EQ(seen(ZipBuilder().file("a", "1").file("b", "2").file("a", "3").build()),
              "a 3\nb 2\narchive-duplicate a\n");
}

TEST(Zip, Names) {
    EXPECT_EQ(seen(ZipBuilder().file("maps\\a.wad", "1").build()),
              "maps/a.wad 1\narchive-name maps/a.wad\n");
    EXPECT_EQ(seen(ZipBuilder().file("./a//b", "1").file("/c", "2").build()),
              "a/b 1\nc 2\narchive-name a/b\narchive-name c\n");
    EXPECT_EQ(seen(ZipBuilder().file("../a", "1").file("b/..\\c", "2").file("d", "4").build()),
              "d 4\narchive-name-outside ../a\narchive-name-outside b/..\\c\n");
    EXPECT_EQ(seen(ZipBuilder().file("a/", "").file("a\\", "").file("", "").build()), "");
    EXPECT_EQ(seen(ZipBuilder().file(std::string("a\0b", 3), "1").build()),
              std::string("archive-name-outside a\0b\n", 25));
}

TEST(Zip, DeepNamesAreNamesLikeOthers) {
    std::string deep;
    for (int i = 0; i < 5000; ++i) deep += "d/";
    EXPECT_EQ(seen(ZipBuilder().file(deep + "x", "1").build()), deep + "x 1\n");
    EXPECT_EQ(seen(ZipBuilder().file(std::string(65535, '/'), "").build()), "");
}

TEST(Zip, EncryptedAndUnknownMethodsAreNamed) {
    ZipEntry secret = entry_of("a", "x");
    secret.flags = 1;
    ZipEntry aes = entry_of("b", "x");
    aes.method = 99;
    ZipEntry lzma = entry_of("c", "x");
    lzma.method = 14;
    EXPECT_EQ(seen(ZipBuilder().add(secret).add(aes).add(lzma).file("d", "4").build()),
              "a (archive-encrypted)\nb (archive-encrypted)\nc (archive-method)\nd 4\n");
}

// ARC-09: 1,000 entries that share one record of a megabyte took 8 s.
TEST(Zip, ARC_09_SharedRecordsAreRefused) {
    ZipBuilder zip;
    zip.file("0000", std::string(1 << 20, 'x'));
    for (int i = 1; i < 1000; ++i) {
        ZipEntry shared = entry_of(std::to_string(1000 + i), "");
        shared.packed = shared.size = 1 << 20;
        shared.crc = 1;
        shared.shares = 0;
        zip.add(shared);
    }
    auto faults = std::make_shared<Faults>();
    const std::string out = seen(zip.build(), {}, faults);
    EXPECT_EQ(out.substr(0, 6), "0000 x");
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 1000);
    EXPECT_NE(out.find("archive-overlap 1999\n"), std::string::npos);
    EXPECT_LT(faults->reads, 100u);
}

// ARC-09: records packed into one another, each with a name of its own.
TEST(Zip, ARC_09_QuotedRecordsAreRefused) {
    const std::string inner = ZipBuilder().file("b", "22").build();
    const std::string local = inner.substr(0, inner.find("PK\x01\x02"));
    ZipEntry outer = entry_of("a", local);
    ZipEntry quoted = entry_of("b", "22");
    quoted.place = 31;  // after the local record of "a"
    EXPECT_EQ(seen(ZipBuilder().add(outer).add(quoted).build()), "b 22\narchive-overlap a\n");
}

TEST(Zip, RecordsThatLieInTheDirectory) {
    ZipEntry inside = entry_of("a", "1");
    const std::string plain = ZipBuilder().add(inside).build();
    inside.packed = static_cast<std::int64_t>(plain.find("PK\x01\x02") + 10);
    EXPECT_EQ(seen(ZipBuilder().add(inside).build()), "archive-entry a\n");
}

// ARC-14: 70,000 entries took 23 s. Reads are counted, not seconds: PhysFS's tables of 64 rows were
// searched once an entry.
TEST(Zip, ARC_14_WorkIsLinearInEntries) {
    const auto reads_of = [](int count) {
        ZipBuilder zip;
        for (int i = 0; i < count; ++i) zip.file("maps/" + std::to_string(i) + ".txt", "");
        auto faults = std::make_shared<Faults>();
        Finding problem = {};
        const HeldContainer held(
            physfs::open_zip(std::make_unique<FakeFile>(zip.build(), faults), {}, {}, problem));
        EXPECT_NE(held, nullptr);
        EXPECT_EQ(held == nullptr ? 0 : held->entries().size(), static_cast<std::size_t>(count));
        return faults->reads;
    };
    const std::uint64_t few = reads_of(7000);
    const std::uint64_t many = reads_of(70000);
    EXPECT_LT(many, 3000u);
    EXPECT_LE(many, few * 12);
}

TEST(Zip, ARC_14_LimitOfEntries) {
    Limits limits;
    limits.archive_entries = 3;
    EXPECT_EQ(seen(abc(), limits), kAbc);
    limits.archive_entries = 2;
    EXPECT_EQ(seen(abc(), limits), "refused: limit-archive-entries");
}

TEST(Zip, ListingCountsTowardInflatedBytes) {
    Limits limits;
    limits.inflated_bytes = 10;
    EXPECT_EQ(seen(abc(), limits), "refused: limit-inflated-bytes");

    // First the directory, then what is read of local records, in the last place to tell whose a
    // record is that two entries share.
    ZipEntry shared = entry_of("b", "x");
    shared.place = 0;
    const std::string zip =
        ZipBuilder().file("a", std::string(5000, 'x')).add(shared).file("c", "333").build();
    const std::uint64_t directory_bytes = 3 * (46 + 1);
    const std::uint64_t begin = zip.size() - 22 - directory_bytes;
    const std::uint64_t last_record = begin - 30 - 1 - 3;
    const std::uint64_t steps[] = {directory_bytes, 4096, zip.size() - last_record, 4096};
    std::uint64_t all = 0;
    for (const std::uint64_t step : steps) {
        all += step;
        limits.inflated_bytes = all - 1;
        Finding problem = {};
        const HeldContainer none(
            physfs::open_zip(std::make_unique<FakeFile>(zip), limits, {}, problem));
        EXPECT_EQ(none, nullptr) << all;
        EXPECT_EQ(testing_support::rule_id(problem), "limit-inflated-bytes") << all;
        EXPECT_EQ(problem.a, static_cast<std::int64_t>(all));
        EXPECT_EQ(problem.b, static_cast<std::int64_t>(all) - 1);
    }
    limits.inflated_bytes = all;
    EXPECT_EQ(seen(zip, limits), "a " + std::string(5000, 'x') + "\nc 333\narchive-overlap b\n");
}

// ARC-13: any byte of the archive, and any end: never a crash, whatever the answer.
TEST(Zip, ARC_13_CutsAndFlips) {
    const std::string good = abc();
    EXPECT_EQ(seen(""), "refused: archive-unreadable");
    for (std::size_t size = 0; size < good.size(); ++size) {
        EXPECT_EQ(seen(good.substr(0, size)), "refused: archive-unreadable") << size;
    }
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const int flip : {0x01, 0x80, 0xFF}) {
            std::string bad = good;
            bad[i] = static_cast<char>(bad[i] ^ flip);
            seen(bad);
        }
    }
}

// IO-01: the file gives less than it says.
TEST(Zip, IO_01_ShortReads) {
    const std::string good = abc();
    for (std::uint64_t k = 0; k < 12; ++k) {
        auto faults = std::make_shared<Faults>();
        faults->fail_from = k;
        const std::string out = seen(good, {}, faults);
        EXPECT_TRUE(k > 6 || out != kAbc) << k;
    }
    auto faults = std::make_shared<Faults>();
    faults->most = 1;
    EXPECT_EQ(seen(good, {}, faults), kAbc);
}

// The directory and end records of 64 bits, cut and changed at every byte: no file of another place
// is taken for one of the archive.
TEST(Zip, Zip64CutsAndFlips) {
    ZipEntry a = entry_of("a", "1");
    a.is_64 = true;
    const std::string whole = ZipBuilder().add(a).file("b", "2").build();
    const std::size_t begin = whole.find("PK\x01\x02");
    const std::size_t end = whole.rfind("PK\x05\x06");
    std::string bytes = whole.substr(0, end);
    put_u32(bytes, 0x06064B50);
    put_u32(bytes, 44);
    bytes.append(4 + 4 + 8, '\0');
    for (const std::size_t value : {std::size_t{2}, std::size_t{2}, end - begin, begin}) {
        put_u32(bytes, static_cast<std::uint32_t>(value));
        put_u32(bytes, 0);
    }
    put_u32(bytes, 0x07064B50);
    for (const std::size_t value : {std::size_t{0}, end, std::size_t{0}, std::size_t{1}}) {
        put_u32(bytes, static_cast<std::uint32_t>(value));
    }
    bytes += whole.substr(end);
    ASSERT_EQ(seen(bytes), "a 1\nb 2\n");
    for (std::size_t i = begin; i < bytes.size(); ++i) {
        for (const int flip : {0x01, 0x80, 0xFF}) {
            std::string bad = bytes;
            bad[i] = static_cast<char>(bad[i] ^ flip);
            const std::string out = seen(bad);
            EXPECT_EQ(out.find("out-of-memory"), std::string::npos) << i;
        }
        // Without its beginning: the places count from the wrong byte.
        seen(bytes.substr(i));
        auto faults = std::make_shared<Faults>();
        faults->cut_at = i;
        EXPECT_NE(seen(bytes, {}, faults), "a 1\nb 2\n") << i;
    }
    for (std::uint64_t k = 0; k < 20; ++k) {
        auto faults = std::make_shared<Faults>();
        faults->fail_from = k;
        faults->fail_count = 1;
        EXPECT_EQ(seen(bytes, {}, faults).find("out-of-memory"), std::string::npos) << k;
    }
}

// Extra fields of every length, of which only that of 64 bits counts and only as far as it goes.
TEST(Zip, ExtraFields) {
    ZipEntry a = entry_of("a", "1");
    a.is_64 = true;
    const std::string whole = ZipBuilder().add(a).build();
    const std::size_t extra = whole.find("PK\x01\x02") + 46 + 1;
    ASSERT_EQ(whole.substr(extra, 4), std::string("\1\0\x18\0", 4));
    for (const int bytes : {0, 7, 8, 15, 16, 23, 25, 255}) {
        std::string bad = whole;
        bad[extra + 2] = static_cast<char>(bytes);
        EXPECT_EQ(seen(bad).find("a 1"), std::string::npos) << bytes;
    }
    std::string other = whole;
    other[extra] = 2;
    EXPECT_EQ(seen(other), "archive-entry a\n") << "the field of somebody else";
    // And after it one that is longer than what is left.
    other.insert(extra + 28, std::string("\1\0\xFF\0", 4));
    other[extra - 1 - 46 + 30] = 32;
    other[other.rfind("PK\x05\x06") + 12] = 46 + 1 + 32;
    EXPECT_EQ(seen(other), "archive-entry a\n");
}

// Two entries point to one record: it is that of the one whose name it says, in any order.
TEST(Zip, TheNameOfARecordTellsWhoseItIs) {
    for (const std::string& own : {std::string("b"), std::string("bb"), std::string("a")}) {
        ZipEntry first = entry_of("bb", "1");
        first.local_name = own;
        ZipEntry second = entry_of("b", "1");
        second.shares = 0;
        EXPECT_EQ(seen(ZipBuilder().add(first).add(second).build()),
                  own == "b"    ? "b 1\narchive-overlap bb\n"
                  : own == "bb" ? "bb 1\narchive-overlap b\n"
                                : "archive-overlap b\narchive-overlap bb\n")
            << own;
    }
    ZipEntry again = entry_of("a", "1");
    again.shares = 0;
    EXPECT_EQ(seen(ZipBuilder().file("a", "1").add(again).build()),
              "archive-overlap a\narchive-overlap a\n")
        << "it says both";
}

TEST(Zip, LengthsThatComeRound) {
    ZipEntry a = entry_of("a", "1");
    a.is_64 = true;
    std::string bytes = ZipBuilder().add(a).build();
    const std::size_t packed = bytes.find("PK\x01\x02") + 46 + 1 + 4 + 8;
    ASSERT_EQ(bytes[packed], 1);
    bytes.replace(packed, 8, std::string("\xF0\xFF\xFF\xFF\xFF\xFF\xFF\xFF"));
    EXPECT_EQ(seen(bytes), "archive-entry a\n");
}

TEST(Zip, FoldersWithBytesAreFiles) {
    ZipEntry folder = entry_of("d", "x");
    folder.made_by = 0;
    folder.attributes = 0x10;
    EXPECT_EQ(seen(ZipBuilder().add(folder).build()), "d x\n");
    folder.data = "";
    EXPECT_EQ(seen(ZipBuilder().add(folder).build()), "");
}

}  // namespace zip_test
