// The C functions about planes, nodes, blockmap, reject and runtime structures, used as a C program
// would.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "flatline/flatline.h"
#include "support/capi_tools.hpp"
#include "support/nodes_tools.hpp"
#include "support/wad_builder.hpp"

namespace {

using capi_tools::Loaded;
using capi_tools::Pool;

// Two squares side by side; the right one has the tag 5, and a thing stands in each.
std::string two_rooms() {
    std::string text = nodes_tools::two_squares_map();
    const std::string first = "sector";
    text.insert(text.find('{', text.rfind(first)) + 1, "id=5;");
    return text + "thing{x=64.0;y=64.0;type=1;}thing{x=200.0;y=64.0;type=2;}";
}

TEST(CApiPlanes, OfSectors) {
    const std::string text =
        "namespace=\"zdoom\";"
        "sector{heightfloor=8;heightceiling=64;}"
        "sector{floorplane_a=0;floorplane_b=-3;floorplane_c=4;floorplane_d=-80;}";
    const Loaded loaded(text);
    ASSERT_EQ(loaded.status, FLATLINE_OK);
    EXPECT_EQ(flatline_map_is_flat(loaded.map, 0), 1);
    EXPECT_EQ(flatline_map_is_flat(loaded.map, 1), 0);
    for (const std::uint32_t none : {2u, FLATLINE_NONE}) {
        EXPECT_EQ(flatline_map_is_flat(loaded.map, none), 1);
        EXPECT_EQ(flatline_map_floor_plane(loaded.map, none).c, 1);
        EXPECT_EQ(flatline_map_ceiling_plane(loaded.map, none).c, -1);
        EXPECT_EQ(flatline_map_floor_source(loaded.map, none).index, FLATLINE_NONE);
        EXPECT_EQ(flatline_map_ceiling_source(loaded.map, none).index, FLATLINE_NONE);
    }
    const flatline_plane flat = flatline_map_floor_plane(loaded.map, 0);
    EXPECT_EQ(flatline_z_at(&flat, 5, 6), 8);
    const flatline_plane ceiling = flatline_map_ceiling_plane(loaded.map, 0);
    EXPECT_EQ(ceiling.c, -1);
    EXPECT_EQ(flatline_z_at(&ceiling, 5, 6), 64);
    const flatline_plane sloped = flatline_map_floor_plane(loaded.map, 1);
    EXPECT_NEAR(flatline_z_at(&sloped, 0, 64), 68, 1e-9);
    EXPECT_EQ(flatline_map_floor_source(loaded.map, 1).kind, FLATLINE_PLANE_FIELDS);
    EXPECT_EQ(flatline_map_floor_source(loaded.map, 1).index, FLATLINE_NONE);
    EXPECT_EQ(flatline_map_ceiling_source(loaded.map, 1).kind, FLATLINE_PLANE_FLAT);
    EXPECT_EQ(loaded.arrays().plane_count, 1u);
    EXPECT_EQ(loaded.arrays().sectors[1].planes, 1u);

    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.extras.gzdoom_plane_d = 1;
    const Loaded gzdoom(text, &options);
    const flatline_plane raised = flatline_map_floor_plane(gzdoom.map, 1);
    EXPECT_NEAR(flatline_z_at(&raised, 0, 0), 100, 1e-9);
    options.extras.slope_rules = FLATLINE_SLOPES_NONE;
    const Loaded none(text, &options);
    EXPECT_EQ(flatline_map_is_flat(none.map, 1), 1);

    // Past the last sector, and without a map.
    for (const flatline_map* map : {static_cast<const flatline_map*>(loaded.map),
                                    static_cast<const flatline_map*>(nullptr)}) {
        EXPECT_EQ(flatline_map_is_flat(map, 2), 1);
        EXPECT_EQ(flatline_map_floor_plane(map, 2).c, 1);
        EXPECT_EQ(flatline_map_ceiling_plane(map, 2).c, -1);
        EXPECT_EQ(flatline_map_floor_source(map, 2).kind, FLATLINE_PLANE_FLAT);
        EXPECT_EQ(flatline_map_ceiling_source(map, 2).index, FLATLINE_NONE);
    }
}

class CApiNodes : public testing::Test {
protected:
    ~CApiNodes() override { flatline_free(nodes); }

    std::string text = two_rooms();
    Loaded loaded{text};
    flatline_built_nodes* nodes = nullptr;
};

TEST_F(CApiNodes, BuildsNodes) {
    ASSERT_EQ(flatline_build_nodes(loaded.map, nullptr, &nodes), FLATLINE_OK);
    const flatline_bsp& bsp = *flatline_built_nodes_bsp(nodes);
    EXPECT_STREQ(bsp.format, "built");
    std::uint64_t announced = 0;
    std::uint64_t used = 0;
    flatline_memory(nodes, &announced, &used);
    EXPECT_GT(used, 0u);
    EXPECT_LE(used, announced);
    const auto sector = [&](double x, double y) {
        return bsp.subsectors[flatline_subsector_at(&bsp, x, y)].sector;
    };
    EXPECT_EQ(sector(64, 64), 0u);
    EXPECT_EQ(sector(200, 64), 1u);
    EXPECT_EQ(loaded.arrays().nodes.subsector_count, 0u) << "the map does not change";
}

TEST_F(CApiNodes, RefusalsHaveFindings) {
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "segs", "3"), FLATLINE_OK);
    flatline_nodes_options options = FLATLINE_NODES_OPTIONS_INIT;
    options.limits = &limits;
    ASSERT_EQ(flatline_build_nodes(loaded.map, &options, &nodes), FLATLINE_REFUSED);
    std::size_t count = 0;
    const flatline_finding* finding = flatline_findings(nodes, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_STREQ(flatline_rule_id(finding->rule), "limit-segs");
    char sentence[200];
    EXPECT_GT(flatline_describe(loaded.map, finding, sentence, sizeof sentence), 0u);
    EXPECT_EQ(flatline_built_nodes_bsp(nodes)->subsector_count, 0u);
    EXPECT_EQ(flatline_subsector_at(flatline_built_nodes_bsp(nodes), 1, 1), FLATLINE_NONE);
}

TEST_F(CApiNodes, MemoryComesFromTheHost) {
    Pool pool;
    flatline_nodes_options options = FLATLINE_NODES_OPTIONS_INIT;
    options.memory = pool.memory();
    ASSERT_EQ(flatline_build_nodes(loaded.map, &options, &nodes), FLATLINE_OK);
    EXPECT_GT(pool.pieces, 0u);
    flatline_free(nodes);
    EXPECT_EQ(pool.pieces, 0u);
    pool.spent = true;
    EXPECT_EQ(flatline_build_nodes(loaded.map, &options, &nodes), FLATLINE_OUT_OF_MEMORY);
    EXPECT_EQ(flatline_built_nodes_bsp(nodes)->subsector_count, 0u);
}

// A map of more than 16,384 segs: 66 rows of 66 rooms.
std::string map_of_rooms() {
    constexpr int kRooms = 66;
    std::string text = "namespace=\"zdoom\";sector{texturefloor=\"F\";textureceiling=\"F\";}";
    for (int i = 0; i < kRooms * kRooms; ++i) {
        const int x = i % kRooms * 128;
        const int y = i / kRooms * 128;
        const int corners[][2] = {{x, y}, {x, y + 96}, {x + 96, y + 90}, {x + 96, y}};
        for (const auto& c : corners) {
            text += "vertex{x=" + std::to_string(c[0]) + ";y=" + std::to_string(c[1]) + ";}";
        }
        for (int k = 0; k < 4; ++k) {
            text += "linedef{v1=" + std::to_string(4 * i + k) +
                    ";v2=" + std::to_string(4 * i + (k + 1) % 4) +
                    ";sidefront=" + std::to_string(4 * i + k) + ";}sidedef{sector=0;}";
        }
    }
    return text;
}

TEST_F(CApiNodes, ThreadsOfTheHostBuildTheSameNodes) {
    const std::string text = map_of_rooms();
    flatline_map* map = nullptr;
    ASSERT_EQ(flatline_load_borrowed(nullptr, text.data(), text.size(), nullptr, &map),
              FLATLINE_OK);
    ASSERT_EQ(flatline_build_nodes(map, nullptr, &nodes), FLATLINE_OK);
    flatline_nodes_options options = FLATLINE_NODES_OPTIONS_INIT;
    options.threads = 3;
    int runs = 0;
    options.jobs.context = &runs;
    options.jobs.run = [](void* context, size_t count, void (*job)(void*, size_t),
                          void* job_context) {
        ++*static_cast<int*>(context);
        for (size_t i = count; i-- > 0;) job(job_context, i);
    };
    flatline_built_nodes* others = nullptr;
    EXPECT_EQ(flatline_build_nodes(map, &options, &others), FLATLINE_OK);
    EXPECT_GT(runs, 1);
    const flatline_bsp& one = *flatline_built_nodes_bsp(nodes);
    const flatline_bsp& two = *flatline_built_nodes_bsp(others);
    ASSERT_EQ(one.seg_count, two.seg_count);
    ASSERT_EQ(one.node_count, two.node_count);
    EXPECT_EQ(std::memcmp(one.segs, two.segs, one.seg_count * sizeof *one.segs), 0);
    EXPECT_EQ(std::memcmp(one.nodes, two.nodes, one.node_count * sizeof *one.nodes), 0);
    flatline_free(others);
    flatline_free(map);
}

TEST_F(CApiNodes, BadArguments) {
    EXPECT_EQ(flatline_build_nodes(nullptr, nullptr, &nodes), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(nodes, nullptr);
    EXPECT_EQ(flatline_build_nodes(loaded.map, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_nodes_options options = FLATLINE_NODES_OPTIONS_INIT;
    options.struct_size = 0;
    EXPECT_EQ(flatline_build_nodes(loaded.map, &options, &nodes), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(nodes, nullptr);
    std::size_t count = 1;
    std::uint64_t used = 1;
    EXPECT_EQ(flatline_built_nodes_bsp(nullptr)->node_count, 0u);
    EXPECT_EQ(flatline_findings(nullptr, &count), nullptr);
    EXPECT_EQ(count, 0u);
    flatline_memory(nullptr, nullptr, &used);
    EXPECT_EQ(used, 0u);
    EXPECT_EQ(flatline_subsector_at(nullptr, 0, 0), FLATLINE_NONE);
}

// The cells that a walk gives, up to `most`.
struct Cells {
    std::vector<std::uint32_t> all;
    std::size_t most = SIZE_MAX;

    static int visit(void* context, std::uint32_t cell) {
        auto* self = static_cast<Cells*>(context);
        self->all.push_back(cell);
        return self->all.size() < self->most ? 1 : 0;
    }
};

TEST(CApiBlockmap, WalksOverCells) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.products = FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_BLOCKMAP;
    const std::string text = two_rooms();
    const Loaded loaded(text, &options);
    const flatline_blockmap& blockmap = loaded.arrays().blockmap;
    ASSERT_EQ(blockmap.columns, 3u);
    EXPECT_EQ(flatline_cell_at(&blockmap, 130, 1), 1u);
    EXPECT_EQ(flatline_cell_at(&blockmap, -1, 1), FLATLINE_NONE);

    Cells cells;
    EXPECT_EQ(flatline_cells_on_segment(&blockmap, 200, 30, 10, 20, Cells::visit, &cells), 1);
    EXPECT_EQ(cells.all, (std::vector<std::uint32_t>{1, 0}));
    cells.all.clear();
    EXPECT_EQ(flatline_cells_on_segment(&blockmap, 10, 140, 20, 30, Cells::visit, &cells), 1);
    EXPECT_EQ(cells.all, (std::vector<std::uint32_t>{3, 0}));
    cells.all.clear();
    EXPECT_EQ(flatline_cells_in_box(&blockmap, 1, 1, 140, 140, Cells::visit, &cells), 1);
    EXPECT_EQ(cells.all, (std::vector<std::uint32_t>{0, 1, 3, 4}));
    cells.all.clear();
    cells.most = 1;
    EXPECT_EQ(flatline_cells_in_box(&blockmap, 1, 1, 140, 140, Cells::visit, &cells), 0);
    EXPECT_EQ(flatline_cells_on_segment(&blockmap, 200, 30, 10, 20, Cells::visit, &cells), 0);
    EXPECT_EQ(cells.all.size(), 2u);

    EXPECT_EQ(flatline_cell_at(nullptr, 0, 0), FLATLINE_NONE);
    EXPECT_EQ(flatline_cells_in_box(nullptr, 0, 0, 1, 1, Cells::visit, &cells), 1);
    EXPECT_EQ(flatline_cells_in_box(&blockmap, 0, 0, 1, 1, nullptr, nullptr), 1);
    EXPECT_EQ(flatline_cells_on_segment(nullptr, 0, 0, 1, 1, Cells::visit, &cells), 1);
    EXPECT_EQ(cells.all.size(), 2u);
}

TEST(CApiBlockmap, MarksAreClearedOnlyBeforeTheirNumbersRunOut) {
    std::uint32_t memory[2] = {7, 7};
    flatline_line_marks marks;
    flatline_line_marks_init(&marks, memory, 2);
    flatline_line_marks_begin(&marks);
    EXPECT_EQ(flatline_line_marks_first(&marks, 0), 1);
    EXPECT_EQ(flatline_line_marks_first(&marks, 0), 0);
    flatline_line_marks_begin(&marks);
    EXPECT_EQ(marks.query, 2u);
    EXPECT_EQ(memory[0], 1u);
    memory[1] = 1;  // of a query that had this number before
    marks.query = UINT32_MAX;
    flatline_line_marks_begin(&marks);
    EXPECT_EQ(marks.query, 1u);
    EXPECT_EQ(flatline_line_marks_first(&marks, 1), 1);
    EXPECT_EQ(flatline_line_marks_first(&marks, 2), 0) << "no such line";
}

TEST(CApiReject, SeesWhatIsNotRejected) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    // The first sector cannot see the second, nor the second itself.
    const unsigned char bits = 1 << 1 | 1 << 3;
    options.reject = {&bits, 1};
    const std::string text = two_rooms();
    const Loaded loaded(text, &options);
    const flatline_reject& reject = loaded.arrays().reject;
    EXPECT_EQ(flatline_sees(&reject, 0, 1), 0);
    EXPECT_EQ(flatline_sees(&reject, 1, 0), 1);
    EXPECT_EQ(flatline_sees(&reject, 1, 1), 0);
    EXPECT_EQ(flatline_sees(&reject, 0, 2), 1) << "no such sector";
    EXPECT_EQ(flatline_sees(&reject, 0, 3), 1);
    EXPECT_EQ(flatline_sees(&reject, 9, 0), 1);
    const Loaded without(text);
    EXPECT_EQ(flatline_sees(&without.arrays().reject, 0, 1), 1);
    EXPECT_EQ(flatline_sees(nullptr, 0, 1), 1);
}

class CApiRuntime : public testing::Test {
protected:
    ~CApiRuntime() override { flatline_free(runtime); }
    const flatline_runtime& arrays() const { return *flatline_built_runtime_arrays(runtime); }

    std::string text = two_rooms();
    Loaded loaded{text};
    flatline_built_runtime* runtime = nullptr;
};

TEST_F(CApiRuntime, BuildsTheParts) {
    ASSERT_EQ(flatline_build_runtime(loaded.map, FLATLINE_RUNTIME_ALL, nullptr, &runtime),
              FLATLINE_OK);
    EXPECT_EQ(arrays().tables, std::uint32_t{FLATLINE_RUNTIME_ALL});
    ASSERT_EQ(arrays().thing_count, 2u);
    EXPECT_EQ(arrays().thing_places[1].sector, 1u);
    EXPECT_EQ(arrays().thing_places[1].subsector, FLATLINE_NONE) << "the map has no nodes";
    EXPECT_EQ(arrays().neighbours[arrays().neighbour_rows[0]], 1u);
    std::size_t count = 0;
    const std::uint32_t* tagged = flatline_find_tag(&arrays().sector_tags, 5, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_EQ(*tagged, 1u);
    EXPECT_EQ(flatline_find_tag(&arrays().sector_tags, 6, &count), nullptr);
    EXPECT_EQ(count, 0u);
    std::uint64_t announced = 0;
    std::uint64_t used = 0;
    flatline_memory(runtime, &announced, &used);
    EXPECT_GT(used, 0u);
    EXPECT_LE(used, announced);
}

TEST_F(CApiRuntime, TakesNodesAndBlockmapOfTheHost) {
    flatline_built_nodes* nodes = nullptr;
    ASSERT_EQ(flatline_build_nodes(loaded.map, nullptr, &nodes), FLATLINE_OK);
    const flatline_blockmap_cell cells[9] = {};
    const flatline_blockmap blockmap{cells, nullptr, -128, -128, 3, 3, 0, 0, 0};
    flatline_runtime_options options = FLATLINE_RUNTIME_OPTIONS_INIT;
    options.nodes = flatline_built_nodes_bsp(nodes);
    options.blockmap = &blockmap;
    ASSERT_EQ(flatline_build_runtime(loaded.map,
                                     FLATLINE_RUNTIME_THING_PLACES | FLATLINE_RUNTIME_SECTOR_BOUNDS,
                                     &options, &runtime),
              FLATLINE_OK);
    EXPECT_EQ(arrays().thing_places[0].subsector, flatline_subsector_at(options.nodes, 64, 64));
    EXPECT_EQ(arrays().thing_places[0].sector, 0u);
    EXPECT_EQ(arrays().sector_bounds[0].first_column, 0u);
    EXPECT_EQ(arrays().sector_bounds[0].last_column, 2u);
    EXPECT_EQ(arrays().line_data, nullptr) << "not asked for";
    flatline_free(nodes);
}

TEST_F(CApiRuntime, ProgressMayEndIt) {
    struct Host {
        std::uint64_t done = 0, total = 0, most = 0;
    } host;
    flatline_runtime_options options = FLATLINE_RUNTIME_OPTIONS_INIT;
    options.progress.report = [](void* context, std::uint64_t done, std::uint64_t total) {
        auto& own = *static_cast<Host*>(context);
        own.done = done;
        own.total = total;
        return static_cast<std::int32_t>(done < own.most);
    };
    options.progress.context = &host;
    options.progress.interval_ms = FLATLINE_PROGRESS_EVERY_STEP;
    for (host.most = 1; host.most <= 13; ++host.most) {
        flatline_built_runtime* cancelled = nullptr;
        EXPECT_EQ(flatline_build_runtime(loaded.map, FLATLINE_RUNTIME_ALL, &options, &cancelled),
                  FLATLINE_CANCELLED);
        EXPECT_EQ(host.done, host.most);
        EXPECT_EQ(host.total, 13u);
        EXPECT_EQ(flatline_built_runtime_arrays(cancelled)->line_data, nullptr);
        flatline_free(cancelled);
    }
    ASSERT_EQ(flatline_build_runtime(loaded.map, FLATLINE_RUNTIME_ALL, &options, &runtime),
              FLATLINE_OK);
    EXPECT_NE(arrays().line_data, nullptr);
}

TEST_F(CApiRuntime, LimitsAndMemory) {
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "arena-bytes", "16"), FLATLINE_OK);
    flatline_runtime_options options = FLATLINE_RUNTIME_OPTIONS_INIT;
    options.limits = &limits;
    EXPECT_EQ(flatline_build_runtime(loaded.map, FLATLINE_RUNTIME_ALL, &options, &runtime),
              FLATLINE_REFUSED);
    EXPECT_EQ(arrays().tables, 0u);
    std::size_t count = 0;
    const flatline_finding* finding = flatline_findings(runtime, &count);
    ASSERT_EQ(count, 1u);
    EXPECT_STREQ(flatline_rule_id(finding->rule), "limit-arena-bytes");
    EXPECT_EQ(flatline_findings(nullptr, &count), nullptr);
    flatline_free(runtime);

    Pool pool;
    options = FLATLINE_RUNTIME_OPTIONS_INIT;
    options.memory = pool.memory();
    ASSERT_EQ(flatline_build_runtime(loaded.map, FLATLINE_RUNTIME_ALL, &options, &runtime),
              FLATLINE_OK);
    EXPECT_GT(pool.pieces, 0u);
    flatline_free(runtime);
    EXPECT_EQ(pool.pieces, 0u);
    pool.spent = true;
    EXPECT_EQ(flatline_build_runtime(loaded.map, FLATLINE_RUNTIME_ALL, &options, &runtime),
              FLATLINE_OUT_OF_MEMORY);
}

TEST_F(CApiRuntime, BadArguments) {
    flatline_runtime_options trails = FLATLINE_RUNTIME_OPTIONS_INIT;
    trails.trails = FLATLINE_TRAILS_LXDOOM + 1;
    EXPECT_EQ(flatline_build_runtime(loaded.map, FLATLINE_RUNTIME_ALL, &trails, &runtime),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_build_runtime(nullptr, FLATLINE_RUNTIME_ALL, nullptr, &runtime),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_build_runtime(loaded.map, 1 << 13, nullptr, &runtime),
              FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(flatline_build_runtime(loaded.map, 0, nullptr, nullptr), FLATLINE_BAD_ARGUMENT);
    flatline_runtime_options options = FLATLINE_RUNTIME_OPTIONS_INIT;
    options.struct_size = 0;
    EXPECT_EQ(flatline_build_runtime(loaded.map, 0, &options, &runtime), FLATLINE_BAD_ARGUMENT);
    EXPECT_EQ(runtime, nullptr);
    EXPECT_EQ(arrays().tables, 0u);
    std::uint64_t used = 1;
    flatline_memory(nullptr, &used, nullptr);
    EXPECT_EQ(used, 0u);
    std::size_t count = 1;
    EXPECT_EQ(flatline_find_tag(nullptr, 1, &count), nullptr);
    EXPECT_EQ(count, 0u);
}

TEST(CApiFindingsOfBuilds, ByRule) {
    const capi_tools::Loaded loaded(testing_support::square_text());
    flatline_limits limits;
    flatline_limits_default(&limits);
    ASSERT_EQ(flatline_limits_set(&limits, "arena-bytes", "1"), FLATLINE_OK);
    const std::uint16_t rule = flatline_find_rule("limit-arena-bytes");
    flatline_nodes_options nodes_options = FLATLINE_NODES_OPTIONS_INIT;
    nodes_options.limits = &limits;
    flatline_built_nodes* nodes = nullptr;
    EXPECT_EQ(flatline_build_nodes(loaded.map, &nodes_options, &nodes), FLATLINE_REFUSED);
    EXPECT_EQ(flatline_has_rule(nodes, rule), 1);
    EXPECT_EQ(flatline_has_rule(nodes, 0), 0);
    EXPECT_EQ(flatline_finding_count(nodes, FLATLINE_ERROR), 1u);
    EXPECT_EQ(flatline_finding_count(nodes, 9), 0u);
    flatline_free(nodes);
    flatline_runtime_options runtime_options = FLATLINE_RUNTIME_OPTIONS_INIT;
    runtime_options.limits = &limits;
    flatline_built_runtime* runtime = nullptr;
    EXPECT_EQ(flatline_build_runtime(loaded.map, FLATLINE_RUNTIME_ALL, &runtime_options, &runtime),
              FLATLINE_REFUSED);
    EXPECT_EQ(flatline_has_rule(runtime, rule), 1);
    EXPECT_EQ(flatline_has_rule(runtime, 0), 0);
    EXPECT_EQ(flatline_finding_count(runtime, FLATLINE_ERROR), 1u);
    EXPECT_EQ(flatline_finding_count(runtime, 9), 0u);
    flatline_free(runtime);
}

TEST(CApiBlockmap, IsBuiltAsAskedBesideALump) {
    // One block that lists line 0.
    const std::uint8_t lump[] = {0, 0, 0, 0, 1, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.products = FLATLINE_PRODUCT_DEFAULT | FLATLINE_PRODUCT_BLOCKMAP;
    options.blockmap = {lump, sizeof lump};
    options.extras.blockmap_style = FLATLINE_BLOCKMAP_BOOM;
    const std::string text = two_rooms();
    const Loaded stored(text, &options);
    EXPECT_EQ(stored.arrays().blockmap.from_lump, 1u);
    EXPECT_EQ(stored.arrays().blockmap.columns, 1u);
    options.products |= FLATLINE_PRODUCT_BUILD_BLOCKMAP;
    const Loaded built(text, &options);
    EXPECT_EQ(built.arrays().blockmap.from_lump, 0u);
    EXPECT_EQ(built.arrays().blockmap.columns, 3u);
}

}  // namespace
