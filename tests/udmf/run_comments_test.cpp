// Runs met with comments between their statements: which match, and where their parts then stand.
#include "udmf/runs/comments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

namespace {

using flatline::engine::udmf::CommentedMatch;
using flatline::engine::udmf::match_around_comments;
using flatline::engine::udmf::RunRest;
using flatline::engine::udmf::Runs;
using flatline::engine::udmf::RunState;
using LearnedRun = flatline::engine::udmf::Run;  // a test has a Run of its own

class RunComments : public testing::Test {
protected:
    RunComments() {
        runs_->clear();
        state_ = runs_->state(Runs::kTop);
    }

    void learn(const std::string& text) {
        ASSERT_TRUE(runs_->has_room(*state_));
        LearnedRun run{};
        RunRest rest{};
        run.size = static_cast<std::uint8_t>(text.size());
        run.opens = LearnedRun::kOpensNothing;
        run.brace = static_cast<std::uint16_t>(std::min(text.find('{'), text.size()));
        run.next = state_;
        std::memcpy(rest.text, text.data(), text.size());
        runs_->add(*state_, run, rest);
    }
    /// Of a text with so much after it as may be looked at.
    CommentedMatch match(const std::string& text, std::size_t stop = std::string::npos) {
        text_ = text + std::string(1024, ' ');
        const auto* p = reinterpret_cast<const unsigned char*>(text_.data());
        return match_around_comments(p, *state_, p + std::min(stop, text.size()));
    }
    std::ptrdiff_t at(const unsigned char* p) const {
        return p - reinterpret_cast<const unsigned char*>(text_.data());
    }

    std::unique_ptr<Runs> runs_ = std::make_unique<Runs>();
    RunState* state_ = nullptr;
    std::string text_;
};

TEST_F(RunComments, ACommentMovesWhatStandsBehindIt) {
    learn("\r\na = true;\r\nb = true;\r\nc = ");
    for (const std::string comment : {" // x", "/* x */", " /*\n*/ /**/\t// ", "\n\n//\n"}) {
        const std::string text = "\r\na = true;" + comment + "\r\nb = true;\r\nc = 7;";
        const CommentedMatch found = match(text);
        ASSERT_EQ(found.run, state_->runs) << comment;
        EXPECT_EQ(at(found.tail), static_cast<std::ptrdiff_t>(comment.size()));
        EXPECT_EQ(found.tail[found.run->size], '7');
    }
}

TEST_F(RunComments, SeveralInOneRun) {
    learn("\na = true;\n}\n\nthing\n{\nx = ");
    const CommentedMatch found = match("\na = true; // 1\n} // 2\n\nthing\n{ // 3\nx = 7;");
    ASSERT_EQ(found.run, state_->runs);
    EXPECT_EQ(at(found.block), 10);
    EXPECT_EQ(found.block[found.run->brace], '{');
    EXPECT_EQ(at(found.tail), 15);
    EXPECT_EQ(found.tail[found.run->size], '7');
}

TEST_F(RunComments, TheFirstRunThatIsTheSame) {
    learn("\na = true;\nb = true;\n}");
    learn("\na = true;\nc = true;\n}");
    EXPECT_EQ(match("\na = true; // x\nc = true;\n};").run, state_->runs + 1);
    EXPECT_EQ(match("\na = true; // x\nb = true;\n};").run, state_->runs);
    EXPECT_EQ(match("\na = true; // x\nd = true;\n};").run, nullptr);
}

TEST_F(RunComments, NotInsideStatements) {
    learn("\na = true;\n}\n\nthing\n{\nx = ");
    for (const std::string text :
         {"\na // x\n = true;\n}\n\nthing\n{\nx = 7;", "\na = true /* x */;\n}\n\nthing\n{\nx = 7;",
          "\na = true;\n}\n\nthing // x\n{\nx = 7;", "\na = true; / x\n}\n\nthing\n{\nx = 7;",
          " // x\na = true;\n}\n\nthing\n{\nx = 7;",
          "\na = true;\n}\n\nthing\n{\nx /* x */ = 7;"}) {
        EXPECT_EQ(match(text).run, nullptr) << text;
    }
}

TEST_F(RunComments, OnlyThoseThatEndAndHoldNoNul) {
    learn("\na = true;\n}");
    const std::string text = "\na = true; /* x */\n};";
    EXPECT_NE(match(text).run, nullptr);
    for (std::size_t stop = 0; stop <= text.find('}'); ++stop) {
        EXPECT_EQ(match(text, stop).run, nullptr) << stop;
    }
    EXPECT_EQ(match(std::string("\na = true; /* \0 */\n};", 20)).run, nullptr);
    EXPECT_EQ(match("\na = true; /* x\n};").run, nullptr);
    EXPECT_EQ(match("\na = true; // x").run, nullptr);
}

}  // namespace
