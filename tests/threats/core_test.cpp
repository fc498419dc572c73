// The threats of docs/security.md to memory, threads, results and the way out, one test an id.
#include <gtest/gtest.h>

#include <cfenv>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "base/budget.hpp"
#include "base/layout.hpp"
#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "support/counting_memory.hpp"
#include "support/fake_file.hpp"
#include "support/load_outcome.hpp"
#include "support/needs.hpp"
#include "support/paths.hpp"
#include "support/wad_builder.hpp"
#include "threats/outcome.hpp"

namespace core_threats {

using testing_support::open_bytes;
using testing_support::WadBuilder;

// The bytes of a lump are read once; what the file says later is not looked at (no mapping, no
// second read that could differ).
TEST(Threat, ARC_15_FilesThatChangeWhileTheyAreRead) {
    const std::string text = testing_support::square_text();
    const std::string wad = WadBuilder().map("MAP01", text).build();
    class Changing final : public flatline::engine::File {
    public:
        Changing(std::string bytes, int* reads) : bytes_(std::move(bytes)), reads_(reads) {}
        std::uint64_t size() const noexcept override { return bytes_.size(); }
        std::uint64_t read_at(std::uint64_t offset, void* out,
                              std::uint64_t size) noexcept override {
            if (offset >= bytes_.size()) return 0;
            const auto count = std::min<std::uint64_t>(size, bytes_.size() - offset);
            std::memcpy(out, bytes_.data() + offset, count);
            // From now on these bytes are others.
            std::memset(bytes_.data() + offset, 0xFF, count);
            ++*reads_;
            return count;
        }

    private:
        std::string bytes_;
        int* reads_;
    };
    int reads = 0;
    flatline::engine::Archive archive = flatline::engine::Archive::from_file(
        std::make_unique<Changing>(wad, &reads), "a.wad", flatline::engine::Limits());
    ASSERT_GT(reads, 0);
    flatline::engine::Loader loader;
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        const auto first = flatline::engine::load_map(archive, i, loader);
        EXPECT_EQ(
            oracle::first_fault(
                first, first ? first.value.textmap()
                             : std::string_view(reinterpret_cast<const char*>(first.text.data()),
                                                first.text.size())),
            "");
        const auto second = flatline::engine::load_map(archive, i, loader);
        EXPECT_TRUE(second.status != flatline::engine::Status::ok ||
                    second.value.vertices().size() == 4);
    }
}

TEST(Threat, MEM_01_SizesThatWrap) {
    const flatline::engine::Limits limits;
    for (const std::uint64_t count : {std::uint64_t{1} << 61, UINT64_MAX / 8 + 1, UINT64_MAX}) {
        flatline::engine::Layout layout;
        layout.add(1, 1);
        layout.add(count, 8);
        layout.add(count, count);
        EXPECT_EQ(layout.bytes(), std::uint64_t{1} << 62) << "saturates";
        flatline::engine::Budget budget(limits.arena_bytes);
        budget.announce(layout.bytes());
        EXPECT_FALSE(budget.charge(layout.bytes())) << "no limit lets it through";
    }
}

TEST(Threat, MEM_02_MemoryThatRunsOutAtEveryCall) {
    const std::string text = nodes_tools::two_squares_map();
    const auto expected = load_outcome::of(load_text::load(text));
    for (const bool sticky : {false, true}) {
        counting_memory::Memory memory;
        flatline::engine::LoadOptions options;
        options.memory = memory.hooks();
        options.products |= FLATLINE_PRODUCT_BLOCKMAP | FLATLINE_PRODUCT_BUILD_NODES;
        const auto whole = load_text::load(text, options);
        ASSERT_TRUE(whole);
        const std::string all = load_outcome::of(whole);
        bool loaded = false;
        for (std::uint64_t k = 0; !loaded; ++k) {
            ASSERT_LT(k, 100u);
            memory.fail_at(k, sticky);
            const auto result = load_text::load(text, options);
            loaded = result.status == flatline::engine::Status::ok;
            memory.heal();
            if (loaded) {
                EXPECT_EQ(load_outcome::of(result), all);
                continue;
            }
            EXPECT_EQ(result.status, flatline::engine::Status::out_of_memory) << k;
            EXPECT_EQ(load_outcome::of(load_text::load(text, options)), all) << "again, " << k;
        }
        EXPECT_EQ(load_outcome::of(whole), all) << "an earlier map is as it was";
        EXPECT_FALSE(memory.misused());
    }
}

// A map keeps what it needs: the text that it owns, and nothing of the archive or the options.
TEST(Threat, MEM_04_ViewsAfterWhatTheyCameFrom) {
    flatline::engine::LoadResult<flatline::engine::Map> result;
    {
        flatline::engine::Archive archive =
            open_bytes(WadBuilder().map("MAP01", testing_support::square_text()).build());
        flatline::engine::Loader loader;
        result = flatline::engine::load_map(archive, 0, loader);
    }
    ASSERT_TRUE(result);
    EXPECT_EQ(oracle::first_fault(result.value), "");
    flatline::engine::Map moved = std::move(result.value);
    EXPECT_TRUE(result.value.empty());
    EXPECT_EQ(oracle::first_fault(moved), "");
}

/// Memory that is filled before it is lent.
struct Filled {
    unsigned char with;
    static void* acquire(void* context, std::size_t bytes) {
        void* memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
        std::memset(memory, static_cast<Filled*>(context)->with, bytes);
        return memory;
    }
    static void release(void*, void* memory, std::size_t) { std::free(memory); }
    flatline::engine::MemoryHooks hooks() { return {acquire, release, this}; }
};

// Whatever memory held before: the arrays are the same, padding included.
TEST(Threat, MEM_05_NothingOfTheMemoryShowsThrough) {
    const std::string text = testing_support::square_text() +
                             "thing{x=1;y=2;type=3;user_a=\"b\";}linedef{v1=0;v2=2;sidefront=0;}";
    std::string first;
    for (const int with : {0x00, 0xFF, 0xA5}) {
        Filled memory{static_cast<unsigned char>(with)};
        flatline::engine::LoadOptions options;
        options.memory = memory.hooks();
        const auto result = load_text::load(text, options);
        ASSERT_TRUE(result);
        const std::string all = load_outcome::of(result);
        if (first.empty()) first = all;
        EXPECT_EQ(all, first) << with;
    }
}

// Run by the thread sanitizer too: tests/udmf and tests/base hold the loader's own threads.
TEST(Threat, THR_01_ManyThreadsLoadAndRead) {
    const std::string text = nodes_tools::two_squares_map();
    const std::string bad = text + "linedef{v1=99;}";
    const auto shared = load_text::load(text);
    const std::string good_outcome = load_outcome::of(shared);
    const std::string bad_outcome = load_outcome::of(load_text::load(bad));
    std::vector<int> wrong(8, 0);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&, t] {
            flatline::engine::Loader loader;
            for (int i = 0; i < 20; ++i) {
                const auto good = loader.load_borrowed(load_text::bytes(text));
                const auto refused = loader.load_borrowed(load_text::bytes(bad));
                wrong[t] += load_outcome::of(good) != good_outcome;
                wrong[t] += load_outcome::of(refused) != bad_outcome;
                wrong[t] += !oracle::first_fault(shared.value).empty();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(8, 0));
}

// The engine is built without exceptions; each of its calls says so to the compiler.
TEST(Threat, ERR_01_NoCallThrows) {
    const flatline::engine::LoadOptions options;
    flatline::engine::Loader loader;
    flatline::engine::Map map;
    static_assert(noexcept(flatline::engine::load_borrowed({}, options)));
    static_assert(noexcept(flatline::engine::load_owned({}, options)));
    static_assert(noexcept(loader.load_borrowed({}, options)));
    static_assert(noexcept(flatline::engine::check(map)));
    static_assert(noexcept(flatline::engine::build_nodes(map)));
    static_assert(noexcept(flatline::engine::memory_bound(flatline::engine::Bytes(), options)));
    static_assert(
        noexcept(flatline::engine::Archive::from_file(nullptr, "", flatline::engine::Limits())));
    EXPECT_EQ(flatline::engine::load_borrowed({}, options).status, flatline::engine::Status::ok)
        << "an empty map";
}

TEST(Threat, DET_01_LocaleRoundingAndAddressesChangeNothing) {
    const std::string text = testing_support::square_text() +
                             "thing{x=0.1;y=-1234.5678e-3;type=1;}vertex{x=1e-7;y=2.5;}"
                             "sector{heightfloor=1;floorplane_a=0.1;floorplane_b=0.2;"
                             "floorplane_c=0.7;floorplane_d=3.3;}";
    const std::string expected = load_outcome::of(load_text::load(text));
    const std::string before = std::setlocale(LC_ALL, nullptr);
    for (const char* name : {"C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", ""}) {
        if (std::setlocale(LC_ALL, name) == nullptr) continue;
        EXPECT_EQ(load_outcome::of(load_text::load(text)), expected) << name;
    }
    std::setlocale(LC_ALL, before.c_str());
    for (std::size_t shift = 0; shift < 64; shift += 7) {
        const std::string padded = std::string(shift, ' ') + text;
        EXPECT_EQ(load_outcome::of(load_text::load(std::string_view(padded).substr(shift))),
                  expected);
    }
    for (int threads = 1; threads < 5; ++threads) {
        flatline::engine::LoadOptions options;
        options.threads = static_cast<std::uint32_t>(threads);
        options.thread_bytes = 1;
        EXPECT_EQ(load_outcome::of(load_text::load(text, options)), expected);
    }
}

// Names and strings with escape sequences, quotes and bytes that are no UTF-8, in every sentence.
TEST(Threat, CHK_01_BytesThatControlATerminal) {
    const std::string evil = "\x1B]0;owned\x07\n\r\x9B\xFF\"\\";
    const std::string texts[] = {
        "namespace=\"" + evil + "\";", "namespace=\"zdoom\";sector{" + evil + "=1;}",
        "namespace=\"zdoom\";thing{x=" + evil + ";}", evil,
        "namespace=\"zdoom\";linedef{v1=9;v2=9;sidefront=0;comment=\"\x1B[2J\";}"};
    std::size_t sentences = 0;
    const auto expect_plain = [&](const std::string& sentence) {
        ++sentences;
        for (const char c : sentence) {
            EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 &&
                        static_cast<unsigned char>(c) < 0x7F)
                << sentence;
        }
    };
    for (const std::string& text : texts) {
        const auto result = load_text::load(text);
        for (const flatline::engine::Finding& finding : result.findings.kept()) {
            expect_plain(load_text::sentence(finding, text));
        }
    }
    EXPECT_GE(sentences, 5u);
}

// Of zlib only the plain inflater is linked: neither gzip headers (CVE-2022-37434) nor minizip
// (CVE-2023-45853) is within reach.
TEST(Threat, SUP_01_OnlyThePlainInflaterOfZlib) {
    const std::string tool = paths::tool();
    if (tool.empty()) GTEST_SKIP() << needs::package("libphysfs-dev");
    std::FILE* pipe = popen(("nm -D -u '" + tool + "' 2>/dev/null").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string names;
    char part[4096];
    for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, pipe)) > 0;) {
        names.append(part, n);
    }
    ASSERT_EQ(pclose(pipe), 0) << "nm has read it";
    if (names.find("inflate") == std::string::npos) GTEST_SKIP() << needs::other("a shared zlib");
    for (const char* name :
         {"inflateGetHeader", "inflateBack", "gzopen", "gzread", "unzOpen", "zipOpen"}) {
        EXPECT_EQ(names.find(name), std::string::npos) << name;
    }
}

}  // namespace core_threats
