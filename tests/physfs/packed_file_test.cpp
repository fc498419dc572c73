// One file of a container: forward, back, again, and what its checksum says.
#include "physfs/packed_file.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "physfs/container.hpp"
#include "support/container_tools.hpp"
#include "support/fake_file.hpp"
#include "support/zip_builder.hpp"

namespace packed_file_test {

using namespace flatline::engine;
using physfs::PackedFile;
using testing_support::FakeFile;
using testing_support::Faults;
using testing_support::HeldContainer;
using testing_support::ZipBuilder;
using testing_support::ZipEntry;

std::string content() {
    std::string out;
    while (out.size() < 10'000) out += std::to_string(out.size()) + " ";
    return out;
}

HeldContainer opened(const ZipEntry& entry, std::shared_ptr<Faults> faults = nullptr) {
    Finding problem = {};
    return HeldContainer(physfs::open_zip(
        std::make_unique<FakeFile>(ZipBuilder().add(entry).build(), faults), {}, {}, problem));
}

std::string read(PackedFile& file, std::size_t size) {
    std::string out(size, '\0');
    out.resize(file.read(reinterpret_cast<unsigned char*>(out.data()), size));
    return out;
}

TEST(PackedFile, GoesForwardAndBack) {
    ZipEntry entry;
    entry.name = "a";
    entry.data = testing_support::deflated(content());
    entry.size = static_cast<std::int64_t>(content().size());
    entry.method = 8;
    entry.crc = testing_support::crc32_of(content());
    const HeldContainer zip = opened(entry);
    PackedFile file(*zip, zip->entries()[0]);
    EXPECT_EQ(read(file, 1), "") << "before it is started";
    ASSERT_TRUE(file.start());
    EXPECT_EQ(file.size(), content().size());
    EXPECT_EQ(read(file, 5), content().substr(0, 5));
    EXPECT_EQ(file.place(), 5u);
    ASSERT_TRUE(file.seek(9'000));
    EXPECT_EQ(read(file, 7), content().substr(9'000, 7));
    ASSERT_TRUE(file.seek(3));
    EXPECT_EQ(file.place(), 3u);
    EXPECT_EQ(read(file, 4), content().substr(3, 4));
    EXPECT_TRUE(file.seek(file.size()));
    EXPECT_EQ(read(file, 1), "");
    EXPECT_FALSE(file.seek(file.size() + 1));
    // Another of the same file stands at its own place.
    const std::unique_ptr<PackedFile> other = file.again();
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(other->place(), 0u);
    EXPECT_TRUE(read(*other, 20'000) == content());
    EXPECT_FALSE(zip->entries()[0].is_damaged);
}

TEST(PackedFile, AChecksumThatIsAnotherIsMarkedAtTheEnd) {
    ZipEntry entry;
    entry.name = "a";
    entry.data = content();
    entry.crc = 1;
    const HeldContainer zip = opened(entry);
    PackedFile file(*zip, zip->entries()[0]);
    ASSERT_TRUE(file.start());
    read(file, content().size() - 1);
    EXPECT_FALSE(zip->entries()[0].is_damaged);
    EXPECT_EQ(read(file, 2).size(), 1u);
    EXPECT_TRUE(zip->entries()[0].is_damaged);
}

TEST(PackedFile, OfNoBytesThereIsNoChecksum) {
    ZipEntry entry;
    entry.name = "a";
    entry.crc = 1;
    const HeldContainer zip = opened(entry);
    PackedFile file(*zip, zip->entries()[0]);
    ASSERT_TRUE(file.start());
    EXPECT_EQ(read(file, 1), "");
    EXPECT_FALSE(zip->entries()[0].is_damaged);
}

TEST(PackedFile, ToGoForwardItDoesNotBeginAgain) {
    ZipEntry entry;
    entry.name = "a";
    entry.data = content();
    const auto faults = std::make_shared<Faults>();
    const HeldContainer zip = opened(entry, faults);
    PackedFile file(*zip, zip->entries()[0]);
    ASSERT_TRUE(file.start());
    read(file, 100);
    faults->backward = 0;
    ASSERT_TRUE(file.seek(5'000));
    ASSERT_TRUE(file.seek(5'000));
    EXPECT_EQ(read(file, 5), content().substr(5'000, 5));
    EXPECT_EQ(faults->backward, 0u);
    ASSERT_TRUE(file.seek(4'999));
    EXPECT_EQ(faults->backward, 1u);
}

TEST(PackedFile, WhatCannotBeUnpacked) {
    ZipEntry entry;
    entry.name = "a";
    entry.data = "bytes";
    entry.method = 99;
    const HeldContainer zip = opened(entry);
    PackedFile file(*zip, zip->entries()[0]);
    EXPECT_FALSE(file.start());
    EXPECT_EQ(read(file, 5), "");
    EXPECT_EQ(file.again(), nullptr);
}

// The host's file goes while ours is open: nothing is read, and to go back fails.
TEST(PackedFile, TheFileBelowIsClosed) {
    ZipEntry entry;
    entry.name = "a";
    entry.data = content();
    const HeldContainer zip = opened(entry);
    PackedFile file(*zip, zip->entries()[0]);
    ASSERT_TRUE(file.start());
    read(file, 10);
    zip->close_file();
    EXPECT_FALSE(file.seek(0));
    EXPECT_EQ(file.again(), nullptr);
    EXPECT_EQ(zip->open(zip->entries()[0]), nullptr);
}

}  // namespace packed_file_test
