#include "archive/wad.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace {

using namespace flatline::engine;
using namespace flatline::engine::archive;
using testing_support::FakeFile;
using testing_support::WadBuilder;

constexpr std::uint64_t kMost = 131072;

struct Parsed {
    bool ok = false;
    Wad wad{MemoryHooks{}};
    Finding problem = {};
    Rule rule() const { return static_cast<Rule>(problem.rule); }
};

Parsed parse(const std::string& bytes, std::uint64_t most = kMost) {
    FakeFile file(bytes);
    Parsed parsed;
    parsed.ok = read_wad(file, file.size(), most, parsed.wad, parsed.problem);
    return parsed;
}

std::string overlapping(const Wad& wad) {
    std::string names;
    for (const WadLump& lump : wad.lumps) {
        if (lump.overlaps) names += std::string(lump.name()) + " ";
    }
    return names;
}

TEST(Wad, ReadsTheDirectory) {
    const Parsed p = parse(WadBuilder().lump("MAP01").lump("TEXTMAP", "abc").build("IWAD"));
    ASSERT_TRUE(p.ok);
    ASSERT_EQ(p.wad.lumps.size(), 2u);
    EXPECT_EQ(p.wad.lumps[1].name(), "TEXTMAP");
    EXPECT_EQ(p.wad.lumps[1].offset, 12u);
    EXPECT_EQ(p.wad.lumps[1].size, 3u);
    EXPECT_TRUE(p.wad.lumps[1].readable);
    EXPECT_EQ(p.wad.directory, 15u);
    EXPECT_EQ(p.wad.entry_offset(1), 31u);
    EXPECT_EQ(overlapping(p.wad), "");
}

TEST(Wad, DirectoryMayStandFirst) {
    std::string bytes = "PWAD";
    testing_support::put_u32(bytes, 1);
    testing_support::put_u32(bytes, 12);
    testing_support::put_u32(bytes, 28);
    testing_support::put_u32(bytes, 3);
    bytes += std::string("LUMP\0\0\0\0", 8) + "abc";
    const Parsed p = parse(bytes);
    ASSERT_TRUE(p.ok);
    EXPECT_TRUE(p.wad.lumps[0].readable);
    EXPECT_EQ(overlapping(p.wad), "");
}

TEST(Wad, HeaderProblems) {
    EXPECT_EQ(parse("").rule(), Rule::wad_header);
    const Parsed tiny = parse("PWAD");
    EXPECT_EQ(tiny.rule(), Rule::wad_header);
    EXPECT_EQ(tiny.problem.a, 4);
    EXPECT_EQ(tiny.problem.b, 12);
    EXPECT_EQ(parse(WadBuilder().lump("A").build("WAD2")).rule(), Rule::wad_magic);
    EXPECT_EQ(parse(WadBuilder().lump("A").build("pwad")).rule(), Rule::wad_magic);
    EXPECT_TRUE(parse(WadBuilder().build()).ok);
}

// ARC-01: refused before a byte is allocated for the directory.
TEST(Wad, ARC_01_CountsThatDoNotFit) {
    const WadBuilder builder = WadBuilder().lump("A", "data");
    for (const std::uint32_t count : {0x7FFFFFFFu, 0xFFFFFFFFu, 0x80000000u, 0x10000001u, 2u}) {
        const Parsed p = parse(builder.build("PWAD", count, builder.directory()));
        EXPECT_FALSE(p.ok) << count;
        EXPECT_EQ(p.rule(), Rule::wad_directory_range) << count;
        EXPECT_EQ(p.problem.a, std::int64_t{count});
        EXPECT_TRUE(p.wad.lumps.empty());
    }
    for (const std::uint32_t offset : {0x7FFFFFFFu, 0xFFFFFFF0u, builder.directory() + 1}) {
        EXPECT_EQ(parse(builder.build("PWAD", 1, offset)).rule(), Rule::wad_directory_range);
    }
    // No lumps: the directory may be at the very end, and not after it.
    EXPECT_TRUE(parse(builder.build("PWAD", 0, 0)).ok);
    EXPECT_TRUE(parse(builder.build("PWAD", 0, builder.directory() + 16)).ok);
    EXPECT_FALSE(parse(builder.build("PWAD", 0, builder.directory() + 17)).ok);
}

// ARC-02: the sums are made in 64 bits.
TEST(Wad, ARC_02_LumpsOutsideTheFile) {
    const Parsed p = parse(WadBuilder()
                               .lump("GOOD", "data")
                               .entry("PAST", 12, 1000)
                               .entry("NEGOFF", 0xFFFFFFF0u, 4)
                               .entry("WRAP", 0xFFFFFFF0u, 0x20)
                               .entry("NEGSIZE", 12, 0xFFFFFFFFu)
                               .entry("HUGE", 0x7FFFFFFFu, 0x7FFFFFFFu)
                               .entry("LAST", 12 + 4 + 9 * 16 - 1, 1)
                               .entry("BEHIND", 12 + 4 + 9 * 16, 1)
                               .entry("ONEMORE", 12 + 4 + 9 * 16 - 1, 2)
                               .build());
    ASSERT_TRUE(p.ok);
    std::string readable;
    for (const WadLump& lump : p.wad.lumps) {
        if (lump.readable) readable += std::string(lump.name()) + " ";
    }
    EXPECT_EQ(readable, "GOOD LAST ");
}

/// A file of which a few bytes are not 0.
class SparseFile final : public flatline::engine::File {
public:
    SparseFile(std::uint64_t size, std::uint64_t place, std::string bytes)
        : size_(size), place_(place), bytes_(std::move(bytes)) {}
    std::uint64_t size() const noexcept override { return size_; }
    std::uint64_t read_at(std::uint64_t offset, void* out, std::uint64_t size) noexcept override {
        auto* to = static_cast<char*>(out);
        for (std::uint64_t i = 0; i < size; ++i) {
            const std::uint64_t at = offset + i;
            to[i] = at >= place_ && at - place_ < bytes_.size() ? bytes_[at - place_] : '\0';
            if (at < 12) to[i] = header_[at];
        }
        return size;
    }
    void set_header(const std::string& header) { header_ = header; }

private:
    std::uint64_t size_;
    std::uint64_t place_;
    std::string bytes_;
    std::string header_ = std::string(12, '\0');
};

// The numbers of the format are signed, and so were files of 2 GB the largest.
TEST(Wad, PlacesAndSizesAbove2GiBAreUnsigned) {
    constexpr std::uint32_t kDirectory = 3u << 30;
    using testing_support::put_u32;
    std::string directory;
    const auto entry = [&](std::uint32_t offset, std::uint32_t size, const char* name) {
        put_u32(directory, offset);
        put_u32(directory, size);
        directory += std::string(name).append(8 - std::string(name).size(), '\0');
    };
    entry(0x90000000u, 100, "FAR");
    entry(12, 0x8FFFFFF0u, "LONG");
    entry(0xC0000100u, 100, "OUT");
    SparseFile file(kDirectory + directory.size(), kDirectory, directory);
    std::string header = "PWAD";
    put_u32(header, 3);
    put_u32(header, kDirectory);
    file.set_header(header);
    Wad wad{MemoryHooks{}};
    Finding problem = {};
    ASSERT_TRUE(read_wad(file, file.size(), 100, wad, problem));
    EXPECT_TRUE(wad.lumps[0].readable);
    EXPECT_TRUE(wad.lumps[1].readable);
    EXPECT_FALSE(wad.lumps[2].readable);

    header.replace(4, 4, "\xFF\xFF\xFF\xFF");
    file.set_header(header);
    EXPECT_FALSE(read_wad(file, file.size(), 100, wad, problem));
    char sentence[200];
    const std::size_t size = flatline::engine::describe(problem, {}, sentence, sizeof sentence);
    EXPECT_NE(std::string(sentence, size).find("4294967295 lumps at byte 3221225472"),
              std::string::npos)
        << std::string(sentence, size);
}

TEST(Wad, MarkersHaveNoPlace) {
    const Parsed p = parse(
        WadBuilder().entry("ZERO", 0, 0).entry("FAR", 0x7FFFFFFF, 0).entry("NEG", ~0u, 0).build());
    ASSERT_TRUE(p.ok);
    for (const WadLump& lump : p.wad.lumps) EXPECT_TRUE(lump.readable) << lump.name();
    EXPECT_EQ(overlapping(p.wad), "");
}

// ARC-05: names are bytes.
TEST(Wad, ARC_05_Names) {
    const Parsed p = parse(WadBuilder()
                               .lump("EIGHTLET")
                               .lump(std::string_view("GARB\0XYZ", 8))
                               .lump(std::string_view("\0JUNK", 5))
                               .lump("../../ev")
                               .lump("\x1B]0;\xFF\xFE\n")
                               .build());
    ASSERT_TRUE(p.ok);
    EXPECT_EQ(p.wad.lumps[0].name(), "EIGHTLET");
    EXPECT_EQ(p.wad.lumps[1].name(), "GARB");
    EXPECT_EQ(p.wad.lumps[2].name(), "");
    EXPECT_EQ(p.wad.lumps[3].name(), "../../ev");
    EXPECT_EQ(p.wad.lumps[4].name(), "\x1B]0;\xFF\xFE\n");
}

// ARC-03: legal to read, and reported once a lump.
TEST(Wad, ARC_03_Overlaps) {
    EXPECT_EQ(overlapping(parse(WadBuilder()
                                    .lump("A", "0123456789")
                                    .entry("INSIDE", 14, 2)
                                    .entry("TAIL", 20, 2)
                                    .lump("NEXT", "x")
                                    .build())
                              .wad),
              "INSIDE TAIL ");
    EXPECT_EQ(overlapping(parse(WadBuilder()
                                    .lump("SAME", "data")
                                    .entry("SAME2", 12, 4)
                                    .entry("SAME3", 12, 4)
                                    .build())
                              .wad),
              "SAME2 SAME3 ");
    EXPECT_EQ(overlapping(parse(WadBuilder().entry("HEADER", 4, 4).lump("A", "abc").build()).wad),
              "HEADER ");
    // Its last byte, and the first one after it.
    EXPECT_EQ(overlapping(parse(WadBuilder().lump("A", "abc").entry("LAST", 11, 1).build()).wad),
              "LAST ");
    EXPECT_EQ(overlapping(parse(WadBuilder().lump("A", "abc").build()).wad), "");
    const WadBuilder covers = WadBuilder().lump("A", "abcd").entry("ENTRY", 20, 2);
    EXPECT_EQ(overlapping(parse(covers.build()).wad), "ENTRY ");
    // From before the directory into it: the lump is named, the directory cannot be.
    EXPECT_EQ(overlapping(parse(WadBuilder().lump("A", "abcd").entry("INTO", 14, 4).build()).wad),
              "INTO ");
    EXPECT_EQ(overlapping(parse(WadBuilder().lump("A", "abcd").entry("B", 16, 1).build()).wad),
              "B ");
    // A directory over the header hides no lump.
    EXPECT_EQ(overlapping(parse(WadBuilder().build("PWAD", 0, 4)).wad), "");
}

TEST(Wad, ManyLumps) {
    WadBuilder builder;
    for (int i = 0; i < 100000; ++i) builder.entry("L", 12, 1);
    const std::string bytes = builder.lump("DATA", "0").build();
    const Parsed p = parse(bytes);
    ASSERT_TRUE(p.ok);
    EXPECT_EQ(p.wad.lumps.size(), 100001u);
    // Each but the first shares its byte.
    EXPECT_EQ(std::count_if(p.wad.lumps.begin(), p.wad.lumps.end(),
                            [](const WadLump& lump) { return lump.overlaps; }),
              100000);
}

TEST(Wad, LimitOfEntries) {
    const std::string bytes = WadBuilder().lumps({"A", "B", "C"}).build();
    EXPECT_TRUE(parse(bytes, 3).ok);
    const Parsed over = parse(bytes, 2);
    EXPECT_FALSE(over.ok);
    EXPECT_EQ(over.rule(), Rule::limit_archive_entries);
    EXPECT_EQ(over.problem.a, 3);
    EXPECT_EQ(over.problem.b, 2);
}

// ARC-10, IO-01: the size says one thing, the bytes another.
TEST(Wad, ARC_10_FileShorterThanItSays) {
    const std::string bytes = WadBuilder().lump("A", "data").lump("B").build();
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
        auto faults = std::make_shared<testing_support::Faults>();
        faults->cut_at = cut;
        FakeFile file(bytes, faults);
        Wad wad{MemoryHooks{}};
        Finding problem = {};
        EXPECT_FALSE(read_wad(file, file.size(), kMost, wad, problem)) << cut;
        EXPECT_EQ(problem.rule, static_cast<std::uint16_t>(Rule::short_read)) << cut;
        EXPECT_EQ(problem.offset, cut < 12 ? cut : std::max<std::size_t>(cut, 16));
        EXPECT_TRUE(wad.lumps.empty());
    }
}

TEST(Wad, ReadsInAscendingOrder) {
    auto faults = std::make_shared<testing_support::Faults>();
    FakeFile file(WadBuilder().lump("A", "data").build(), faults);
    Wad wad{MemoryHooks{}};
    Finding problem = {};
    ASSERT_TRUE(read_wad(file, file.size(), kMost, wad, problem));
    EXPECT_EQ(faults->backward, 0u);
}

}  // namespace
