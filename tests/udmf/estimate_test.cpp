#include "udmf/estimate.hpp"

#include <gtest/gtest.h>

#include <string>

#include "flatline/types.h"
#include "mapgen.hpp"
#include "support/guarded_text.hpp"

namespace {

using flatline::engine::udmf::Estimate;
using flatline::engine::udmf::estimate_blocks;
namespace mapgen = flatline::engine::mapgen;

Estimate estimate(const std::string& text) {
    return estimate_blocks({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

void expect_near(std::uint64_t estimated, std::uint64_t real, std::uint64_t all) {
    // Windows are few, so a kind is known to some hundredths of all blocks.
    const std::uint64_t off = estimated > real ? estimated - real : real - estimated;
    EXPECT_LE(off, all / 10) << estimated << " of " << real;
}

TEST(EstimateBlocks, IsNearInGeneratedMaps) {
    for (const mapgen::Style style :
         {mapgen::Style::Udb, mapgen::Style::Slade, mapgen::Style::Minified}) {
        for (const bool comments : {false, true}) {
            mapgen::Options options;
            options.target_bytes = 4'000'000;
            options.style = style;
            options.comments = comments;
            options.crlf = comments;
            const mapgen::Generated map = mapgen::generate(options);
            const mapgen::Counts& c = map.counts;
            const std::uint64_t all = c.vertices + c.linedefs + c.sidedefs + c.sectors + c.things;
            const Estimate estimated = estimate(map.text);
            expect_near(estimated.blocks[FLATLINE_VERTEX], c.vertices, all);
            expect_near(estimated.blocks[FLATLINE_LINEDEF], c.linedefs, all);
            expect_near(estimated.blocks[FLATLINE_SIDEDEF], c.sidedefs, all);
            expect_near(estimated.blocks[FLATLINE_SECTOR], c.sectors, all);
            expect_near(estimated.blocks[FLATLINE_THING], c.things, all);
        }
    }
}

TEST(EstimateBlocks, LooksForBlocksBehindBlocks) {
    EXPECT_GE(estimate("namespace=\"zdoom\";vertex{x=1;y=2;}thing{}").blocks[FLATLINE_THING], 1u);
    for (const char* text : {"", "{", "}other {}", "}things {}", "}// thing\n{", "thing"}) {
        EXPECT_EQ(estimate(text).blocks[FLATLINE_THING], 0u) << text;
    }
}

TEST(EstimateBlocks, ReadsNothingBesideTheText) {
    guarded::Page page(64);
    for (const char* text : {"{", " {", "//{", "/", "\n{", "thing {", "a/{", "{{{{{{{{{{{{"}) {
        (void)estimate_blocks(page.put(text));
    }
    (void)estimate_blocks({});
}

}  // namespace
