// Every file of the open corpus, cut at many places and with single bytes flipped: never a crash,
// and whatever loads keeps the promises that the index oracle walks. tests/soak.sh runs it in full
// under the sanitizers (FLATLINE_FULL=1); by itself it takes a fixed sample of the small files.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "model/archive.hpp"
#include "model/archive_map.hpp"
#include "model/check.hpp"
#include "support/corpus.hpp"
#include "support/doom3_oracle.hpp"
#include "support/fake_file.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"
#include "support/oracle.hpp"

namespace {

constexpr std::size_t kSampleBytes = 64u << 10;
constexpr int kSamplePlaces = 6;
constexpr int kFullPlaces = 200;

bool full() { return std::getenv("FLATLINE_FULL") != nullptr; }

// splitmix64: the same places on every machine.
std::uint64_t next(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// Once as a whole and once what is left of it, with all rules over that.
void load_doom3(flatline::engine::Archive& archive, std::size_t map) {
    flatline::engine::Doom3Loader loader;
    for (const bool partial : {false, true}) {
        flatline::engine::Doom3Options options;
        options.partial = partial;
        const flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
            load_doom3(archive, map, loader, options);
        const std::string_view text =
            result ? result.value.source()
                   : std::string_view(reinterpret_cast<const char*>(result.text.data()),
                                      result.text.size());
        ASSERT_EQ(doom3_oracle::first_fault(result, text), "");
        if (!result) continue;
        flatline::engine::CheckOptions wanted;
        wanted.limits = options.limits;
        const flatline::engine::FindingList findings =
            flatline::engine::check(result.value, wanted).findings;
        for (const flatline::engine::Finding& f : findings.kept()) {
            ASSERT_TRUE(f.offset == FLATLINE_NO_OFFSET || f.offset + f.length <= text.size());
        }
    }
}

// The file as it came, through the archive room and the whole load.
void load_all(const std::string& bytes, const std::string& name) {
    flatline::engine::Archive archive = testing_support::open_bytes(bytes, name);
    flatline::engine::Loader loader;
    for (std::size_t i = 0; i < archive.maps().size(); ++i) {
        if (archive.maps()[i].format == flatline::engine::MapFormat::doom3) {
            load_doom3(archive, i);
            continue;
        }
        flatline::engine::LoadOptions options;
        options.products |= FLATLINE_PRODUCT_BLOCKMAP;
        const flatline::engine::LoadResult<flatline::engine::Map> result =
            load_map(archive, i, loader, options);
        if (!archive.maps()[i].supported) {
            ASSERT_EQ(result.status, flatline::engine::Status::refused);
            ASSERT_TRUE(result.findings.rules().has(flatline::engine::Rule::map_unsupported));
        }
        const std::string_view text =
            result ? result.value.textmap()
                   : std::string_view(reinterpret_cast<const char*>(result.text.data()),
                                      result.text.size());
        ASSERT_EQ(oracle::first_fault(result, text), "");
    }
}

TEST(CutAndFlip, NeverBreaksAPromise) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const int places = full() ? kFullPlaces : kSamplePlaces;
    std::uint64_t state = 2026;
    for (const std::string& path : corpus::files()) {
        const std::string bytes = corpus::read_file(path);
        if (bytes.empty() || (!full() && bytes.size() > kSampleBytes)) continue;
        SCOPED_TRACE(corpus::short_name(path));
        const std::string name = path.substr(path.rfind('/') + 1);
        for (int i = 0; i < places && !testing::Test::HasFatalFailure(); ++i) {
            load_all(bytes.substr(0, next(state) % bytes.size()), name);
            std::string flipped = bytes;
            flipped[next(state) % flipped.size()] ^= static_cast<char>(1u << next(state) % 8);
            load_all(flipped, name);
        }
    }
}

}  // namespace
