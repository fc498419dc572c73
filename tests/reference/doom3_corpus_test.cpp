// Every real Doom 3 map of the corpus: the engine and the reference reader say the same, to the
// last bit; and the counts are those of the corpus's own list.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#include "model/doom3.hpp"
#include "reference/reference_doom3.hpp"
#include "support/corpus.hpp"
#include "support/doom3_oracle.hpp"
#include "support/load_text.hpp"
#include "support/needs.hpp"

namespace {

using flatline::engine::Doom3Map;

void expect_same_sides(const Doom3Map& map, const flatline_doom3_brush& brush,
                       const reference::Doom3Brush& slow) {
    ASSERT_EQ(brush.side_count, slow.sides.size());
    const bool bare = slow.keyword.empty();
    ASSERT_EQ(brush.kind, bare ? FLATLINE_DOOM3_BRUSH_BARE : FLATLINE_DOOM3_BRUSH_DEF3);
    for (std::size_t i = 0; i < slow.sides.size(); ++i) {
        const flatline_doom3_side& side = map.sides(brush)[i];
        const reference::Doom3Side& other = slow.sides[i];
        ASSERT_EQ(map.material(side.material), other.material);
        ASSERT_EQ(side.contents, other.trailing.empty() ? 0 : other.trailing[0]);
        if (bare) {
            ASSERT_EQ(other.numbers.size(), 14u);
            const flatline_doom3_quake_texture& q = map.quake_textures()[side.quake_texture];
            const double texture[5] = {q.shift[0], q.shift[1], q.rotate, q.scale[0], q.scale[1]};
            for (int j = 0; j < 5; ++j) ASSERT_EQ(texture[j], other.numbers[9 + j]);
            for (int j = 0; j < 9; j += 3) {
                const double* p = other.numbers.data() + j;
                ASSERT_NEAR(
                    side.plane.a * p[0] + side.plane.b * p[1] + side.plane.c * p[2] + side.plane.d,
                    0, 1e-6);
            }
            continue;
        }
        ASSERT_EQ(other.numbers.size(), 10u);
        const double own[10] = {side.plane.a,      side.plane.b,      side.plane.c,
                                side.plane.d,      side.matrix[0][0], side.matrix[0][1],
                                side.matrix[0][2], side.matrix[1][0], side.matrix[1][1],
                                side.matrix[1][2]};
        for (int j = 0; j < 10; ++j) ASSERT_EQ(own[j], other.numbers[j]);
    }
}

void expect_same_patch(const Doom3Map& map, const flatline_doom3_patch& patch,
                       const reference::Doom3Patch& slow) {
    ASSERT_EQ(patch.kind,
              slow.keyword == "patchDef3" ? FLATLINE_DOOM3_PATCH_DEF3 : FLATLINE_DOOM3_PATCH_DEF2);
    ASSERT_EQ(map.material(patch.material), slow.material);
    ASSERT_EQ(patch.width, slow.settings[0]);
    ASSERT_EQ(patch.height, slow.settings[1]);
    ASSERT_EQ(map.points(patch).size(), slow.points.size());
    for (std::size_t i = 0; i < slow.points.size(); ++i) {
        const flatline_doom3_point& p = map.points(patch)[i];
        const double own[5] = {p.x, p.y, p.z, p.s, p.t};
        for (int j = 0; j < 5; ++j) ASSERT_EQ(own[j], slow.points[i][j]);
    }
}

void expect_same(const Doom3Map& map, const reference::Doom3Document& slow) {
    ASSERT_EQ(map.has_version(), !slow.version.empty());
    ASSERT_EQ(map.entities().size(), slow.entities.size());
    for (std::size_t e = 0; e < slow.entities.size(); ++e) {
        const flatline_doom3_entity& entity = map.entities()[e];
        const reference::Doom3Entity& other = slow.entities[e];
        ASSERT_EQ(entity.pair_count, other.pairs.size());
        for (std::size_t i = 0; i < other.pairs.size(); ++i) {
            ASSERT_EQ(map.text(map.pairs(entity)[i].key), other.pairs[i].first);
            ASSERT_EQ(map.text(map.pairs(entity)[i].value), other.pairs[i].second);
        }
        ASSERT_EQ(entity.brush_count, other.brushes.size());
        for (std::size_t i = 0; i < other.brushes.size(); ++i) {
            expect_same_sides(map, map.brushes(entity)[i], other.brushes[i]);
        }
        ASSERT_EQ(entity.patch_count, other.patches.size());
        for (std::size_t i = 0; i < other.patches.size(); ++i) {
            expect_same_patch(map, map.patches(entity)[i], other.patches[i]);
        }
    }
}

// "... entities=12 brushDef3=37 patchDef2=16 patchDef3=110", as the list of the corpus has it.
std::string counts_in(const std::string& row) {
    const std::size_t at = row.find("entities=");
    std::string counts = at != std::string::npos ? row.substr(at) : std::string();
    while (!counts.empty() && (counts.back() == ' ' || counts.back() == '\r')) counts.pop_back();
    return counts;
}
std::string counts_of(const Doom3Map& map) {
    std::map<int, int> kinds;
    for (const flatline_doom3_brush& b : map.brushes()) ++kinds[b.kind];
    for (const flatline_doom3_patch& p : map.patches()) ++kinds[p.kind];
    std::string out = "entities=" + std::to_string(map.entities().size());
    const std::pair<int, const char*> names[] = {{FLATLINE_DOOM3_BRUSH_DEF3, "brushDef3"},
                                                 {FLATLINE_DOOM3_PATCH_DEF2, "patchDef2"},
                                                 {FLATLINE_DOOM3_PATCH_DEF3, "patchDef3"}};
    for (const auto& [kind, name] : names) {
        if (kinds[kind] != 0) out += " " + std::string(name) + "=" + std::to_string(kinds[kind]);
    }
    return out;
}

std::map<std::string, std::string> listed_counts() {
    std::map<std::string, std::string> counts;
    std::ifstream list(corpus::folder() / "../MANIFEST.tsv");
    for (std::string row; std::getline(list, row);) {
        if (row.rfind("open/d3map/", 0) != 0) continue;
        counts[row.substr(5, row.find('\t') - 5)] = counts_in(row);
    }
    return counts;
}

TEST(Doom3Corpus, EveryMapLoadsAndIsWhatTheReferenceReaderSays) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    const auto listed = listed_counts();
    std::size_t maps = 0;
    for (const std::string& path : corpus::files("d3map")) {
        SCOPED_TRACE(corpus::short_name(path));
        const std::string text = corpus::read_file(path);
        const flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
            flatline::engine::load_doom3_borrowed(load_text::bytes(text));
        ASSERT_EQ(result.status, flatline::engine::Status::ok);
        EXPECT_EQ(doom3_oracle::first_fault(result, text), "");
        EXPECT_EQ(result.findings.errors(), 0u);
        expect_same(result.value, reference::read_doom3(text));
        const auto row = listed.find(corpus::short_name(path));
        ASSERT_NE(row, listed.end());
        EXPECT_EQ(counts_of(result.value), row->second);
        ++maps;
    }
    EXPECT_EQ(maps, listed.size());
}

// Quake 3's texture form is that of bare brushes; Valve's is refused by its name.
TEST(Doom3Corpus, Dialects) {
    if (!corpus::present()) GTEST_SKIP() << needs::corpus();
    std::size_t quake3 = 0;
    std::size_t valve = 0;
    for (const std::string& path : corpus::files("d3map-dialect")) {
        SCOPED_TRACE(corpus::short_name(path));
        const std::string text = corpus::read_file(path);
        const flatline::engine::LoadResult<flatline::engine::Doom3Map> result =
            flatline::engine::load_doom3_borrowed(load_text::bytes(text));
        EXPECT_EQ(load_text::rule_id(result.findings.kept()[0]), "missing-header");
        if (path.find("quake3maps") != std::string::npos) {
            ASSERT_EQ(result.status, flatline::engine::Status::ok);
            EXPECT_EQ(result.findings.total(), 1u);
            expect_same(result.value, reference::read_doom3(text));
            ++quake3;
            continue;
        }
        ASSERT_EQ(result.status, flatline::engine::Status::refused);
        ASSERT_EQ(result.findings.total(), 2u) << "once a map, not once a brush";
        const flatline::engine::Finding& f = result.findings.kept()[1];
        EXPECT_EQ(load_text::rule_id(f), "dialect-valve-220");
        EXPECT_EQ(text[f.offset], '[');
        EXPECT_NE(load_text::sentence(f, text).find("Valve 220"), std::string::npos);
        ++valve;
    }
    EXPECT_EQ(quake3, 3u);
    EXPECT_EQ(valve, 2u);
}

}  // namespace
