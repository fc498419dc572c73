#include "dump_derived.hpp"

#include "model/blockmap.hpp"

namespace flatline::engine::tool {
namespace {

constexpr std::uint32_t kLeaf = 1u << 31;

void write_index(JsonWriter& json, const char* name, std::uint32_t index) {
    json.key(name);
    json.integer(index == FLATLINE_NONE ? -1 : static_cast<std::int64_t>(index));
}

void write_real(JsonWriter& json, const char* name, double value) {
    json.key(name);
    json.real(value);
}

void write_segs(JsonWriter& json, const flatline_bsp& bsp) {
    json.key("segs");
    json.begin_array();
    for (std::uint32_t i = 0; i < bsp.seg_count && !json.output().failed(); ++i) {
        const flatline_seg& seg = bsp.segs[i];
        json.begin_object();
        json.member("v1", seg.v1);
        json.member("v2", seg.v2);
        write_index(json, "partner", seg.partner);
        write_index(json, "linedef", seg.linedef);
        json.member("side", seg.side);
        json.end_object();
    }
    json.end_array();
}

void write_node(JsonWriter& json, const flatline_node& node) {
    json.begin_object();
    write_real(json, "x", node.x);
    write_real(json, "y", node.y);
    write_real(json, "dx", node.dx);
    write_real(json, "dy", node.dy);
    json.key("children");
    json.begin_array();
    for (const std::uint32_t child : node.children) {
        const auto index = static_cast<std::int64_t>(child & ~kLeaf);
        json.integer((child & kLeaf) != 0 ? -1 - index : index);
    }
    json.end_array();
    json.key("bbox");
    json.begin_array();
    for (const auto& box : node.bbox) {
        json.begin_array();
        for (const double edge : box) json.real(edge);
        json.end_array();
    }
    json.end_array();
    json.end_object();
}

}  // namespace

void write_planes(JsonWriter& json, const Map& map, bool ceilings) {
    json.begin_array();
    const auto count = static_cast<std::uint32_t>(map.sectors().size());
    for (std::uint32_t i = 0; i < count && !json.output().failed(); ++i) {
        const flatline_plane plane = ceilings ? map.ceiling_plane(i) : map.floor_plane(i);
        json.begin_array();
        for (const double part : {plane.a, plane.b, plane.c, plane.d}) json.real(part);
        json.end_array();
    }
    json.end_array();
}

void write_nodes(JsonWriter& json, const flatline_bsp& bsp) {
    if (bsp.subsector_count == 0) return json.null();
    json.begin_object();
    json.member("format", static_cast<const char*>(bsp.format));
    json.member("original_vertices", bsp.original_vertices);
    json.key("new_vertices");
    json.begin_array();
    for (std::uint32_t i = 0; i < bsp.vertex_count; ++i) {
        json.begin_array();
        json.real(bsp.vertices[i].x);
        json.real(bsp.vertices[i].y);
        json.end_array();
    }
    json.end_array();
    json.key("subsectors");
    json.begin_array();
    for (std::uint32_t i = 0; i < bsp.subsector_count; ++i) {
        json.begin_object();
        json.member("sector", bsp.subsectors[i].sector);
        json.member("first", bsp.subsectors[i].first);
        json.member("count", bsp.subsectors[i].count);
        json.end_object();
    }
    json.end_array();
    write_segs(json, bsp);
    json.key("nodes");
    json.begin_array();
    for (std::uint32_t i = 0; i < bsp.node_count && !json.output().failed(); ++i) {
        write_node(json, bsp.nodes[i]);
    }
    json.end_array();
    json.end_object();
}

void write_blockmap(JsonWriter& json, const flatline_blockmap& blockmap) {
    if (blockmap.cells == nullptr) return json.null();
    json.begin_object();
    json.member("source", blockmap.from_lump != 0 ? "lump" : "built");
    json.key("origin");
    json.begin_array();
    json.whole(blockmap.origin_x);
    json.whole(blockmap.origin_y);
    json.end_array();
    json.member("columns", blockmap.columns);
    json.member("rows", blockmap.rows);
    json.key("cells");
    json.begin_array();
    const std::size_t count = std::size_t{blockmap.columns} * blockmap.rows;
    for (std::size_t cell = 0; cell < count && !json.output().failed(); ++cell) {
        json.begin_array();
        for (const std::uint32_t line : cell_lines(blockmap, cell)) json.natural(line);
        json.end_array();
    }
    json.end_array();
    json.end_object();
}

}  // namespace flatline::engine::tool
