// The C functions of flatline.h about planes, nodes, blockmap, reject and runtime structures.
#include <algorithm>
#include <cstdint>
#include <new>

#include "api/capi.hpp"
#include "flatline/blockmap.hpp"
#include "flatline/nodes.hpp"
#include "flatline/planes.hpp"
#include "flatline/reject.hpp"
#include "flatline/runtime.hpp"

using flatline::capi::limits_of;
using flatline::capi::read_memory;
using flatline::capi::take;
using flatline::capi::tell;

struct flatline_built_nodes {
    flatline::Result<flatline::Nodes> result;
};

struct flatline_built_runtime {
    flatline::Result<flatline::Runtime> result;
};

namespace {

bool has_sector(const flatline_map* map, uint32_t sector) noexcept {
    return map != nullptr && sector < map->result.value.sectors().size();
}

}  // namespace

// ---- Planes ------------------------------------------------------------------------------------

int32_t flatline_map_is_flat(const flatline_map* map, uint32_t sector) {
    return has_sector(map, sector) && !map->result.value.is_flat(sector) ? 0 : 1;
}

flatline_plane flatline_map_floor_plane(const flatline_map* map, uint32_t sector) {
    if (!has_sector(map, sector)) return {0, 0, 1, 0};
    return map->result.value.floor_plane(sector);
}

flatline_plane flatline_map_ceiling_plane(const flatline_map* map, uint32_t sector) {
    if (!has_sector(map, sector)) return {0, 0, -1, 0};
    return map->result.value.ceiling_plane(sector);
}

flatline_plane_source flatline_map_floor_source(const flatline_map* map, uint32_t sector) {
    if (!has_sector(map, sector)) return {FLATLINE_NONE, FLATLINE_PLANE_FLAT, 0, 0};
    return map->result.value.floor_source(sector);
}

flatline_plane_source flatline_map_ceiling_source(const flatline_map* map, uint32_t sector) {
    if (!has_sector(map, sector)) return {FLATLINE_NONE, FLATLINE_PLANE_FLAT, 0, 0};
    return map->result.value.ceiling_source(sector);
}

double flatline_z_at(const flatline_plane* plane, double x, double y) {
    return plane != nullptr ? flatline::z_at(*plane, x, y) : 0;
}

// ---- Nodes, blockmap, reject -------------------------------------------------------------------

namespace {

// Makes nodes of `map` by make(map, options).
template <class Make>
flatline_status give_nodes(const flatline_map* map, const flatline_nodes_options* options,
                           flatline_built_nodes** nodes, const Make& make) noexcept {
    if (nodes == nullptr) return FLATLINE_BAD_ARGUMENT;
    *nodes = nullptr;
    flatline_nodes_options taken = FLATLINE_NODES_OPTIONS_INIT;
    flatline::NodesOptions nodes_options;
    if (map == nullptr || !take(options, taken) ||
        !read_memory(taken.memory, nodes_options.memory)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    auto* built = new (std::nothrow) flatline_built_nodes;
    if (built == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *nodes = built;
    if (taken.limits != nullptr) nodes_options.limits = limits_of(*taken.limits);
    nodes_options.progress = flatline::capi::progress_of(taken.progress);
    nodes_options.strict = taken.strict != 0;
    nodes_options.stored_boxes = taken.stored_boxes != 0;
    built->result = make(map->result.value, nodes_options);
    return static_cast<flatline_status>(built->result.status);
}

}  // namespace

flatline_status flatline_build_nodes(const flatline_map* map, const flatline_nodes_options* options,
                                     flatline_built_nodes** nodes) {
    return give_nodes(map, options, nodes,
                      [](const flatline::Map& of, const flatline::NodesOptions& taken) {
                          return flatline::build_nodes(of, taken);
                      });
}

flatline_status flatline_read_nodes(const flatline_map* map, const void* bytes, size_t size,
                                    const flatline_nodes_options* options,
                                    flatline_built_nodes** nodes) {
    if (nodes != nullptr) *nodes = nullptr;
    if (bytes == nullptr && size != 0) return FLATLINE_BAD_ARGUMENT;
    const flatline::Bytes lump{static_cast<const unsigned char*>(bytes), size};
    return give_nodes(map, options, nodes,
                      [lump](const flatline::Map& of, const flatline::NodesOptions& taken) {
                          return flatline::read_nodes(of, lump, taken);
                      });
}

void flatline_built_nodes_free(flatline_built_nodes* nodes) { delete nodes; }

const flatline_bsp* flatline_built_nodes_bsp(const flatline_built_nodes* nodes) {
    static constexpr flatline_bsp kNone{};
    return nodes != nullptr ? &nodes->result.value.bsp() : &kNone;
}

const flatline_finding* flatline_built_nodes_findings(const flatline_built_nodes* nodes,
                                                      size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(nodes), count);
}

uint64_t flatline_built_nodes_finding_count(const flatline_built_nodes* nodes, uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(nodes), severity);
}

int flatline_built_nodes_has_rule(const flatline_built_nodes* nodes, uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(nodes), rule);
}

void flatline_built_nodes_memory(const flatline_built_nodes* nodes, uint64_t* announced,
                                 uint64_t* used) {
    tell(nodes != nullptr ? nodes->result.memory : flatline::MemoryUse{}, announced, used);
}

uint32_t flatline_subsector_at(const flatline_bsp* bsp, double x, double y) {
    return bsp != nullptr ? flatline::subsector_at(*bsp, x, y) : FLATLINE_NONE;
}

uint32_t flatline_cell_at(const flatline_blockmap* blockmap, double x, double y) {
    return blockmap != nullptr ? flatline::cell_at(flatline::grid_of(*blockmap), x, y)
                               : FLATLINE_NONE;
}

int flatline_cells_on_segment(const flatline_blockmap* blockmap, double x1, double y1, double x2,
                              double y2, flatline_visit_cell visit, void* context) {
    if (blockmap == nullptr || visit == nullptr) return 1;
    return flatline::for_each_cell_on_segment(
        flatline::grid_of(*blockmap), x1, y1, x2, y2,
        [&](std::uint32_t cell) { return visit(context, cell) != 0; });
}

int flatline_cells_in_box(const flatline_blockmap* blockmap, double left, double bottom,
                          double right, double top, flatline_visit_cell visit, void* context) {
    if (blockmap == nullptr || visit == nullptr) return 1;
    return flatline::for_each_cell_in_box(
        flatline::grid_of(*blockmap), left, bottom, right, top,
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
        for (const uint32_t line : flatline::cell_lines(blockmap, cell)) {
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
    return flatline::for_each_cell_in_box(flatline::grid_of(*blockmap), left, bottom, right, top,
                                          lines_visitor(*blockmap, marks, visit, context));
}

int flatline_lines_near_segment(const flatline_blockmap* blockmap, flatline_line_marks* marks,
                                double x1, double y1, double x2, double y2,
                                flatline_visit_line visit, void* context) {
    if (blockmap == nullptr || marks == nullptr || visit == nullptr) return 1;
    return flatline::for_each_cell_on_segment(flatline::grid_of(*blockmap), x1, y1, x2, y2,
                                              lines_visitor(*blockmap, marks, visit, context));
}

int flatline_sees(const flatline_reject* reject, uint32_t from, uint32_t to) {
    if (reject == nullptr || from >= reject->sector_count || to >= reject->sector_count) return 1;
    return flatline::sees(*reject, from, to);
}

// ---- Runtime structures ------------------------------------------------------------------------

flatline_status flatline_build_runtime(const flatline_map* map, uint32_t tables,
                                       const flatline_runtime_options* options,
                                       flatline_built_runtime** runtime) {
    if (runtime == nullptr) return FLATLINE_BAD_ARGUMENT;
    *runtime = nullptr;
    flatline_runtime_options given = FLATLINE_RUNTIME_OPTIONS_INIT;
    flatline::RuntimeOptions taken;
    if (map == nullptr || (tables & ~std::uint32_t{FLATLINE_RUNTIME_ALL}) != 0 ||
        !take(options, given) || !read_memory(given.memory, taken.memory)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    taken.blockmap = given.blockmap;
    taken.nodes = given.nodes;
    taken.tables = tables;
    if (given.limits != nullptr) taken.limits = limits_of(*given.limits);
    taken.progress = flatline::capi::progress_of(given.progress);
    auto* built = new (std::nothrow) flatline_built_runtime;
    if (built == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *runtime = built;
    built->result = flatline::build_runtime(map->result.value, taken);
    return static_cast<flatline_status>(built->result.status);
}

void flatline_built_runtime_free(flatline_built_runtime* runtime) { delete runtime; }

const flatline_runtime* flatline_built_runtime_arrays(const flatline_built_runtime* runtime) {
    static constexpr flatline_runtime kNone{};
    return runtime != nullptr ? &runtime->result.value.arrays() : &kNone;
}

const flatline_finding* flatline_built_runtime_findings(const flatline_built_runtime* runtime,
                                                        size_t* count) {
    return flatline::capi::findings_of(flatline::capi::list_of(runtime), count);
}

uint64_t flatline_built_runtime_finding_count(const flatline_built_runtime* runtime,
                                              uint8_t severity) {
    return flatline::capi::count_of(flatline::capi::list_of(runtime), severity);
}

int flatline_built_runtime_has_rule(const flatline_built_runtime* runtime, uint16_t rule) {
    return flatline::capi::has_rule(flatline::capi::list_of(runtime), rule);
}

void flatline_built_runtime_memory(const flatline_built_runtime* runtime, uint64_t* announced,
                                   uint64_t* used) {
    tell(runtime != nullptr ? runtime->result.memory : flatline::MemoryUse{}, announced, used);
}

const uint32_t* flatline_find_tag(const flatline_tags* table, int32_t tag, size_t* count) {
    const auto found =
        table != nullptr ? flatline::find_tag(*table, tag) : flatline::View<std::uint32_t>();
    if (count != nullptr) *count = found.size();
    return found.size() != 0 ? found.data() : nullptr;
}
