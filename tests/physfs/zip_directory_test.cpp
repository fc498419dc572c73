// Where the directory of a ZIP lies, to the byte, and the bounds of an entry in it.
#include "physfs/zip_directory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "support/fake_file.hpp"
#include "support/wad_builder.hpp"

namespace zip_directory_test {

using namespace flatline::engine;
using physfs::Window;
using physfs::zip::Directory;
using physfs::zip::Record;
using physfs::zip::RecordState;
using testing_support::FakeFile;
using testing_support::Faults;
using testing_support::put_u16;
using testing_support::put_u32;

constexpr std::uint64_t kEntryBytes = 46;
constexpr std::uint64_t kEnd64Bytes = 56;
constexpr std::uint64_t kLocatorBytes = 20;
constexpr std::uint64_t kEndBytes = 22;

void put_u64(std::string& out, std::uint64_t value) {
    put_u32(out, static_cast<std::uint32_t>(value));
    put_u32(out, static_cast<std::uint32_t>(value >> 32));
}

/// An entry, `extra` after its name "a"; all sizes and the place are in 64 bits elsewhere.
std::string entry(const std::string& extra = "") {
    std::string out = "PK\x01\x02" + std::string(16, '\0');
    put_u32(out, ~0u);
    put_u32(out, ~0u);
    put_u16(out, 1);
    put_u16(out, static_cast<std::uint32_t>(extra.size()));
    out.append(10, '\0');
    put_u32(out, ~0u);
    return out + "a" + extra;
}
std::string bare_entry() {
    std::string out = entry().substr(0, kEntryBytes);
    out[28] = 0;
    return out;
}
std::string end_record(std::uint32_t bytes, std::uint32_t begin) {
    std::string out = "PK\x05\x06" + std::string(4, '\0');
    put_u16(out, 1);
    put_u16(out, 1);
    put_u32(out, bytes);
    put_u32(out, begin);
    return out + std::string(2, '\0');
}
std::string end64(std::uint64_t bytes, std::uint64_t begin) {
    std::string out = "PK\x06\x06" + std::string(20, '\0');
    for (const std::uint64_t number : {std::uint64_t{1}, std::uint64_t{1}, bytes, begin}) {
        put_u64(out, number);
    }
    return out;
}
std::string locator(std::uint64_t at) {
    std::string out = "PK\x06\x07" + std::string(4, '\0');
    put_u64(out, at);
    return out + std::string(4, '\0');
}

/// "begin end", or "none".
std::string found(const std::string& bytes, std::shared_ptr<Faults> faults = nullptr) {
    FakeFile file(bytes, std::move(faults));
    Directory directory;
    EXPECT_EQ(directory.entries, 0u);
    if (!physfs::zip::find_directory(file, directory)) return "none";
    return std::to_string(directory.begin) + " " + std::to_string(directory.end);
}

TEST(ZipDirectory, ThePlaceCountsWhereTheSizeIsWrong) {
    const std::string directory = bare_entry();
    EXPECT_EQ(found(directory + end_record(kEntryBytes, 99)), "0 46");
    EXPECT_EQ(found(directory + end_record(kEntryBytes + 1, 0)), "0 46");
    EXPECT_EQ(found(directory + end_record(kEntryBytes - 1, 0)), "0 46");
    // What stands after the end record is no directory.
    EXPECT_EQ(found(directory + end_record(kEntryBytes + 1, kEntryBytes + kEndBytes) + directory),
              "none");
    // A size of 64 bits that wraps to there is none.
    const std::string start = directory + end64(0, 0) + locator(kEntryBytes) + end_record(~0u, ~0u);
    ASSERT_EQ(start.size(), kEntryBytes + kEnd64Bytes + kLocatorBytes + kEndBytes);
    const std::uint64_t wrapping = kEntryBytes - start.size();
    EXPECT_EQ(found(directory + end64(wrapping, 0) + locator(kEntryBytes) + end_record(~0u, ~0u) +
                    directory),
              "0 46");
}

TEST(ZipDirectory, NothingIsAskedForBehindTheEndOfTheFile) {
    const std::string whole = bare_entry() + end64(kEntryBytes, 0) + locator(0) + end_record(0, 0);
    // A magic of four bytes from its third last byte on; one that is nowhere.
    for (const std::uint64_t at : {std::uint64_t{whole.size() - 3}, std::uint64_t{1} << 63}) {
        const auto faults = std::make_shared<Faults>();
        EXPECT_EQ(
            found(bare_entry() + end64(kEntryBytes, 0) + locator(at) + end_record(0, 0), faults),
            "0 46");
        EXPECT_LE(faults->end_of_reads, whole.size()) << at;
    }
}

// A comment may hold what looks like end records: 64 are tried, from the last one on.
TEST(ZipDirectory, EndRecordsThatAreNone) {
    const std::string whole = bare_entry() + end_record(kEntryBytes, 0);
    std::string behind;
    for (int i = 0; i < 63; ++i) behind += end_record(~0u, ~0u);
    EXPECT_EQ(found(whole + behind), "0 46");
    EXPECT_EQ(found(whole + behind + end_record(~0u, ~0u)), "none");
}

RecordState state_of(const std::string& bytes, std::uint64_t end, Record& record) {
    FakeFile file(bytes);
    Window window(file, 4096);
    Directory directory;
    directory.end = end;
    const RecordState state = physfs::zip::read_record(window, directory, 0, record);
    if (state == RecordState::ok) {
        EXPECT_EQ(record.name.size(), 1u);
    }
    record.name = Bytes();
    return state;
}

TEST(ZipDirectory, AnEntryEndsBeforeTheEndRecord) {
    const std::string bytes = entry() + std::string(100, 'x');
    Record record;
    EXPECT_EQ(state_of(bytes, kEntryBytes + 1, record), RecordState::ok);
    EXPECT_EQ(record.bytes, kEntryBytes + 1);
    EXPECT_EQ(state_of(bytes, kEntryBytes, record), RecordState::bad);
    EXPECT_EQ(state_of(bytes, kEntryBytes - 1, record), RecordState::bad);
    EXPECT_EQ(state_of(bytes, 4, record), RecordState::bad);
    EXPECT_EQ(state_of(bytes, 3, record), RecordState::end);
}

TEST(ZipDirectory, NumbersOf64Bits) {
    const auto field = [](std::uint32_t id, std::uint32_t claimed) {
        std::string out;
        put_u16(out, id);
        put_u16(out, claimed);
        for (const std::uint64_t number : {7u, 8u, 9u}) put_u64(out, number);
        return out;
    };
    const auto sizes_of = [](const std::string& extra) {
        Record record;
        EXPECT_EQ(state_of(entry(extra), 1000, record), RecordState::ok);
        return std::to_string(record.size) + " " + std::to_string(record.packed) + " " +
               std::to_string(record.local);
    };
    const std::string kNone = "4294967295 4294967295 4294967295";
    EXPECT_EQ(sizes_of(""), kNone);
    EXPECT_EQ(sizes_of(field(1, 24)), "7 8 9");
    EXPECT_EQ(sizes_of(field(9, 24) + field(1, 24)), "7 8 9");
    EXPECT_EQ(sizes_of(field(1, 16)), "7 8 4294967295");
    EXPECT_EQ(sizes_of(field(1, 15)), "7 4294967295 4294967295");
    EXPECT_EQ(sizes_of(field(9, 24) + field(1, 25)), kNone) << "cut, and not the field before it";
}

}  // namespace zip_directory_test
