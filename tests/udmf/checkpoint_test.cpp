// Where paths stop: by the end of the text, by progress, and before other slices.
#include "udmf/checkpoint.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "support/load_text.hpp"

namespace checkpoint_test {
namespace {

using flatline::engine::udmf::Checkpoint;
using flatline::engine::udmf::Slice;
using flatline::engine::udmf::Source;

struct Text {
    explicit Text(std::string of) : text(std::move(of)) {
        source.set(load_text::bytes(text));
        source.find_ends(nullptr);
    }
    std::string text;
    Source source;
};

TEST(Checkpoint, ATextThatNobodyWatchesIsOneStretch) {
    const Text text(std::string(1'000'000, ' ') + "; ");
    Checkpoint checkpoint(text.source, nullptr);
    checkpoint.begin(nullptr);
    EXPECT_EQ(checkpoint.next(), text.source.stop);
    EXPECT_EQ(*checkpoint.next(), ';');
    EXPECT_TRUE(checkpoint.pass(text.source.end, true));
    EXPECT_FALSE(checkpoint.ended());
}

TEST(Checkpoint, ProgressIsToldAndCancels) {
    const Text text(std::string(1'000'000, ' ') + ";");
    struct Host {
        int calls = 0;
        bool goes_on = true;
    } host;
    flatline::engine::ProgressHooks hooks;
    hooks.context = &host;
    hooks.interval_ms = 0;
    hooks.report = [](void* context, std::uint64_t, std::uint64_t) {
        auto* told = static_cast<Host*>(context);
        ++told->calls;
        return told->goes_on;
    };
    flatline::engine::Progress progress(hooks, text.text.size());
    Checkpoint checkpoint(text.source, &progress);
    checkpoint.begin(nullptr);
    EXPECT_EQ(checkpoint.next() - text.source.begin,
              static_cast<std::ptrdiff_t>(flatline::engine::Progress::kSlice));
    const unsigned char* const first = checkpoint.next() + 1;
    EXPECT_TRUE(checkpoint.pass(first, false));
    EXPECT_GT(checkpoint.next(), first);
    host.goes_on = false;
    EXPECT_FALSE(checkpoint.pass(checkpoint.next() + 1, false));
    EXPECT_EQ(host.calls, 2);
    EXPECT_TRUE(checkpoint.cancelled());
    EXPECT_TRUE(checkpoint.ended());
    EXPECT_FALSE(checkpoint.arrived());
}

TEST(Checkpoint, ASliceEndsWhereTheNextBegins) {
    Text text(std::string(5000, ' ') + "thing{}" + std::string(5000, ' ') + "thing{}");
    const unsigned char* const splits[] = {text.source.base + 2000, text.source.base + 5000};
    std::atomic<bool> stop{false};
    Slice slice;
    slice.splits = {splits, 2};
    slice.stop = &stop;
    Checkpoint checkpoint(text.source, nullptr);
    checkpoint.begin(&slice);
    EXPECT_EQ(checkpoint.next(), splits[0] - flatline::engine::udmf::kRunMargin);
    // Blanks lead over the first one, so it was guessed wrong; inside a block nothing begins.
    EXPECT_TRUE(checkpoint.pass(text.source.base + 4999, false));
    EXPECT_FALSE(checkpoint.arrived());
    EXPECT_FALSE(checkpoint.pass(text.source.base + 4999, true));
    EXPECT_TRUE(checkpoint.arrived());
    EXPECT_EQ(checkpoint.split(), 1u);
}

// The next split is a place to stop at only where it comes before the end of a stretch, and the end
// of the text.
TEST(Checkpoint, TheNearestOfSeveralPlaces) {
    const Text text(std::string(1'000'000, ' ') + ";");
    const std::vector<const unsigned char*> splits = {text.source.base + 999'000};
    std::atomic<bool> stop{false};
    Slice slice;
    slice.splits = {splits.data(), splits.size()};
    slice.stop = &stop;
    Checkpoint checkpoint(text.source, nullptr);
    checkpoint.begin(&slice);
    EXPECT_EQ(checkpoint.next() - text.source.begin,
              static_cast<std::ptrdiff_t>(flatline::engine::Progress::kSlice));
    // After the last split there is none to look for.
    EXPECT_TRUE(checkpoint.pass(text.source.base + 999'999, true));
    EXPECT_EQ(checkpoint.split(), 1u);
    EXPECT_EQ(checkpoint.next(), text.source.stop);
}

TEST(Checkpoint, AnotherSliceMayEndIt) {
    const Text text(std::string(1'000'000, ' ') + ";");
    std::atomic<bool> stop{true};
    Slice slice;
    slice.stop = &stop;
    Checkpoint checkpoint(text.source, nullptr);
    checkpoint.begin(&slice);
    EXPECT_FALSE(checkpoint.pass(checkpoint.next() + 1, true));
    EXPECT_TRUE(checkpoint.ended());
    EXPECT_FALSE(checkpoint.cancelled());
    EXPECT_FALSE(checkpoint.arrived());
}

}  // namespace
}  // namespace checkpoint_test
