// A text on several threads against the same text on one: the same arrays, names in the same order,
// the same findings at the same bytes. Slices of 2 KB are the smallest, so texts are longer.
#include "udmf/threads/slices.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mapgen.hpp"
#include "support/counting_memory.hpp"
#include "support/host_pool.hpp"
#include "support/load_outcome.hpp"
#include "support/load_text.hpp"
#include "support/raw_read.hpp"
#include "support/sampled.hpp"
#include "support/text_kinds.hpp"
#include "udmf/read.hpp"

namespace slices_test {

using flatline::engine::Loader;
using flatline::engine::LoadOptions;
using flatline::engine::LoadResult;
using flatline::engine::Status;
using host_pool::Pool;
using host_pool::Way;
namespace mapgen = flatline::engine::mapgen;

constexpr std::uint32_t kThreads[] = {2, 3, 8};

std::string outcome(std::string_view text, const LoadOptions& options) {
    const LoadResult<flatline::engine::Map> result = load_text::load(text, options);
    EXPECT_LE(result.memory.used, result.memory.announced);
    EXPECT_LE(result.memory.announced, options.limits.arena_bytes);
    return load_outcome::of(result);
}

LoadOptions threaded(LoadOptions options, std::uint32_t threads) {
    options.threads = threads;
    options.thread_bytes = 1;
    return options;
}

// False where a number of threads disagrees with one, or a text that is counted with one that is
// not.
bool agree(std::string_view text, const LoadOptions& options = {}) {
    const std::string expected = outcome(text, options);
    LoadOptions counted = options;
    counted.memory = raw_read::host_memory();
    for (const std::uint32_t threads : kThreads) {
        if (outcome(text, threaded(options, threads)) != expected ||
            outcome(text, threaded(counted, threads)) != expected) {
            ADD_FAILURE() << threads << " threads disagree";
            return false;
        }
    }
    return true;
}

// True where what the slices read was taken: for a host's memory the text was counted; it was read
// and joined.
bool joined(std::string_view text, const LoadOptions& options, std::size_t threads,
            const flatline::engine::MemoryHooks& hooks) {
    namespace udmf = flatline::engine::udmf;
    udmf::ReadOptions read;
    read.limits = &options.limits;
    read.namespace_override = options.namespace_override;
    read.grammar = options.grammar;
    const auto workspace = std::make_unique<udmf::ReadWorkspace>();
    flatline::engine::Budget budget(options.limits.arena_bytes);
    flatline::engine::FindingList findings;
    findings = flatline::engine::FindingList(options.limits.findings, options.limits.finding_lines);
    udmf::RawMemory memory;
    udmf::RawMap raw;
    udmf::SliceMemory slices;
    bool complete = false;
    Pool pool(Way::in_order);
    flatline::engine::Jobs jobs(pool.hooks(), threads);
    const flatline::engine::Outcome status =
        udmf::read_text(load_text::bytes(text), read, &jobs, slices,
                        {*workspace, hooks, budget, findings, memory, raw}, &complete);
    return status == flatline::engine::Outcome::ok && complete &&
           pool.runs() == (hooks.acquire != nullptr ? 3 : 2);
}
bool joined(std::string_view text, const LoadOptions& options = {}, std::size_t threads = 3) {
    return joined(text, options, threads, {}) &&
           joined(text, options, threads, raw_read::host_memory());
}

std::string generated(std::uint64_t bytes, bool user_keys = false) {
    mapgen::Options options;
    options.target_bytes = bytes;
    options.user_keys = user_keys;
    options.sloped_fraction = 0.2;
    return mapgen::generate(options).text;
}

std::string repeated(std::string_view piece, std::size_t bytes) {
    std::string all;
    while (all.size() < bytes) all += piece;
    return all;
}

constexpr std::string_view kHead = "namespace = \"zdoom\";\n";
constexpr std::string_view kThing = "thing { x = 1; y = 2; type = 3; angle = 90; }\n";

TEST(Slices, GeneratedMapsOfEveryKind) {
    std::size_t kind = 0;
    text_kinds::for_each(60'000, [&](const std::string& text) {
        if (kind++ % testing_support::one_in(3, 9) != 0) return;
        agree(text);
        EXPECT_TRUE(joined(text));
    });
}

TEST(Slices, OpenCorpus) { text_kinds::corpus_agrees(agree); }

TEST(Slices, MutatedMaps) { text_kinds::mutations_agree(10, 9000, agree); }

// What looks like the end of a block and the beginning of one, and is neither.
const std::pair<const char*, std::string> kFakes[] = {
    {"block comment", "/*" + repeated("} vertex { x = 1; y = 1; }\n", 9'000) + "*/"},
    {"line comments", repeated("// } vertex { x = 1; y = 1; } thing {}\n", 9'000)},
    {"string", "thing { comment = \"" + repeated("} vertex { x = 1; y = 1; }\n", 9'000) +
                   "\"; x = 1; y = 1; type = 1; }"},
    {"escapes", "thing { comment = \"" + repeated("\\\"; } vertex { x = 1; y = 1; }\n", 9'000) +
                    "\"; x = 1; y = 1; type = 1; }"},
    {"block in a block", "own { " + repeated("in { } vertex { x = 1; y = 1; }\n", 9'000) + "}"},
    {"block in a thing",
     "thing { x = 1; y = 1; type = 1; " + repeated("in { } vertex { x = 1; }\n", 9'000) + "}"},
};

TEST(Slices, FakeBlocksOverTheSplits) {
    const std::size_t step = 3'700 * testing_support::one_in(3, 9);
    for (const auto& [name, fake] : kFakes) {
        SCOPED_TRACE(name);
        // At many places, so that it covers each split, the first, several and the last.
        for (std::size_t before = 0; before < 40'000; before += step) {
            std::string text(kHead);
            text += repeated(kThing, before + 1) + fake + repeated(kThing, 40'000 - before);
            agree(text);
        }
    }
}

// One wrong guess is dropped; the slices around it are kept.
TEST(Slices, AWrongGuessCostsItsSliceOnly) {
    for (const auto& [name, fake] : kFakes) {
        SCOPED_TRACE(name);
        int tried = 0;
        int taken = 0;
        const std::size_t step = 1'500 * testing_support::one_in(3, 9);
        for (std::size_t before = 35'000; before < 50'000; before += step) {
            ++tried;
            const std::string text = std::string(kHead) + repeated(kThing, before) + fake +
                                     repeated(kThing, 90'000 - before);
            EXPECT_TRUE(agree(text));
            taken += joined(text);
        }
        EXPECT_EQ(taken, tried);
    }
}

TEST(Slices, ManyWrongGuessesInARow) {
    const std::string comment = "/*" + repeated("} vertex { x = 1; y = 1; }\n", 200'000) + "*/";
    for (const std::string& text :
         {std::string(kHead) + comment + repeated(kThing, 3'000),
          std::string(kHead) + repeated(kThing, 100'000) + comment + repeated(kThing, 100'000),
          std::string(kHead) + repeated(kThing, 3'000) + comment}) {
        agree(text);
    }
}

TEST(Slices, LimitsThatOnlyTheSumReaches) {
    const std::string text = generated(80'000, true);
    const LoadResult<flatline::engine::Map> whole = load_text::load(text);
    ASSERT_TRUE(whole);
    const flatline_arrays& a = whole.value.arrays();
    const std::pair<std::uint64_t flatline::engine::Limits::*, std::uint64_t> rows[] = {
        {&flatline::engine::Limits::vertices, a.vertex_count},
        {&flatline::engine::Limits::linedefs, a.linedef_count},
        {&flatline::engine::Limits::sidedefs, a.sidedef_count},
        {&flatline::engine::Limits::sectors, a.sector_count},
        {&flatline::engine::Limits::things, a.thing_count},
        {&flatline::engine::Limits::unknown_fields, a.unknown_count}};
    for (const auto& [limit, count] : rows) {
        ASSERT_GT(count, 10u);
        for (const std::uint64_t most : {count, count - 1, count / 2, std::uint64_t{0}}) {
            LoadOptions options;
            options.limits.*limit = most;
            agree(text, options);
        }
    }
}

TEST(Slices, MemoryOfAllSlicesKeepsToTheLimit) {
    const std::string text = generated(120'000, true);
    const std::uint64_t used = load_text::load(text).memory.used;
    int taken = 0;
    const std::uint64_t step = used / 7 * testing_support::one_in(3);
    for (std::uint64_t limit = used / 2; limit < used * 6; limit += step) {
        LoadOptions options;
        options.limits.arena_bytes = limit;
        agree(text, options);
        taken += joined(text, options);
    }
    EXPECT_GT(taken, 0);
}

TEST(Slices, WarningsOfAllSlicesInTheOrderOfTheText) {
    // Unknown keys, repeated fields, values of a wrong kind, fractions: in each slice.
    const std::string text =
        std::string(kHead) +
        repeated(
            "thing { x = 1; y = 2; type = 3; type = 4; who = 1; angle = 1.5; id = \"a\"; }\n"
            "vertex { x = 1; y = 99999; x = 2; } own { a = 1; in { b = \"c\"; } }\n"
            "sector { texturefloor = \"A\"; texturefloor = \"B\"; }\nglobal_key = 5;\n",
            60'000);
    for (const std::uint64_t most :
         {std::uint64_t{100'000}, std::uint64_t{1000}, std::uint64_t{7}, std::uint64_t{0}}) {
        LoadOptions options;
        options.limits.findings = most;
        options.limits.coordinate = 100'000;
        agree(text, options);
        EXPECT_TRUE(joined(text, options));
    }
}

// Names, columns, id lists and unknown values with escapes lie behind the text, slice after slice.
TEST(Slices, DecodedStringsOfAllSlices) {
    std::string text(kHead);
    for (int i = 0; text.size() < 60'000; ++i) {
        const std::string n = std::to_string(i % 50);
        text += "sector { texturefloor = \"A\\\"" + n + "\"; textureceiling = \"B" + n +
                "\"; comment = \"say \\\"" + n + "\\\"\"; moreids = \"1\\ 2 " + n +
                "\"; user_a = \"\\\\" + n + "\"; }\nsidedef { sector = 0; texturetop = \"C\\\\" +
                n + "\"; }\nown { a = \"\\\"\"; }\n";
    }
    agree(text);
    EXPECT_TRUE(joined(text));
}

TEST(Slices, MoreNamesThanASliceHolds) {
    std::string text(kHead);
    for (int i = 0; i < 110'000; ++i) {
        text += "sidedef{sector=0;texturetop=\"N" + std::to_string(i) + "\";}";
    }
    text += "sector{texturefloor=\"A\";textureceiling=\"B\";}";
    EXPECT_EQ(outcome(text, threaded({}, 2)), outcome(text, {}));
    EXPECT_FALSE(joined(text, {}, 2));
    EXPECT_TRUE(joined(text, {}, 8));  // each slice holds fewer
}

// What says how the whole text is read, where a slice meets it.
TEST(Slices, LateNamespacesAndSigns) {
    const std::string things = repeated(kThing, 15'000);
    const std::string head(kHead);
    for (const std::string& text :
         {things + head + things, things + things + head, head + things + head + things,
          head + things + "namespace = \"srb2\";" + things, head + things + "namespace = doom;",
          head + things + "linedef { v1 = 0; v2 = 0; frontside = 0; }" + things,
          head + things + "thing { x = 1; y = 1; type = word; }" + things,
          "namespace = doom;" + things + things, "own = 1;" + head + things + things,
          "namespace = \"nobodys\";" + things + things,
          "namespace = \"z\\doom\";" + things + things,
          "/* */ namespace /* */ = // \n \"srb2\" ;" + things + things, things + things}) {
        agree(text);
        for (const flatline::engine::Grammar grammar :
             {flatline::engine::Grammar::v1_1, flatline::engine::Grammar::v0_99}) {
            LoadOptions options = text_kinds::repairing();
            options.grammar = grammar;
            agree(text, options);
        }
        LoadOptions options;
        options.namespace_override = "eternity";
        agree(text, options);
    }
    LoadOptions options;
    options.namespace_override = "eternity";
    EXPECT_TRUE(joined(head + things + things, options));
    options.namespace_override = {};
    options.grammar = flatline::engine::Grammar::v0_99;
    EXPECT_FALSE(joined("namespace = doom;" + things + things, options));
}

TEST(Slices, ErrorsAreThoseOfOneThread) {
    const std::string things = repeated(kThing, 12'000);
    for (const std::string& wrong :
         {std::string("thing { x = ; }"), std::string("thing { x = 1; "), std::string("}"),
          std::string("thing { x = 40000; y = 1; type = 1; }"), std::string("thing { }"),
          std::string("own { a = 99999999999999999999; }"), std::string("/* "), std::string("\""),
          std::string("thing { type = \"a; }"), std::string("a = nan;"), std::string("\0", 1),
          std::string("thing { x = 1; y = 1; type = 1; in { in { in { } } } }")}) {
        LoadOptions options;
        options.limits.nesting = 3;
        for (std::size_t at = 0; at < 4; ++at) {
            std::string text(kHead);
            for (std::size_t i = 0; i < 4; ++i) text += i == at ? things + wrong : things;
            agree(text, options);
        }
    }
}

TEST(Slices, BeginningsAndEnds) {
    const std::string things = repeated(kThing, 12'000);
    for (const std::string& text :
         {"\xEF\xBB\xBF" + std::string(kHead) + things,
          std::string(kHead) + things + std::string(5, 0),
          std::string(kHead) + things + "// the end", std::string(kHead) + things + ";;;; ",
          std::string(kHead) + "thing { x = 1; y = 1; type = 1; " +
              repeated("user_a = 1;", 30'000) + "}",
          std::string(), std::string(30'000, ' '), std::string(30'000, '}')}) {
        agree(text);
    }
}

TEST(Slices, PoolsOfEveryKind) {
    const std::string text = generated(60'000, true);
    const std::string expected = outcome(text, {});
    for (const Way way :
         {Way::in_order, Way::backwards, Way::one_thread_each, Way::another_thread}) {
        for (const std::uint32_t threads : kThreads) {
            Pool pool(way);
            LoadOptions options = threaded({}, threads);
            options.jobs = pool.hooks();
            EXPECT_EQ(outcome(text, options), expected);
            EXPECT_EQ(pool.runs(), 4);  // read, joined; two stages behind
        }
    }
    for (const host_pool::Fault fault :
         {host_pool::Fault::twice, host_pool::Fault::never, host_pool::Fault::some}) {
        Pool pool(fault);
        LoadOptions options = threaded({}, 8);
        options.jobs = pool.hooks();
        EXPECT_EQ(outcome(text, options), expected);
    }
    Pool idle(Way::in_order);
    LoadOptions options;
    options.jobs = idle.hooks();
    EXPECT_EQ(outcome(text, options), expected);
    options.threads = 8;
    EXPECT_EQ(outcome(text, options), expected);  // shorter than thread_bytes
    EXPECT_EQ(idle.runs(), 0);
}

TEST(Slices, OneLoaderManyTexts) {
    counting_memory::Memory memory;
    {
        Loader loader(memory.hooks());
        std::mt19937 random(7);
        const std::string texts[] = {generated(60'000), generated(20'000, true),
                                     std::string(kHead) + repeated(kThing, 90'000),
                                     generated(60'000) + "thing { x = ; }"};
        for (int i = 0; i < 40; ++i) {
            const std::string& text = texts[random() % 4];
            const LoadOptions options = threaded({}, static_cast<std::uint32_t>(1 + random() % 8));
            LoadResult<flatline::engine::Map> result =
                loader.load_borrowed(load_text::bytes(text), options);
            EXPECT_EQ(load_outcome::of(result), outcome(text, {}));
            if (i % 2 == 0) loader.recycle(std::move(result.value));
        }
    }
    EXPECT_EQ(memory.open_blocks(), 0u);
    EXPECT_FALSE(memory.misused());
}

// The hooks of a host see one thread, whatever reads the text; counting_memory would be torn.
struct OneThread {
    counting_memory::Memory memory;
    flatline::engine::MemoryHooks counted = memory.hooks();
    std::thread::id thread = std::this_thread::get_id();
    bool wrong = false;

    flatline::engine::MemoryHooks hooks() {
        const auto acquire = [](void* context, std::size_t bytes) {
            auto& self = *static_cast<OneThread*>(context);
            self.wrong = self.wrong || std::this_thread::get_id() != self.thread;
            return self.counted.acquire(self.counted.context, bytes);
        };
        const auto release = [](void* context, void* data, std::size_t bytes) {
            auto& self = *static_cast<OneThread*>(context);
            self.wrong = self.wrong || std::this_thread::get_id() != self.thread;
            self.counted.release(self.counted.context, data, bytes);
        };
        return {acquire, release, this};
    }
};

TEST(Slices, MemoryThatRunsOutAnywhere) {
    const std::string text = generated(40'000, true);
    const std::string expected = outcome(text, {});
    for (const bool sticky : {false, true}) {
        int failed = 0;
        for (std::uint64_t at = 0; at < 60; ++at) {
            OneThread host;
            host.memory.fail_at(at, sticky);
            {
                Loader loader(host.hooks());
                const LoadOptions options = threaded({}, 3);
                LoadResult<flatline::engine::Map> result =
                    loader.load_borrowed(load_text::bytes(text), options);
                if (result) {
                    EXPECT_EQ(load_outcome::of(result), expected);
                } else {
                    EXPECT_EQ(result.status, Status::out_of_memory);
                    ++failed;
                }
                host.memory.heal();
                result = loader.load_borrowed(load_text::bytes(text), options);
                EXPECT_EQ(load_outcome::of(result), expected);
            }
            EXPECT_FALSE(host.wrong);
            EXPECT_EQ(host.memory.open_blocks(), 0u);
            EXPECT_FALSE(host.memory.misused());
        }
        // After one refusal one thread reads the text; where all are refused it cannot.
        EXPECT_EQ(failed > 0, sticky);
    }
}

// Answers false at call `most`, on the thread that loads only.
struct Follower {
    std::size_t most = SIZE_MAX;
    std::size_t calls = 0;
    std::uint64_t last = 0;
    bool wrong = false;
    std::thread::id thread = std::this_thread::get_id();

    flatline::engine::ProgressHooks hooks() {
        const auto report = [](void* context, std::uint64_t done, std::uint64_t total) {
            auto& self = *static_cast<Follower*>(context);
            self.wrong = self.wrong || std::this_thread::get_id() != self.thread ||
                         done < self.last || done > total;
            self.last = done;
            return ++self.calls < self.most;
        };
        return {report, this, 0};
    }
};

TEST(Slices, CancelledAtAnyCall) {
    const std::string text = generated(2'500'000);
    const std::string expected = outcome(text, {});
    OneThread host;
    {
        Loader loader(host.hooks());
        std::size_t cancelled = 0;
        for (std::size_t most = 1; most < 20; ++most) {
            SCOPED_TRACE(most);
            Follower follower;
            follower.most = most;
            LoadOptions options = threaded({}, 2);
            options.progress = follower.hooks();
            LoadResult<flatline::engine::Map> result =
                loader.load_borrowed(load_text::bytes(text), options);
            EXPECT_FALSE(follower.wrong);
            if (result) {
                EXPECT_LT(follower.calls, most);
                EXPECT_EQ(load_outcome::of(result), expected);
            } else {
                EXPECT_EQ(result.status, Status::cancelled);
                EXPECT_EQ(result.findings.total(), 0u);
                ++cancelled;
            }
            if (most % 5 != 0) continue;
            options.progress = {};
            result = loader.load_borrowed(load_text::bytes(text), options);
            EXPECT_EQ(load_outcome::of(result), expected);
            loader.recycle(std::move(result.value));
        }
        EXPECT_GE(cancelled, 4u);
    }
    EXPECT_FALSE(host.wrong);
    EXPECT_EQ(host.memory.open_blocks(), 0u);
}

// A pool of other threads: only between its runs is the thread that loads there to be asked.
TEST(Slices, ProgressBesideAPool) {
    const std::string text = generated(1'500'000);
    for (const Way way : {Way::in_order, Way::one_thread_each, Way::another_thread}) {
        Pool pool(way);
        LoadOptions options = threaded({}, 2);
        options.jobs = pool.hooks();
        Follower follower;
        options.progress = follower.hooks();
        EXPECT_TRUE(load_text::load(text, options));
        EXPECT_FALSE(follower.wrong);
        EXPECT_GT(follower.calls, way == Way::in_order ? 8u : 4u);
        follower = Follower();
        follower.most = 2;
        EXPECT_EQ(load_text::load(text, options).status, Status::cancelled);
        EXPECT_EQ(follower.calls, 2u);
    }
}

// A refused text is read twice and reported once.
TEST(Slices, ProgressOfATextThatIsReadAgain) {
    const std::string text = generated(1'500'000) + "thing { x = ; }";
    Follower follower;
    LoadOptions options = threaded({}, 2);
    options.progress = follower.hooks();
    EXPECT_EQ(load_text::load(text, options).status, Status::refused);
    EXPECT_FALSE(follower.wrong);
    EXPECT_GT(follower.calls, 4u);
}

}  // namespace slices_test
