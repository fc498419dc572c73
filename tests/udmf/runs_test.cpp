// The store of learned runs: order by use, room, and guesses.
#include "udmf/runs/store.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using flatline::engine::Dialect;
using flatline::engine::udmf::ValueSlot;
using LearnedRun = flatline::engine::udmf::Run;  // a test has a Run of its own
using flatline::engine::udmf::RunRest;
using flatline::engine::udmf::RunRules;
using flatline::engine::udmf::Runs;
using flatline::engine::udmf::RunState;

class RunsTest : public testing::Test {
protected:
    RunsTest() { runs_->clear(); }

    /// Adds a run of that text where there is room.
    bool add(RunState& state, const std::string& text) {
        if (!runs_->has_room(state)) return false;
        LearnedRun run{};
        RunRest rest{};
        run.size = static_cast<std::uint8_t>(text.size());
        run.opens = LearnedRun::kOpensNothing;
        run.next = &state;
        std::memcpy(rest.text, text.data(), text.size());
        runs_->add(state, run, rest);
        return true;
    }
    static std::string text_of(const LearnedRun& run) {
        return std::string(reinterpret_cast<const char*>(run.rest->text), run.size);
    }
    /// The run that a text begins with, as the loop looks for it; where it is now.
    static LearnedRun* follow(RunState& state, const std::string& text) {
        const std::string padded = text + std::string(LearnedRun::kBytes, '\0');
        const auto* p = reinterpret_cast<const unsigned char*>(padded.data());
        const auto matches = [&](const LearnedRun& run) {
            return std::memcmp(p, run.text, std::min<std::size_t>(run.size, LearnedRun::kBytes)) ==
                   0;
        };
        LearnedRun* found = state.runs;
        if (!matches(*found)) {
            found = state.guess(p);
            if (!matches(*found)) {
                ++wrong_;
                state.guessed_wrong();
                found = state.runs;
                while (!matches(*found)) ++found;
            }
        }
        return state.used(found);
    }

    std::unique_ptr<Runs> runs_ = std::make_unique<Runs>();
    static inline int wrong_ = 0;
};

std::vector<std::string> sidedef_texts() {
    return {"\n}\n\nsidedef //",
            "\noffsetx = ",
            "\noffsety = ",
            "\noffsetx_mid = ",
            "\noffsety_mid = ",
            "\noffsetx_top = ",
            "\ntexturetop = ",
            "\ntexturemiddle = ",
            "\nlight = ",
            "\nid = ",
            "\nwrapmidtex = true;\n}\n\nsidedef // "};
}

TEST_F(RunsTest, AnEmptyStateMatchesAnythingAsUnlearned) {
    RunState& state = *runs_->state(Runs::kTop);
    EXPECT_EQ(follow(state, "anything")->slot, ValueSlot::unlearned);
    for (int i = 0; i < 100; ++i) follow(state, "x");
    ASSERT_TRUE(add(state, "abc"));
    EXPECT_EQ(text_of(*follow(state, "abcd")), "abc");
    EXPECT_EQ(follow(state, "x")->slot, ValueSlot::unlearned);
}

TEST_F(RunsTest, TheMostUsedComesFirst) {
    RunState& state = *runs_->state(3);
    for (const std::string& text : sidedef_texts()) ASSERT_TRUE(add(state, text));
    for (int i = 0; i < 5; ++i) follow(state, "\nlight = ");
    EXPECT_EQ(text_of(state.runs[0]), "\n}\n\nsidedef //");  // one place a time
    for (int i = 0; i < 10; ++i) follow(state, "\nlight = ");
    EXPECT_EQ(text_of(state.runs[0]), "\nlight = ");
    EXPECT_EQ(state.end->slot, ValueSlot::unlearned);
}

TEST_F(RunsTest, GuessesFindWhatIsNotFirst) {
    RunState& state = *runs_->state(3);
    const std::vector<std::string> texts = sidedef_texts();
    for (const std::string& text : texts) ASSERT_TRUE(add(state, text));
    std::mt19937 random(1);
    for (int i = 0; i < 2000; ++i) {
        const std::string& text = texts[random() % texts.size()];
        ASSERT_EQ(text_of(*follow(state, text + "47;")), text);
    }
    wrong_ = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::string& text = texts[random() % texts.size()];
        ASSERT_EQ(text_of(*follow(state, text + "11;")), text);
    }
    // Two keys that end before the others differ share one place.
    EXPECT_LT(wrong_, 2000 / 4);
}

TEST_F(RunsTest, AFullStateMakesRoomForWhatIsMetOftenOnly) {
    RunState& state = *runs_->state(3);
    for (std::size_t i = 0; i < RunState::kMost; ++i) {
        const std::string text = "\nfield" + std::string(i + 1, 'a') + " = ";
        ASSERT_TRUE(add(state, text));
        for (int k = 0; k < 8; ++k) follow(state, text);
    }
    int refused = 0;
    while (!add(state, "\nlate = ")) ++refused;
    EXPECT_EQ(refused, 3);  // 9 hits, halved each time: 4, 2, 1, 0
    EXPECT_EQ(text_of(*follow(state, "\nlate = 5;")), "\nlate = ");
    EXPECT_EQ(state.end - state.runs, static_cast<std::ptrdiff_t>(RunState::kMost));
}

// What the text before has repeated a thousand times gives way to what this one does soon.
TEST_F(RunsTest, ATextsRunsCountForLittleInTheNext) {
    RunState& state = *runs_->state(3);
    for (std::size_t i = 0; i < RunState::kMost; ++i) {
        const std::string text = "\nfield" + std::string(i + 1, 'a') + " = ";
        ASSERT_TRUE(add(state, text));
        for (int k = 0; k < (i == 0 ? 1000 : 8); ++k) follow(state, text);
    }
    runs_->age();
    EXPECT_LE(runs_->followed(), 64u);
    EXPECT_EQ(text_of(state.runs[0]), "\nfielda = ");
    ASSERT_TRUE(add(state, "\nlate = "));
    for (int k = 0; k < 80; ++k) follow(state, "\nlate = ");
    EXPECT_EQ(text_of(state.runs[0]), "\nlate = ");
    EXPECT_EQ(state.end->slot, ValueSlot::unlearned);
    EXPECT_TRUE(runs_->are_old());
    for (int k = 0; k < 100; ++k) runs_->age();
    EXPECT_EQ(text_of(state.runs[0]), "\nlate = ");
}

// However often another text has made guesses useless, those of this one are learned soon.
TEST_F(RunsTest, GuessesAreLearnedAnewInTheNextText) {
    RunState& state = *runs_->state(3);
    for (const std::string& text : sidedef_texts()) ASSERT_TRUE(add(state, text));
    for (int i = 0; i < 20'000; ++i) state.guessed_wrong();
    runs_->age();
    const std::string texts[] = {"\nscalex_top = ", "\nscaley_mid = ", "\nlightabsolute = "};
    for (const std::string& text : texts) ASSERT_TRUE(add(state, text));
    wrong_ = 0;
    for (std::size_t i = 0; i < 3000; ++i) follow(state, texts[i % 3]);
    EXPECT_LT(wrong_, 200);
}

TEST_F(RunsTest, RunsAreHeldForTheRulesThatTheyWereLearnedBy) {
    const RunRules rules[] = {{Dialect::zdoom, false, 100},
                              {Dialect::srb2, false, 100},
                              {Dialect::srb2, true, 100},
                              {Dialect::srb2, true, 99}};
    for (const RunRules& each : rules) {
        runs_->hold_for(each);
        EXPECT_EQ(runs_->followed(), 0u);
        EXPECT_FALSE(runs_->are_old());
        ASSERT_TRUE(add(*runs_->state(3), "\nid = "));
        runs_->age();
        runs_->hold_for(each);
        EXPECT_EQ(runs_->followed(), 1u);
    }
    runs_->hold_for_none();
    runs_->hold_for(rules[3]);
    EXPECT_EQ(runs_->followed(), 0u);
}

TEST_F(RunsTest, WhereStatesAreFullAllIsForgotten) {
    ASSERT_TRUE(add(*runs_->state(0), "\nid = "));
    for (std::uint16_t i = 1; i + 1u < Runs::kMostStates; ++i) {
        ASSERT_TRUE(runs_->has_room(*runs_->state(i)));
    }
    RunState& last = *runs_->state(Runs::kMostStates);
    EXPECT_EQ(runs_->followed(), 1u);
    EXPECT_FALSE(runs_->has_room(last));
    EXPECT_EQ(runs_->followed(), 0u);
    EXPECT_EQ(follow(*runs_->state(0), "\nid = 5;")->slot, ValueSlot::unlearned);
    EXPECT_TRUE(runs_->has_room(*runs_->state(Runs::kMostStates)));
}

// Whoever learns asks for room once and may then make more than one state: those beyond the last
// are all one, which keeps nothing.
TEST_F(RunsTest, StatesBeyondTheLastAreOne) {
    for (std::uint16_t i = 0; i < Runs::kMostStates; ++i) (void)runs_->state(i);
    RunState* const beyond = runs_->state(Runs::kMostStates);
    EXPECT_EQ(runs_->state(Runs::kMostStates + 1), beyond);
    EXPECT_EQ(runs_->state(Runs::kMostStates + 2), beyond);
    EXPECT_FALSE(runs_->has_room(*beyond));
}

TEST_F(RunsTest, WhereRunsAreFullAllIsForgotten) {
    std::size_t kept = 0;
    while (add(*runs_->state(static_cast<std::uint16_t>(kept / 8)),
               "\nkey" + std::to_string(kept) + " = ")) {
        ++kept;
    }
    EXPECT_EQ(kept, Runs::kMost);
    EXPECT_EQ(runs_->followed(), 0u);
    EXPECT_TRUE(add(*runs_->state(3), "\nid = "));
    EXPECT_EQ(text_of(*follow(*runs_->state(3), "\nid = 5;")), "\nid = ");
}

}  // namespace
