#include "archive/read.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "archive/memory_file.hpp"
#include "support/fake_file.hpp"

namespace {

using namespace flatline::engine;
using namespace flatline::engine::archive;
using testing_support::FakeFile;
using testing_support::Faults;

std::string pattern(std::size_t size) {
    std::string out(size, '\0');
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<char>(i * 31 + (i >> 8));
    return out;
}

std::string text_of(const Buffer& buffer) {
    return {reinterpret_cast<const char*>(buffer.data()), buffer.size()};
}

TEST(ArchiveRead, ReadsWhatIsAsked) {
    const std::string bytes = pattern(300000);
    FakeFile file(bytes);
    for (const std::uint64_t size : {0ull, 1ull, 65535ull, 65536ull, 65537ull, 200000ull}) {
        const ReadBuffer result = read_buffer(file, 7, size);
        ASSERT_EQ(result.state, ReadBuffer::State::ok) << size;
        EXPECT_NE(result.buffer.data(), nullptr);
        EXPECT_EQ(text_of(result.buffer), bytes.substr(7, size));
    }
}

TEST(ArchiveRead, RoomOfAnEarlierReadIsFilledAgain) {
    const std::string bytes = pattern(kLongFile + 1000);
    FakeFile file(bytes);
    Buffer room = read_buffer(file, 0, bytes.size()).buffer;
    EXPECT_TRUE(is_room(room));
    const unsigned char* const place = room.data();
    // A shorter one, then one that needs all of the memory again.
    for (const std::uint64_t size : {kLongFile, kLongFile + 1000}) {
        ReadBuffer result = read_buffer(file, bytes.size() - size, size, std::move(room));
        ASSERT_EQ(result.state, ReadBuffer::State::ok);
        EXPECT_EQ(result.buffer.data(), place) << size;
        EXPECT_EQ(text_of(result.buffer), bytes.substr(bytes.size() - size));
        room = std::move(result.buffer);
    }
    // What is too short for it or too long gets memory of its own.
    const std::string longer = pattern(2 * kLongFile);
    FakeFile long_file(longer);
    ReadBuffer other = read_buffer(long_file, 0, longer.size(), std::move(room));
    EXPECT_EQ(text_of(other.buffer), longer);
    EXPECT_EQ(text_of(read_buffer(file, 0, 1000, std::move(other.buffer)).buffer),
              bytes.substr(0, 1000));
}

TEST(ArchiveRead, RoomIsOfReadsAlone) {
    const std::string bytes = pattern(kLongFile);
    FakeFile file(bytes);
    Buffer foreign = Buffer::allocate(bytes.size());
    EXPECT_FALSE(is_room(foreign));
    EXPECT_FALSE(is_room(Buffer()));
    EXPECT_FALSE(is_room(read_buffer(file, 0, 1000).buffer)) << "not long";
    EXPECT_EQ(text_of(read_buffer(file, 0, bytes.size(), std::move(foreign)).buffer), bytes);

    auto faults = std::make_shared<Faults>();
    FakeFile failing(bytes, faults);
    Buffer room = read_buffer(failing, 0, bytes.size()).buffer;
    faults->cut_at = 5000;
    const ReadBuffer result = read_buffer(failing, 0, bytes.size(), std::move(room));
    EXPECT_EQ(result.state, ReadBuffer::State::short_read);
    EXPECT_EQ(result.got, 5000u);
    EXPECT_EQ(result.buffer.data(), nullptr) << "nothing of the file before";
}

// IO-01: a file may return any part of the requested bytes.
TEST(ArchiveRead, IO_01_LoopsOverShortReads) {
    const std::string bytes = pattern(1000);
    for (const std::uint64_t most : {1u, 3u, 999u}) {
        auto faults = std::make_shared<Faults>();
        faults->most = most;
        FakeFile file(bytes, faults);
        const ReadBuffer result = read_buffer(file, 0, bytes.size());
        ASSERT_EQ(result.state, ReadBuffer::State::ok);
        EXPECT_EQ(text_of(result.buffer), bytes);
    }
}

TEST(ArchiveRead, IO_01_EndsAtTheFirstReadThatGivesNothing) {
    const std::string bytes = pattern(1000);
    for (std::uint64_t k = 0; k < 10; ++k) {
        auto faults = std::make_shared<Faults>();
        faults->most = 100;
        faults->fail_from = k;
        FakeFile file(bytes, faults);
        const ReadBuffer result = read_buffer(file, 0, bytes.size());
        EXPECT_EQ(result.state, ReadBuffer::State::short_read);
        EXPECT_EQ(result.got, k * 100);
        EXPECT_EQ(result.buffer.data(), nullptr);
        EXPECT_EQ(faults->reads, k + 1);
    }
}

// ARC-10: a claim alone takes no memory. Under ASan and libFuzzer a block of this size fails.
TEST(ArchiveRead, ARC_10_ClaimTakesNoMemory) {
    auto faults = std::make_shared<Faults>();
    FakeFile file(pattern(18), faults);
    const ReadBuffer result = read_buffer(file, 0, 1ull << 62);
    EXPECT_EQ(result.state, ReadBuffer::State::short_read);
    EXPECT_EQ(result.got, 18u);
    EXPECT_LE(faults->largest, kChunkBytes);
}

TEST(ArchiveRead, ARC_10_AsksForChunks) {
    auto faults = std::make_shared<Faults>();
    FakeFile file(pattern(1 << 20), faults);
    EXPECT_EQ(read_buffer(file, 0, 1 << 20).state, ReadBuffer::State::ok);
    EXPECT_EQ(faults->largest, kChunkBytes);
    EXPECT_EQ(faults->backward, 0u);
}

// Long files go on in memory of their own once enough of them came.
TEST(ArchiveRead, ReadsLongFiles) {
    const std::string bytes = pattern(9 << 20);
    for (const std::uint64_t size : {(4ull << 20) - 1, 4ull << 20, (4ull << 20) + 1, 9ull << 20}) {
        auto faults = std::make_shared<Faults>();
        FakeFile file(bytes, faults);
        const ReadBuffer result = read_buffer(file, 0, size);
        ASSERT_EQ(result.state, ReadBuffer::State::ok) << size;
        EXPECT_EQ(result.got, size);
        EXPECT_TRUE(text_of(result.buffer) == bytes.substr(0, size)) << size;
        EXPECT_EQ(faults->largest, kChunkBytes);
        EXPECT_EQ(faults->backward, 0u);
    }
}

TEST(ArchiveRead, ARC_10_ALongFileMayClaimMoreThanComes) {
    const std::string bytes = pattern(3 << 20);
    // The last one is never believed: 3 MB are less than its part 1 / kTrust.
    for (const std::uint64_t claim :
         {std::uint64_t{kLongFile}, std::uint64_t{40} << 20, std::uint64_t{1} << 40}) {
        for (const std::uint64_t part : {claim / kTrust - 1, claim / kTrust, claim / kTrust + 1}) {
            const std::uint64_t come = std::min<std::uint64_t>(part, bytes.size());
            FakeFile file(bytes.substr(0, come));
            const ReadBuffer result = read_buffer(file, 0, claim);
            EXPECT_EQ(result.state, ReadBuffer::State::short_read) << claim;
            EXPECT_EQ(result.got, come);
            EXPECT_EQ(result.buffer.data(), nullptr);
        }
    }
}

TEST(ArchiveRead, SizeBeyondTheAddressSpaceIsNoMemory) {
    FakeFile file("abc");
    EXPECT_EQ(read_buffer(file, 0, UINT64_MAX).state, ReadBuffer::State::no_memory);
}

// A host's File that returns more than it was asked for is not believed.
TEST(ArchiveRead, OverlongCountIsAnError) {
    class Liar final : public File {
    public:
        std::uint64_t size() const noexcept override { return 10; }
        std::uint64_t read_at(std::uint64_t, void*, std::uint64_t size) noexcept override {
            return size + 1;
        }
    };
    Liar file;
    EXPECT_EQ(read_buffer(file, 0, 10).state, ReadBuffer::State::short_read);
}

TEST(KeptFile, SharedBytesOutliveIt) {
    const std::string bytes = "abcdef";
    auto file = KeptFile::make(
        Buffer::copy_of({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}));
    char out[8] = {};
    EXPECT_EQ(file->size(), 6u);
    EXPECT_EQ(file->read_at(4, out, 8), 2u);
    const Buffer first = file->share(1, 4);
    const Buffer second = file->share(0, 6);
    EXPECT_EQ(first.data(), second.data() + 1);
    file.reset();
    EXPECT_EQ(text_of(first), "bcde");
    EXPECT_EQ(text_of(second), "abcdef");
}

TEST(MemoryFile, EndsWhereTheBytesEnd) {
    const std::string bytes = "abcdef";
    MemoryFile file({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
    char out[8] = {};
    EXPECT_EQ(file.size(), 6u);
    EXPECT_EQ(file.read_at(4, out, 8), 2u);
    EXPECT_STREQ(out, "ef");
    EXPECT_EQ(file.read_at(6, out, 1), 0u);
    EXPECT_EQ(file.read_at(UINT64_MAX, out, 8), 0u);
    EXPECT_EQ(MemoryFile({}).read_at(0, out, 8), 0u);
}

}  // namespace
