// Learned runs against the general machine: with and without them, and with each kernel, a text
// gives the same arrays, the same findings at the same bytes and takes the same memory. Texts are
// longer than 2 KB: runs stop a kilobyte before the last ';'.
#include <gtest/gtest.h>

#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "mapgen.hpp"
#include "support/corpus.hpp"
#include "support/guarded_text.hpp"
#include "support/load_text.hpp"
#include "support/map_content.hpp"
#include "support/oracle.hpp"
#include "udmf/reader.hpp"

namespace {

using flatline::Finding;
using flatline::Kernel;
using flatline::LoadOptions;
using flatline::LoadResult;
using flatline::Repair;
namespace mapgen = flatline::mapgen;

// All that a load says. Memory is compared, too: both charge what they fill.
std::string outcome(std::string_view text, const LoadOptions& options) {
    const LoadResult result = load_text::load(text, options);
    EXPECT_EQ(oracle::first_fault(result, text), "");
    std::string all = std::to_string(static_cast<int>(result.status)) + " " +
                      std::to_string(result.memory.used) + " " +
                      std::to_string(result.findings().total()) + "\n";
    for (const Finding& f : result.findings().kept()) {
        all.append(reinterpret_cast<const char*>(&f), sizeof f);
    }
    if (result) all += map_content::of(result.map);
    return all;
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

LoadOptions repairing() {
    LoadOptions options;
    options.repair = Repair::repair;
    return options;
}

constexpr mapgen::Style kStyles[] = {mapgen::Style::Udb, mapgen::Style::Slade,
                                     mapgen::Style::Minified};
constexpr mapgen::Flavour kFlavours[] = {mapgen::Flavour::Zdoom, mapgen::Flavour::Srb2,
                                         mapgen::Flavour::Dsda};
constexpr bool mapgen::Options::*kOdd[] = {
    nullptr,
    &mapgen::Options::crlf,
    &mapgen::Options::comments,
    &mapgen::Options::tabs,
    &mapgen::Options::random_key_order,
    &mapgen::Options::messy_layout,
    &mapgen::Options::user_keys,
};

template <class Visit>
void for_each_kind(std::uint64_t bytes, Visit&& visit) {
    for (const mapgen::Style style : kStyles) {
        for (const mapgen::Flavour flavour : kFlavours) {
            for (const auto odd : kOdd) {
                mapgen::Options options;
                options.target_bytes = bytes;
                options.style = style;
                options.flavour = flavour;
                options.sloped_fraction = 0.2;
                if (odd != nullptr) options.*odd = true;
                visit(mapgen::generate(options).text);
            }
        }
    }
}

TEST(ReaderRuns, GeneratedMapsOfEveryKind) {
    for_each_kind(150'000, [](const std::string& text) { agree(text); });
}

TEST(ReaderRuns, OpenCorpus) {
    if (!corpus::present()) GTEST_SKIP() << "no corpus at ../shared/corpus";
    std::size_t maps = 0;
    for (const std::string& path : corpus::files()) {
        for (const corpus::TextMap& map : corpus::maps_of(path)) {
            SCOPED_TRACE(corpus::short_name(path) + ":" + map.name);
            maps += agree(map.text, repairing());
        }
    }
    EXPECT_GT(maps, 50u);
}

// Statements that a mutated text gets somewhere: each is legal, odd, or wrong in its own way.
constexpr const char* kStatements[] = {
    "x = 5;",           "special = 1.5;",       "id = 99999999999;",   "x = 40000.0;",
    "v1 = -1;",         "blocking = true;",     "blocking = 1;",       "user_a = \"b\\\"c\";",
    "user_b = 0x1F;",   "other = -7;",          "other = 1e5;",        "}",
    "{",                "thing {",              "sector { id = 3; }",  "in { a = 1; }",
    ";",                "// }\n",               "/* ; */",             "heightfloor = -0.5;",
    "texturetop = \"LONGERTHAN15BYTES\";",      "texturefloor = \"A\\B\";",
    "moreids = \"1 2 3\";",                     "comment = \"said\";", "x=1;x=2;",
    "namespace = \"srb2\";",                    "namespace = doom;",   "arg0 = +3;",
    "\"",               "nan",                  "single = TRUE;",      "renderstyle = \"add\";",
    "user_long = 12345678901234567890;",        "user_c = false;",     "floorpic = \"A\";"};

std::string mutated(std::string text, std::mt19937& random) {
    const auto below = [&](std::size_t n) { return random() % n; };
    for (std::size_t left = 1 + below(3); left > 0; --left) {
        // Not in the first bytes: there the general machine still reads alone.
        const std::size_t at = text.size() / 4 + below(text.size() * 3 / 4);
        switch (below(6)) {
            case 0: text.erase(at, 1 + below(4)); break;
            case 1: text[at] = static_cast<char>(below(256)); break;
            case 2: text.insert(at, kStatements[below(std::size(kStatements))]); break;
            case 3: {  // behind a ';', where a statement may stand
                const std::size_t stop = text.find(';', at);
                if (stop == std::string::npos) break;
                text.insert(stop + 1, kStatements[below(std::size(kStatements))]);
                break;
            }
            case 4: text.insert(at, text.substr(below(at), 1 + below(60))); break;
            default: text[at] = static_cast<char>(text[at] ^ 0x20); break;
        }
    }
    return text;
}

// What a load may be allowed: the limits fall inside runs as well.
LoadOptions odd_options(std::mt19937& random) {
    LoadOptions options = random() % 2 == 0 ? repairing() : LoadOptions();
    switch (random() % 8) {
        case 0: options.limits.vertices = random() % 40; break;
        case 1: options.limits.linedefs = random() % 40; break;
        case 2: options.limits.things = random() % 4; break;
        case 3: options.limits.unknown_fields = random() % 6; break;
        case 4: options.limits.arena_bytes = 4096 + random() % 60'000; break;
        case 5: options.limits.coordinate = 1000; break;
        case 6: options.limits.string_bytes = random() % 12; break;
        default: options.limits.identifier_bytes = 6 + random() % 20; break;
    }
    return options;
}

TEST(ReaderRuns, MutatedMaps) {
    std::mt19937 random(20261121);
    for_each_kind(20'000, [&](const std::string& whole) {
        for (int i = 0; i < 25; ++i) {
            // From the start, so that what comes before the mutation is learned.
            const std::string text = mutated(whole.substr(0, 3000 + random() % 6000), random);
            const LoadOptions options = i % 3 == 0 ? odd_options(random) : repairing();
            if (!agree(text, options)) {
                ADD_FAILURE() << "mutation " << i << " of\n" << text;
                return;
            }
        }
    });
}

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
    agree(text, repairing());
}

// Without a run that a text could use there is nothing to compare: on plain text they must act.
TEST(ReaderRuns, TheyAreFollowed) {
    mapgen::Options options;
    options.target_bytes = 200'000;
    options.flavour = mapgen::Flavour::Zdoom;
    const std::string text = mapgen::generate(options).text;
    flatline::Limits limits;
    flatline::MemoryHooks hooks;
    const auto workspace = std::make_unique<flatline::udmf::ReadWorkspace>();
    flatline::Reservation memory;
    flatline::FindingList findings;
    flatline::Budget budget(limits.arena_bytes);
    flatline::udmf::RawMap raw;
    flatline::udmf::ReadOptions read;
    read.limits = &limits;
    flatline::udmf::Reader reader(*workspace, hooks, budget, findings, read);
    ASSERT_EQ(reader.read(load_text::bytes(text), memory, raw), flatline::udmf::ReadStatus::ok);
    EXPECT_GT(workspace->runs.followed(), 5'000u);
}

}  // namespace
