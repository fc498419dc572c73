#include "physfs/zip_guard.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/fake_file.hpp"
#include "support/zip_builder.hpp"

namespace {

using namespace flatline;
using physfs::zip_is_safe;
using testing_support::FakeFile;
using testing_support::put_u32;
using testing_support::ZipBuilder;

// "" for a ZIP that PhysFS may see, else the rule.
std::string verdict(const std::string& bytes, std::uint64_t most_entries = 100) {
    FakeFile file(bytes);
    Limits limits;
    limits.archive_entries = most_entries;
    Finding problem = {};
    std::vector<physfs::PackedFile> packed;
    if (zip_is_safe(file, limits, problem, packed)) return "";
    return std::string(rule_rows()[problem.rule].id);
}

std::string name_of_depth(int slashes, char slash = '/') {
    std::string name;
    for (int i = 0; i < slashes; ++i) name += std::string("a") + slash;
    return name + "x";
}

std::string small_zip() { return ZipBuilder().file("a/b.wad", "data").file("c", "").build(); }

TEST(ZipGuard, GoodArchives) {
    EXPECT_EQ(verdict(small_zip()), "");
    EXPECT_EQ(verdict(ZipBuilder().build()), "");
    EXPECT_EQ(verdict("something in front of it" + small_zip()), "");
    std::string with_comment = small_zip();
    with_comment[with_comment.size() - 2] = 7;
    EXPECT_EQ(verdict(with_comment + "comment"), "");
}

TEST(ZipGuard, ARC_14_Entries) {
    EXPECT_EQ(verdict(small_zip(), 2), "");
    EXPECT_EQ(verdict(small_zip(), 1), "limit-archive-entries");
}

TEST(ZipGuard, ARC_06_DeepNames) {
    EXPECT_EQ(verdict(ZipBuilder().file(name_of_depth(64), "").build()), "");
    EXPECT_EQ(verdict(ZipBuilder().file(name_of_depth(65), "").build()), "archive-unreadable");
    EXPECT_EQ(verdict(ZipBuilder().file(name_of_depth(65, '\\'), "").build()),
              "archive-unreadable");
    EXPECT_EQ(verdict(ZipBuilder().file(std::string(65535, '/'), "").build()),
              "archive-unreadable");
    EXPECT_EQ(verdict(ZipBuilder().file(std::string(65535, 'a'), "").build()), "");
    EXPECT_EQ(verdict(ZipBuilder().file("a", "").file(name_of_depth(999), "").build()),
              "archive-unreadable");
}

// ARC-13: end records that point anywhere.
TEST(ZipGuard, ARC_13_BrokenDirectories) {
    const std::string good = small_zip();
    EXPECT_EQ(verdict(""), "archive-unreadable");
    EXPECT_EQ(verdict("PK\3\4"), "archive-unreadable");
    for (std::size_t size = 0; size < good.size(); ++size) {
        EXPECT_EQ(verdict(good.substr(0, size)), "archive-unreadable") << size;
    }
    // Any byte of the directory or the end record: never a crash, whatever the answer.
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const int flip : {0x01, 0x80, 0xFF}) {
            std::string bad = good;
            bad[i] = static_cast<char>(bad[i] ^ flip);
            verdict(bad);
        }
    }
    std::string more = good;
    more[more.size() - 12] = 3;  // one entry more than there is
    EXPECT_EQ(verdict(more), "archive-unreadable");
}

std::string zip64(std::uint32_t entries, std::uint32_t size, std::uint32_t record_at,
                  const std::string& directory) {
    std::string out = directory;
    put_u32(out, 0x06064B50);
    put_u32(out, 44);
    out.append(4 + 4 + 8, '\0');
    for (const std::uint32_t value : {entries, 0u, entries, 0u, size, 0u, 0u, 0u}) {
        put_u32(out, value);
    }
    put_u32(out, 0x07064B50);
    for (const std::uint32_t value : {0u, record_at, 0u, 1u}) put_u32(out, value);
    put_u32(out, 0x06054B50);
    out.append(4, '\0');
    put_u32(out, 0xFFFFFFFF);
    put_u32(out, 0xFFFFFFFF);
    put_u32(out, 0xFFFFFFFF);
    return out.append(2, '\0');
}

TEST(ZipGuard, ARC_13_Zip64) {
    const std::string whole = small_zip();
    const std::size_t at = whole.find("PK\x01\x02");
    const std::string directory = whole.substr(at, whole.rfind("PK\x05\x06") - at);
    const auto size = static_cast<std::uint32_t>(directory.size());
    EXPECT_EQ(verdict(zip64(2, size, size, directory)), "");
    EXPECT_EQ(verdict(zip64(2, size, 5, directory)), "");  // found before its locator
    EXPECT_EQ(verdict(zip64(101, size, size, directory)), "limit-archive-entries");
    EXPECT_EQ(verdict(zip64(3, size, size, directory)), "archive-unreadable");
    EXPECT_EQ(verdict(zip64(2, size + 1, size, directory)), "archive-unreadable");
    EXPECT_EQ(verdict(zip64(0xFFFFFFFF, size, size, directory)), "limit-archive-entries");
}

// IO-01: the file gives less than it says.
TEST(ZipGuard, IO_01_ShortReads) {
    const std::string good = small_zip();
    for (const std::uint64_t cut : {std::uint64_t{0}, std::uint64_t{10}, good.size() - 1}) {
        auto faults = std::make_shared<testing_support::Faults>();
        faults->cut_at = cut;
        FakeFile file(good, faults);
        Finding problem = {};
        std::vector<physfs::PackedFile> packed;
        EXPECT_FALSE(zip_is_safe(file, {}, problem, packed));
    }
    auto faults = std::make_shared<testing_support::Faults>();
    faults->most = 1;
    FakeFile slow(good, faults);
    Finding problem = {};
    std::vector<physfs::PackedFile> packed;
    EXPECT_TRUE(zip_is_safe(slow, {}, problem, packed));
}

TEST(ZipGuard, ManyEntriesAreWalkedInWindows) {
    ZipBuilder zip;
    for (int i = 0; i < 5000; ++i) zip.file(std::to_string(i) + std::string(200, 'n'), "");
    auto faults = std::make_shared<testing_support::Faults>();
    FakeFile file(zip.build(), faults);
    Limits limits;
    Finding problem = {};
    std::vector<physfs::PackedFile> packed;
    EXPECT_TRUE(zip_is_safe(file, limits, problem, packed));
    EXPECT_LT(faults->reads, 100u);
}

}  // namespace
