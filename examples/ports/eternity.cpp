// Fills structs in the manner of Eternity: 16.16 beside floats, sides with float offsets, chains of
// tags, portals by number, nodes of a ZNODES lump as float partitions.
//
// Shows: two members from one field, nodes from bytes, words of a damaged lump, user fields.
//
// Run: maps/halls.textmap
#include <flatline/flatline.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

using fixed_t = std::int32_t;

struct vertex_t {
    fixed_t x = 0, y = 0;
    float fx = 0, fy = 0;
};

struct surface_t {
    fixed_t height = 0;
    float heightf = 0;
    std::int16_t pic = 0;
    std::int32_t portal = 0;
};

struct line_t;

struct sector_t {
    surface_t floor, ceiling;
    std::int16_t lightlevel = 0, special = 0;
    int tag = 0;
    int firsttag = -1, nexttag = -1;
    int damage = 0;
    std::vector<line_t*> lines;
};

struct side_t {
    float offset_base_x = 0, offset_base_y = 0;
    std::int16_t toptexture = 0, bottomtexture = 0, midtexture = 0;
    sector_t* sector = nullptr;
};

struct line_t {
    vertex_t *v1 = nullptr, *v2 = nullptr;
    float len = 0;
    unsigned flags = 0;
    std::int16_t special = 0;
    int tag = 0;
    int args[5] = {};
    int sidenum[2] = {-1, -1};
    float alpha = 1;
    sector_t *frontsector = nullptr, *backsector = nullptr;
};

struct node_t {
    double a = 0, b = 0, c = 0;  // a x + b y + c is 0 on the partition, above 0 to its right
    std::uint32_t children[2] = {};
};

struct level_t {
    std::vector<vertex_t> vertexes;
    std::vector<sector_t> sectors;
    std::vector<side_t> sides;
    std::vector<line_t> lines;
    std::vector<node_t> nodes;
};

// A field, the member that takes it, and what the member is.
template <class Struct>
struct Row {
    const char* field;
    std::int32_t type;
    void* (*member)(Struct& of);
    double absent = 0;  // what it becomes where the namespace has no such field
};

template <class Struct, std::size_t kRows>
bool fill(const flatline::Map& map, std::uint8_t block, std::vector<Struct>& structs,
          const Row<Struct> (&rows)[kRows]) {
    if (structs.empty()) return true;
    for (const Row<Struct>& row : rows) {
        flatline_host_column to{};  // out of range is refused
        to.base = row.member(structs[0]);
        to.stride = sizeof(Struct);
        to.count = structs.size();
        to.type = row.type;
        to.host_default = row.absent;
        const auto done = flatline::scatter(map, flatline_find_field(block, row.field), to);
        if (!done) {
            std::printf("%s of element %u is out of range\n", row.field, *done);
            return false;
        }
    }
    return true;
}

constexpr Row<vertex_t> kVertexRows[] = {
    {"x", FLATLINE_HOST_FIXED, [](vertex_t& v) -> void* { return &v.x; }},
    {"y", FLATLINE_HOST_FIXED, [](vertex_t& v) -> void* { return &v.y; }},
    {"x", FLATLINE_HOST_FLOAT, [](vertex_t& v) -> void* { return &v.fx; }},
    {"y", FLATLINE_HOST_FLOAT, [](vertex_t& v) -> void* { return &v.fy; }},
};
constexpr Row<sector_t> kSectorRows[] = {
    {"heightfloor", FLATLINE_HOST_FIXED, [](sector_t& s) -> void* { return &s.floor.height; }},
    {"heightfloor", FLATLINE_HOST_FLOAT, [](sector_t& s) -> void* { return &s.floor.heightf; }},
    {"texturefloor", FLATLINE_HOST_INT16, [](sector_t& s) -> void* { return &s.floor.pic; }},
    {"portalfloor", FLATLINE_HOST_INT32, [](sector_t& s) -> void* { return &s.floor.portal; }},
    {"heightceiling", FLATLINE_HOST_FIXED, [](sector_t& s) -> void* { return &s.ceiling.height; }},
    {"heightceiling", FLATLINE_HOST_FLOAT, [](sector_t& s) -> void* { return &s.ceiling.heightf; }},
    {"textureceiling", FLATLINE_HOST_INT16, [](sector_t& s) -> void* { return &s.ceiling.pic; }},
    {"portalceiling", FLATLINE_HOST_INT32, [](sector_t& s) -> void* { return &s.ceiling.portal; }},
    {"lightlevel", FLATLINE_HOST_INT16, [](sector_t& s) -> void* { return &s.lightlevel; }},
    {"special", FLATLINE_HOST_INT16, [](sector_t& s) -> void* { return &s.special; }},
    {"id", FLATLINE_HOST_INT32, [](sector_t& s) -> void* { return &s.tag; }},
    {"damageamount", FLATLINE_HOST_INT32, [](sector_t& s) -> void* { return &s.damage; }},
};
constexpr Row<side_t> kSideRows[] = {
    {"offsetx", FLATLINE_HOST_FLOAT, [](side_t& s) -> void* { return &s.offset_base_x; }},
    {"offsety", FLATLINE_HOST_FLOAT, [](side_t& s) -> void* { return &s.offset_base_y; }},
    {"texturetop", FLATLINE_HOST_INT16, [](side_t& s) -> void* { return &s.toptexture; }},
    {"texturebottom", FLATLINE_HOST_INT16, [](side_t& s) -> void* { return &s.bottomtexture; }},
    {"texturemiddle", FLATLINE_HOST_INT16, [](side_t& s) -> void* { return &s.midtexture; }},
};
constexpr Row<line_t> kLineRows[] = {
    {"special", FLATLINE_HOST_INT16, [](line_t& l) -> void* { return &l.special; }},
    {"id", FLATLINE_HOST_INT32, [](line_t& l) -> void* { return &l.tag; }},
    {"arg0", FLATLINE_HOST_INT32, [](line_t& l) -> void* { return &l.args[0]; }},
    {"arg1", FLATLINE_HOST_INT32, [](line_t& l) -> void* { return &l.args[1]; }},
    {"sidefront", FLATLINE_HOST_INT32, [](line_t& l) -> void* { return &l.sidenum[0]; }},
    {"sideback", FLATLINE_HOST_INT32, [](line_t& l) -> void* { return &l.sidenum[1]; }},
    {"alpha", FLATLINE_HOST_FLOAT, [](line_t& l) -> void* { return &l.alpha; }, 1},
};

void link(const flatline::Map& map, level_t& level) {
    for (std::size_t i = 0; i < level.sides.size(); ++i) {
        level.sides[i].sector = &level.sectors[map.sidedefs()[i].sector];
    }
    for (std::size_t i = 0; i < level.lines.size(); ++i) {
        line_t& line = level.lines[i];
        const flatline_linedef& from = map.linedefs()[i];
        line.v1 = &level.vertexes[from.v1];
        line.v2 = &level.vertexes[from.v2];
        line.flags = from.flags;
        line.frontsector = level.sides[static_cast<std::size_t>(line.sidenum[0])].sector;
        if (line.sidenum[1] >= 0) {
            line.backsector = level.sides[static_cast<std::size_t>(line.sidenum[1])].sector;
        }
    }
    for (std::uint32_t i = 0; i < level.sectors.size(); ++i) {
        for (const std::uint32_t line : map.sector_lines(i)) {
            level.sectors[i].lines.push_back(&level.lines[line]);
        }
    }
    // Chains by the tag modulo the number of sectors; backwards, so that they ascend.
    for (std::size_t i = level.sectors.size(); i-- > 0;) {
        sector_t& sector = level.sectors[i];
        sector_t& head = level.sectors[static_cast<unsigned>(sector.tag) % level.sectors.size()];
        sector.nexttag = head.firsttag;
        head.firsttag = static_cast<int>(i);
    }
}

// A finding in the port's own way: what the finding is about and the sentence.
void print_own_way(const flatline::Finding& finding) {
    flatline_finding bare = finding;
    bare.index = FLATLINE_NONE;  // without it the sentence does not begin with the element
    char sentence[160];
    flatline_describe(finding.handle, &bare, sentence, sizeof sentence);
    if (finding.index == FLATLINE_NONE) {
        std::printf("the map: %s\n", sentence);
    } else {
        std::printf("%s %u: %s\n", flatline_element_name(finding.element), finding.index, sentence);
    }
}

bool read_own_nodes(const flatline::Map& map, level_t& level) {
    // As a port's own WAD reader would have them. Here they are made.
    const auto lumps = flatline::make_map_lumps(map);
    flatline::Bytes znodes;
    for (auto& lump : lumps->lumps()) {
        if (std::string("ZNODES") == lump.name) znodes = {lump.bytes.data, lump.bytes.size};
    }
    const auto nodes = flatline::read_nodes(map, znodes);
    if (!nodes) return false;
    for (const flatline_node& node : nodes->nodes()) {
        node_t own;
        own.a = node.dy;
        own.b = -node.dx;
        own.c = node.dx * node.y - node.dy * node.x;
        own.children[0] = node.children[0];
        own.children[1] = node.children[1];
        level.nodes.push_back(own);
    }
    // The port's own descent meets the subsector that the library finds.
    const double x = 64;
    const double y = 160;
    std::uint32_t child = level.nodes.empty() ? FLATLINE_CHILD_SUBSECTOR
                                              : static_cast<std::uint32_t>(level.nodes.size() - 1);
    while ((child & FLATLINE_CHILD_SUBSECTOR) == 0) {
        const node_t& node = level.nodes[child];
        child = node.children[node.a * x + node.b * y + node.c >= 0 ? 0 : 1];
    }
    child &= ~FLATLINE_CHILD_SUBSECTOR;
    std::printf("(64, 160) is in sector %u%s\n", nodes->subsectors()[child].sector,
                child == nodes->subsector_at(x, y) ? "" : ", says this alone");

    const auto cut = flatline::read_nodes(map, {znodes.data(), 30});
    if (cut || cut.findings().empty()) return false;
    std::printf("%s\n", flatline::describe_at(cut.findings()[0], "halls.wad", "MAP01").c_str());
    print_own_way(cut.findings()[0]);
    return true;
}

void print_user_fields(const flatline::Map& map) {
    const auto fields = flatline::build_user_fields(map);
    if (!fields) return;
    const std::uint32_t delay = fields->find_name(map, "user_delay");
    for (std::uint32_t i = 0; i < map.linedefs().size(); ++i) {
        for (auto& field : fields->of(FLATLINE_LINEDEF, i)) {
            std::printf("line %u: %s\n", i,
                        std::string(map.text(fields->names()[field.name])).c_str());
        }
        if (const auto* field = fields->find(FLATLINE_LINEDEF, i, delay)) {
            std::printf("line %u waits %lld tics\n", i,
                        static_cast<long long>(map.unknowns()[field->unknown].value.integer));
        }
    }
}

void print(const level_t& level) {
    for (const sector_t& sector : level.sectors) {
        std::printf("sector %td: %g (%d) to %g, light %d, tag %d, portal %d, lines",
                    &sector - level.sectors.data(), static_cast<double>(sector.floor.heightf),
                    sector.floor.height, static_cast<double>(sector.ceiling.heightf),
                    sector.lightlevel, sector.tag, sector.floor.portal);
        for (const line_t* line : sector.lines) std::printf(" %td", line - level.lines.data());
        std::printf("\n");
    }
    for (const line_t& line : level.lines) {
        if (line.backsector == nullptr) continue;
        std::printf("line %td joins sectors %td and %td, tag %d, special %d, alpha %g, offset %g\n",
                    &line - level.lines.data(), line.frontsector - level.sectors.data(),
                    line.backsector - level.sectors.data(), line.tag, line.special,
                    static_cast<double>(line.alpha),
                    static_cast<double>(
                        level.sides[static_cast<std::size_t>(line.sidenum[0])].offset_base_x));
    }
    std::printf("tag 2:");
    for (int i = level.sectors[2 % level.sectors.size()].firsttag; i >= 0;) {
        const sector_t& sector = level.sectors[static_cast<std::size_t>(i)];
        if (sector.tag == 2) std::printf(" %d", i);
        i = sector.nexttag;
    }
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    flatline::LoadOptions options;
    options.extras.namespace_override = "eternity";
    const auto loaded = flatline::load(text, options);
    if (!loaded || loaded->sectors().empty()) return 1;
    const flatline::Map& map = *loaded;
    level_t level;
    level.vertexes.resize(map.vertices().size());
    level.sectors.resize(map.sectors().size());
    level.sides.resize(map.sidedefs().size());
    level.lines.resize(map.linedefs().size());
    if (!fill(map, FLATLINE_VERTEX, level.vertexes, kVertexRows) ||
        !fill(map, FLATLINE_SECTOR, level.sectors, kSectorRows) ||
        !fill(map, FLATLINE_SIDEDEF, level.sides, kSideRows) ||
        !fill(map, FLATLINE_LINEDEF, level.lines, kLineRows)) {
        return 1;
    }
    link(map, level);
    print(level);
    if (!read_own_nodes(map, level)) return 1;
    print_user_fields(map);
    return 0;
}
