// Runs a property over random tapes of choices, and makes the tape small that breaks it.
//
// RC_PARAMS (seed, max_success) as always in RapidCheck; without it the seed is fixed, so that a
// run of the tests is the same everywhere. FLATLINE_FULL=1 runs many more.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "property/tape.hpp"

namespace property {

inline rc::Gen<std::vector<std::uint32_t>> any_tape() {
    const auto choice = rc::gen::resize(100, rc::gen::arbitrary<std::uint32_t>());
    return rc::gen::resize(1500, rc::gen::container<std::vector<std::uint32_t>>(choice));
}

// What a property throws where a map breaks it.
struct Broken {
    std::string what;
    std::string text;
};

using Property = void (*)(Tape tape, Tape noise);
using Choices = std::vector<std::uint32_t>;

// "" or how the property is broken by the map on these tapes.
inline std::string failure(Property body, const Choices& tape, const Choices& noise) {
    try {
        body(Tape(tape), Tape(noise));
        return "";
    } catch (const Broken& broken) {
        return broken.what + "\ntext:\n" + broken.text + "\n";
    }
}

// RapidCheck's own shrinking tries each of thousands of numbers; on a tape it is enough to leave
// out and to set to zero ever smaller parts, for as long as the property stays broken.
inline void shrink(Property body, Choices& tape, Choices& noise) {
    int tries = 2000;
    for (Choices* choices : {&noise, &tape}) {
        for (std::size_t part = choices->size(); part > 0; part /= 2) {
            for (std::size_t at = 0; at + part <= choices->size() && tries > 0;) {
                const Choices kept = *choices;
                const auto first = choices->begin() + static_cast<std::ptrdiff_t>(at);
                const auto end = first + static_cast<std::ptrdiff_t>(part);
                choices->erase(first, end);
                if (--tries; !failure(body, tape, noise).empty()) {
                    continue;
                }
                *choices = kept;
                const auto again = choices->begin() + static_cast<std::ptrdiff_t>(at);
                std::fill(again, again + static_cast<std::ptrdiff_t>(part), 0u);
                if (--tries; failure(body, tape, noise).empty()) {
                    *choices = kept;
                }
                at += part;
            }
        }
    }
}

inline void check_property(Property body) {
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    params.disableShrinking = true;
    if (std::getenv("RC_PARAMS") == nullptr) {
        params.seed = 20'260'101;
        params.maxSuccess = std::getenv("FLATLINE_FULL") != nullptr ? 50'000 : 100;
    }
    rc::detail::TestMetadata metadata;
    metadata.id = testing::UnitTest::GetInstance()->current_test_info()->name();
    std::string message;
    const auto property = [&] {
        Choices tape = *rc::gen::noShrink(any_tape());
        Choices noise = *rc::gen::noShrink(any_tape());
        if (!failure(body, tape, noise).empty()) {
            shrink(body, tape, noise);
            message = failure(body, tape, noise);
            RC_FAIL("see below");
        }
    };
    const auto result = rc::detail::checkTestable(property, metadata, params);
    if (!result.template is<rc::detail::SuccessResult>()) {
        FAIL() << message;
    }
}

inline void require(bool good, const std::string& what, const std::string& text) {
    if (!good) {
        throw Broken{what, text};
    }
}

}  // namespace property
