// The C functions of flatline.h about planes, nodes, blockmap, reject and runtime structures.
#include <algorithm>
#include <cstdint>
#include <new>

#include "api/handle.hpp"
#include "model/blockmap.hpp"
#include "model/nodes.hpp"
#include "model/planes.hpp"
#include "model/reject.hpp"
#include "model/runtime.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

struct flatline_built_nodes final : HandleOf<Nodes> {};

struct flatline_built_runtime final : HandleOf<Runtime> {};

namespace {

bool has_sector(const flatline_map* map, uint32_t sector) noexcept {
    return map != nullptr && sector < map->value.sectors().size();
}

}  // namespace

// ---- Planes ------------------------------------------------------------------------------------

int32_t flatline_map_is_flat(const flatline_map* map, uint32_t sector) {
    return has_sector(map, sector) && !map->value.is_flat(sector) ? 0 : 1;
}

flatline_plane flatline_map_floor_plane(const flatline_map* map, uint32_t sector) {
    if (!has_sector(map, sector)) return {0, 0, 1, 0};
    return map->value.floor_plane(sector);
}

flatline_plane flatline_map_ceiling_plane(const flatline_map* map, uint32_t sector) {
    if (!has_sector(map, sector)) return {0, 0, -1, 0};
    return map->value.ceiling_plane(sector);
}

flatline_plane_source flatline_map_floor_source(const flatline_map* map, uint32_t sector) {
    if (!has_sector(map, sector)) return {FLATLINE_NONE, FLATLINE_PLANE_FLAT, 0, 0};
    return map->value.floor_source(sector);
}

flatline_plane_source flatline_map_ceiling_source(const flatline_map* map, uint32_t sector) {
    if (!has_sector(map, sector)) return {FLATLINE_NONE, FLATLINE_PLANE_FLAT, 0, 0};
    return map->value.ceiling_source(sector);
}

double flatline_z_at(const flatline_plane* plane, double x, double y) {
    return plane != nullptr ? z_at(*plane, x, y) : 0;
}

// ---- Nodes, blockmap, reject -------------------------------------------------------------------

namespace {

// Makes nodes of `map` by make(map, options).
template <class Build>
flatline_status give_nodes(const flatline_map* map, const flatline_nodes_options* options,
                           flatline_built_nodes** nodes, const Build& build) noexcept {
    if (!start(nodes)) return FLATLINE_BAD_ARGUMENT;
    flatline_nodes_options taken = FLATLINE_NODES_OPTIONS_INIT;
    NodesOptions nodes_options;
    if (map == nullptr || !copy_options(options, taken) ||
        !read_memory(taken.memory, nodes_options.memory)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    nodes_options.limits = limits_of(taken.limits);
    nodes_options.progress = progress_of(taken.progress);
    nodes_options.strict = taken.strict != 0;
    nodes_options.stored_boxes = taken.stored_boxes != 0;
    if (taken.threads != 0) nodes_options.threads = taken.threads;
    nodes_options.jobs = {taken.jobs.run, taken.jobs.context};

    return make(nodes, [&](auto& made) { return made.keep(build(map->value, nodes_options)); });
}

}  // namespace

flatline_status flatline_build_nodes(const flatline_map* map, const flatline_nodes_options* options,
                                     flatline_built_nodes** nodes) {
    return give_nodes(map, options, nodes, [](const Map& of, const NodesOptions& taken) {
        return build_nodes(of, taken);
    });
}

flatline_status flatline_read_nodes(const flatline_map* map, const void* bytes, size_t size,
                                    const flatline_nodes_options* options,
                                    flatline_built_nodes** nodes) {
    if (nodes != nullptr) *nodes = nullptr;
    Bytes lump;
    if (!read_bytes(bytes, size, lump)) return FLATLINE_BAD_ARGUMENT;
    return give_nodes(map, options, nodes, [lump](const Map& of, const NodesOptions& taken) {
        return read_nodes(of, lump, taken);
    });
}

const flatline_bsp* flatline_built_nodes_bsp(const flatline_built_nodes* nodes) {
    static constexpr flatline_bsp kNone{};
    return nodes != nullptr ? &nodes->value.bsp() : &kNone;
}

uint32_t flatline_subsector_at(const flatline_bsp* bsp, double x, double y) {
    return bsp != nullptr ? subsector_at(*bsp, x, y) : FLATLINE_NONE;
}

uint32_t flatline_cell_at(const flatline_blockmap* blockmap, double x, double y) {
    return blockmap != nullptr ? cell_at(grid_of(*blockmap), x, y) : FLATLINE_NONE;
}

int flatline_cells_on_segment(const flatline_blockmap* blockmap, double x1, double y1, double x2,
                              double y2, flatline_visit_cell visit, void* context) {
    if (blockmap == nullptr || visit == nullptr) return 1;
    return for_each_cell_on_segment(grid_of(*blockmap), x1, y1, x2, y2,
                                    [&](std::uint32_t cell) { return visit(context, cell) != 0; });
}

int flatline_cells_in_box(const flatline_blockmap* blockmap, double left, double bottom,
                          double right, double top, flatline_visit_cell visit, void* context) {
    if (blockmap == nullptr || visit == nullptr) return 1;
    return for_each_cell_in_box(grid_of(*blockmap), left, bottom, right, top,
                                [&](std::uint32_t cell) { return visit(context, cell) != 0; });
}

void flatline_line_marks_init(flatline_line_marks* marks, uint32_t* memory, size_t count) {
    if (marks == nullptr) return;
    *marks = {memory, memory != nullptr ? count : 0, 0};
    std::fill_n(memory, marks->count, 0u);
}

void flatline_line_marks_begin(flatline_line_marks* marks) {
    if (marks == nullptr) return;
    if (marks->query == UINT32_MAX) flatline_line_marks_init(marks, marks->marks, marks->count);
    ++marks->query;
}

int flatline_line_marks_first(flatline_line_marks* marks, uint32_t line) {
    if (marks == nullptr || line >= marks->count || marks->marks[line] == marks->query) return 0;
    marks->marks[line] = marks->query;
    return 1;
}

namespace {

// What a walk over lines does in each cell; false where `visit` stopped it.
auto lines_visitor(const flatline_blockmap& blockmap, flatline_line_marks* marks,
                   flatline_visit_line visit, void* context) noexcept {
    flatline_line_marks_begin(marks);
    return [&blockmap, marks, visit, context](uint32_t cell) {
        for (const uint32_t line : cell_lines(blockmap, cell)) {
            if (flatline_line_marks_first(marks, line) != 0 && visit(context, line) == 0) {
                return false;
            }
        }
        return true;
    };
}

}  // namespace

int flatline_lines_in_box(const flatline_blockmap* blockmap, flatline_line_marks* marks,
                          double left, double bottom, double right, double top,
                          flatline_visit_line visit, void* context) {
    if (blockmap == nullptr || marks == nullptr || visit == nullptr) return 1;
    return for_each_cell_in_box(grid_of(*blockmap), left, bottom, right, top,
                                lines_visitor(*blockmap, marks, visit, context));
}

int flatline_lines_near_segment(const flatline_blockmap* blockmap, flatline_line_marks* marks,
                                double x1, double y1, double x2, double y2,
                                flatline_visit_line visit, void* context) {
    if (blockmap == nullptr || marks == nullptr || visit == nullptr) return 1;
    return for_each_cell_on_segment(grid_of(*blockmap), x1, y1, x2, y2,
                                    lines_visitor(*blockmap, marks, visit, context));
}

int flatline_sees(const flatline_reject* reject, uint32_t from, uint32_t to) {
    if (reject == nullptr || from >= reject->sector_count || to >= reject->sector_count) return 1;
    return sees(*reject, from, to);
}

// ---- Runtime structures ------------------------------------------------------------------------

flatline_status flatline_build_runtime(const flatline_map* map, uint32_t tables,
                                       const flatline_runtime_options* options,
                                       flatline_built_runtime** runtime) {
    if (!start(runtime)) return FLATLINE_BAD_ARGUMENT;
    flatline_runtime_options given = FLATLINE_RUNTIME_OPTIONS_INIT;
    RuntimeOptions taken;
    if (map == nullptr || (tables & ~std::uint32_t{FLATLINE_RUNTIME_ALL}) != 0 ||
        !copy_options(options, given) || !read_memory(given.memory, taken.memory) ||
        given.trails < FLATLINE_TRAILS_MBF || given.trails > FLATLINE_TRAILS_LXDOOM) {
        return FLATLINE_BAD_ARGUMENT;
    }
    taken.trails = given.trails;
    taken.blockmap = given.blockmap;
    taken.nodes = given.nodes;
    taken.tables = tables;
    taken.limits = limits_of(given.limits);
    taken.progress = progress_of(given.progress);
    if (given.threads != 0) taken.threads = given.threads;
    taken.jobs = {given.jobs.run, given.jobs.context};

    return make(runtime, [&](auto& made) { return made.keep(build_runtime(map->value, taken)); });
}

const flatline_runtime* flatline_built_runtime_arrays(const flatline_built_runtime* runtime) {
    return arrays_of(runtime);
}

const uint32_t* flatline_find_tag(const flatline_tags* table, int32_t tag, size_t* count) {
    return sized(table != nullptr ? find_tag(*table, tag) : View<std::uint32_t>(), count);
}
