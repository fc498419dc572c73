// Learned runs against the general machine: with and without them, and with each kernel, a text
// gives the same arrays, the same findings at the same bytes and takes the same memory. Texts are
// longer than 2 KB: runs stop a kilobyte before the last ';'.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "mapgen.hpp"
#include "support/guarded_text.hpp"
#include "support/load_outcome.hpp"
#include "support/load_text.hpp"
#include "support/oracle.hpp"
#include "support/text_kinds.hpp"
#include "udmf/reader.hpp"

namespace reader_runs_test {

using flatline::Kernel;
using flatline::LoadOptions;
using flatline::LoadResult;
namespace mapgen = flatline::mapgen;

// All that a load says. Memory is compared, too: both charge what they fill.
std::string outcome(std::string_view text, const LoadOptions& options) {
    const LoadResult result = load_text::load(text, options);
    EXPECT_EQ(oracle::first_fault(result, text), "");
    return std::to_string(result.memory.used) + " " + load_outcome::of(result);
}

constexpr Kernel kKernels[] = {Kernel::automatic, Kernel::scalar, Kernel::vector, Kernel::avx2};

// False where a kernel disagrees with the general machine.
bool agree(std::string_view text, LoadOptions options = {}) {
    options.learned_runs = false;
    const std::string expected = outcome(text, options);
    options.learned_runs = true;
    for (const Kernel kernel : kKernels) {
        options.kernel = kernel;
        if (outcome(text, options) != expected) {
            ADD_FAILURE() << "kernel " << static_cast<int>(kernel) << " disagrees";
            return false;
        }
    }
    return true;
}

TEST(ReaderRuns, GeneratedMapsOfEveryKind) {
    text_kinds::for_each(150'000, [](const std::string& text) { agree(text); });
}

// Of so many texts met once that all runs are forgotten on the way, and of texts met never again.
TEST(ReaderRuns, LongTextsThatVary) {
    for (const auto odd : {&mapgen::Options::comments, &mapgen::Options::messy_layout}) {
        mapgen::Options options;
        options.target_bytes = 1'500'000;
        options.crlf = true;
        options.*odd = true;
        agree(mapgen::generate(options).text);
    }
}

TEST(ReaderRuns, OpenCorpus) { text_kinds::corpus_agrees(agree); }

TEST(ReaderRuns, MutatedMaps) { text_kinds::mutations_agree(25, 3000, agree); }

// A text may end where readable memory ends, wherever a run would have been compared.
TEST(ReaderRuns, PageEnds) {
    mapgen::Options options;
    options.target_bytes = 20'000;
    const std::string whole = mapgen::generate(options).text;
    guarded::Page page(whole.size());
    for (std::size_t size = 4000; size < 5200; size += 7) {
        const flatline::Bytes text = page.put(std::string_view(whole).substr(0, size));
        agree({reinterpret_cast<const char*>(text.data()), text.size()});
    }
}

// What stands behind a comment or an unknown key in one kind of block says nothing of another:
// the same comment stands inside a thing, and in front of a global that is named like a field.
TEST(ReaderRuns, StatesBelongToOneKindOfBlock) {
    std::string text = "namespace=\"zdoom\";";
    for (int i = 0; i < 300; ++i) {
        const std::string n = std::to_string(i);
        text += "thing{x=1;y=1;type=" + n;
        text += i % 3 == 0 ? ";}// a\nangle=2;// a\n" : ";// a\nangle=1;}// a\n";
        text += "thing{x=1;user_a=" + n + ";y=2;type=1;}sector{user_a=1;y=2;texturefloor=\"A\";}";
        if (i % 5 == 0) text += "user_a=1;y=2;\n";
    }
    agree(text, text_kinds::repairing());
}

// How a text was read, for what a map does not tell.
struct ReadOfText {
    explicit ReadOfText(std::string_view text) {
        EXPECT_EQ(reader.read(load_text::bytes(text), memory, raw), flatline::Outcome::ok);
    }

    flatline::Limits limits;
    flatline::MemoryHooks hooks;
    std::unique_ptr<flatline::udmf::ReadWorkspace> workspace =
        std::make_unique<flatline::udmf::ReadWorkspace>();
    flatline::Reservation memory;
    flatline::FindingList findings;
    flatline::Budget budget{limits.arena_bytes};
    flatline::udmf::RawMap raw;
    flatline::udmf::ReadOptions read = [this] {
        flatline::udmf::ReadOptions made;
        made.limits = &limits;
        return made;
    }();
    flatline::udmf::Reader reader{*workspace, hooks, budget, findings, read};
};

// Without a run that a text could use there is nothing to compare: on plain text they must act.
TEST(ReaderRuns, TheyAreFollowed) {
    mapgen::Options options;
    options.target_bytes = 200'000;
    options.flavour = mapgen::Flavour::Zdoom;
    const ReadOfText plain(mapgen::generate(options).text);
    EXPECT_GT(plain.workspace->runs.followed(), 5'000u);
}

// A key whose value has to be in a set, in every block: values in it are no reason to give up, and
// those that are not are still found.
TEST(ReaderRuns, ValuesOfSets) {
    constexpr const char* kStyles[] = {"add", "translucent", "ADD", "", "subtract", "ad\\d"};
    constexpr const char* kNumbers[] = {"0", "13", "14", "-1", "2.5"};
    const auto text = [&](bool all) {
        std::string lines = "namespace=\"zdoom\";";
        for (int i = 0; i < 3000; ++i) {
            lines += "linedef{v1=0;v2=1;sidefront=0;renderstyle=\"";
            lines += kStyles[all ? i % 6 : i % 2];
            lines += "\";blocking=true;automapstyle=";
            lines += kNumbers[all ? i % 5 : i % 2];
            lines += ";}\n";
        }
        return lines;
    };
    const ReadOfText plain(text(false));
    EXPECT_FALSE(plain.reader.gave_up());
    EXPECT_EQ(plain.findings.total(), 0u);
    EXPECT_TRUE(agree(text(true) + "vertex{x=0;y=0;}vertex{x=1;y=0;}sidedef{sector=0;}"
                                   "sector{texturefloor=\"A\";textureceiling=\"A\";}"));
}

}  // namespace reader_runs_test
