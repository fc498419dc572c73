// Texts of every kind that the generator makes, and ways to spoil them and the options they are
// read with: for tests that hold two ways of reading against each other.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <utility>

#include "mapgen.hpp"
#include "model/load.hpp"
#include "support/corpus.hpp"
#include "support/needs.hpp"
#include "support/sampled.hpp"

namespace text_kinds {

using flatline::engine::LoadOptions;
namespace mapgen = flatline::engine::mapgen;

inline LoadOptions repairing() {
    LoadOptions options;
    options.repair = flatline::engine::Repair::repair;
    return options;
}

inline constexpr mapgen::Style kStyles[] = {mapgen::Style::Udb, mapgen::Style::Slade,
                                            mapgen::Style::Minified};
inline constexpr mapgen::Flavour kFlavours[] = {mapgen::Flavour::Zdoom, mapgen::Flavour::Srb2,
                                                mapgen::Flavour::Dsda};
inline constexpr bool mapgen::Options::*kOdd[] = {
    nullptr,
    &mapgen::Options::crlf,
    &mapgen::Options::comments,
    &mapgen::Options::tabs,
    &mapgen::Options::random_key_order,
    &mapgen::Options::messy_layout,
    &mapgen::Options::user_keys,
};

template <class Visit>
void for_each(std::uint64_t bytes, Visit&& visit) {
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

// Statements that a mutated text gets somewhere: each is legal, odd, or wrong in its own way.
inline constexpr const char* kStatements[] = {"x = 5;",
                                              "special = 1.5;",
                                              "id = 99999999999;",
                                              "x = 40000.0;",
                                              "v1 = -1;",
                                              "blocking = true;",
                                              "blocking = 1;",
                                              "user_a = \"b\\\"c\";",
                                              "user_b = 0x1F;",
                                              "other = -7;",
                                              "other = 1e5;",
                                              "}",
                                              "{",
                                              "thing {",
                                              "sector { id = 3; }",
                                              "in { a = 1; }",
                                              ";",
                                              "// }\n",
                                              "/* ; */",
                                              "heightfloor = -0.5;",
                                              "texturetop = \"LONGERTHAN15BYTES\";",
                                              "texturefloor = \"A\\B\";",
                                              "moreids = \"1 2 3\";",
                                              "comment = \"said\";",
                                              "x=1;x=2;",
                                              "namespace = \"srb2\";",
                                              "namespace = doom;",
                                              "arg0 = +3;",
                                              "\"",
                                              "nan",
                                              "single = TRUE;",
                                              "renderstyle = \"add\";",
                                              "user_long = 12345678901234567890;",
                                              "user_c = false;",
                                              "floorpic = \"A\";"};

inline std::string mutated(std::string text, std::mt19937& random) {
    const auto below = [&](std::size_t n) { return random() % n; };
    for (std::size_t left = 1 + below(3); left > 0; --left) {
        // Not in the first bytes, of which no run is learned yet.
        const std::size_t at = text.size() / 4 + below(text.size() * 3 / 4);
        switch (below(6)) {
            case 0:
                text.erase(at, 1 + below(4));
                break;
            case 1:
                text[at] = static_cast<char>(below(256));
                break;
            case 2:
                text.insert(at, kStatements[below(std::size(kStatements))]);
                break;
            case 3: {  // after a ';', where a statement may stand
                const std::size_t stop = text.find(';', at);
                if (stop == std::string::npos) break;
                text.insert(stop + 1, kStatements[below(std::size(kStatements))]);
                break;
            }
            case 4:
                text.insert(at, text.substr(below(at), 1 + below(60)));
                break;
            default:
                text[at] = static_cast<char>(text[at] ^ 0x20);
                break;
        }
    }
    return text;
}

// What a load may be allowed: the limits fall inside runs as well.
inline LoadOptions odd_options(std::mt19937& random) {
    LoadOptions options = random() % 2 == 0 ? repairing() : LoadOptions();
    switch (random() % 8) {
        case 0:
            options.limits.vertices = random() % 40;
            break;
        case 1:
            options.limits.linedefs = random() % 40;
            break;
        case 2:
            options.limits.things = random() % 4;
            break;
        case 3:
            options.limits.unknown_fields = random() % 6;
            break;
        case 4:
            options.limits.arena_bytes = 4096 + random() % 60'000;
            break;
        case 5:
            options.limits.coordinate = 1000;
            break;
        case 6:
            options.limits.string_bytes = random() % 12;
            break;
        default:
            options.limits.identifier_bytes = 6 + random() % 20;
            break;
    }
    return options;
}

/// Calls agree(text, options) for every UDMF map of the open corpus; it says whether two ways of
/// reading do. Skips the test where there is no corpus.
template <class Agree>
void corpus_agrees(Agree&& agree) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t maps = 0;
    testing_support::Sample sample(4, 8);
    for (const std::string& path : corpus::files()) {
        for (const corpus::TextMap& map : corpus::maps_of(path)) {
            if (!sample.takes()) continue;
            SCOPED_TRACE(corpus::short_name(path) + ":" + map.name);
            maps += agree(map.text, repairing());
        }
    }
    EXPECT_GT(maps, 50 / testing_support::one_in(4, 8));
}

/// The same for `of_each` spoiled beginnings of generated maps of every kind, each of at least
/// `least` bytes before that: from the start, so that what comes before the mutation is learned.
template <class Agree>
void mutations_agree(int of_each, std::size_t least, Agree&& agree) {
    std::mt19937 random(20261121);
    const int step = static_cast<int>(testing_support::one_in(4, 8));
    for_each(20'000, [&](const std::string& whole) {
        for (int i = 0; i < of_each; i += step) {
            const std::string text = mutated(whole.substr(0, least + random() % 6000), random);
            const LoadOptions options = i % 3 == 0 ? odd_options(random) : repairing();
            if (!agree(text, options)) {
                ADD_FAILURE() << "mutation " << i << " of\n" << text;
                return;
            }
        }
    });
}

}  // namespace text_kinds
