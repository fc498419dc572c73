// Fills structs in the manner of GZDoom: doubles, planes for floors and ceilings, sides in their
// line, tags as lists in order of tags.
//
// Shows: scatter into members, slopes, tags of elements with more than one, textures by name.
//
// Run: maps/halls.textmap
#include <flatline/flatline.hpp>

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

struct Vector {
    double x = 0, y = 0;
};

struct Vertex {
    Vector pos;
    double zfloor = 0, zceiling = 0;
};

struct Plane {
    Vector slope;  // how much the height changes for each unit to the east and to the north
    double height = 0;
    double at(const Vector& point) const { return height + slope.x * point.x + slope.y * point.y; }
};

struct Line;

struct Sector {
    Plane floor, ceiling;
    int light = 0;
    int special = 0;
    float gravity = 1;
    unsigned color = 0;
    bool silent = false;
    std::vector<Line*> lines;
};

struct Side {
    struct Part {
        Vector offset;
        unsigned texture = 0;
    };
    Part top, mid, bottom;
    Sector* sector = nullptr;
};

struct Line {
    Vertex *v1 = nullptr, *v2 = nullptr;
    Vector delta;
    unsigned flags = 0;
    int special = 0;
    int args[5] = {};
    double alpha = 1;
    Side* side[2] = {nullptr, nullptr};
};

struct Level {
    std::vector<Vertex> vertices;
    std::vector<Line> lines;
    std::vector<Side> sides;
    std::vector<Sector> sectors;
};

constexpr double kNoHeight = -100000;  // a vertex that says nothing about it

// Scatters fields of one kind of element into members of its structs, and remembers a failure.
template <class Struct>
class Filler {
public:
    Filler(const flatline::Map& map, std::uint8_t block, std::vector<Struct>& structs)
        : map_(map), block_(block), structs_(structs) {}

    template <class Member>
    Filler& operator()(const char* field, Member Struct::*member) {
        return put(field, flatline::host_column(structs_.data(), structs_.size(), member,
                                                FLATLINE_RANGE_CLAMP));
    }
    // The same for what lies in a member: `find` gives it.
    template <class Find>
    Filler& operator()(const char* field, std::int32_t type, const Find& find) {
        if (structs_.empty()) return *this;
        flatline_host_column to{};
        to.base = &find(structs_.front());
        to.stride = sizeof(Struct);
        to.count = structs_.size();
        to.type = type;
        to.range = FLATLINE_RANGE_CLAMP;
        return put(field, to);
    }
    explicit operator bool() const { return good_; }

private:
    Filler& put(const char* field, const flatline_host_column& to) {
        const auto done = flatline::scatter(map_, flatline_find_field(block_, field), to);
        if (!done || *done != FLATLINE_NONE) {
            std::printf("%s: element %u does not fit\n", field, *done);
        }
        good_ = good_ && done;
        return *this;
    }

    const flatline::Map& map_;
    std::uint8_t block_;
    std::vector<Struct>& structs_;
    bool good_ = true;
};

bool fill_numbers(const flatline::Map& map, Level& level) {
    Filler vertices(map, FLATLINE_VERTEX, level.vertices);
    vertices("zfloor", &Vertex::zfloor)("zceiling", &Vertex::zceiling);
    vertices("x", FLATLINE_HOST_DOUBLE, [](Vertex& v) -> double& { return v.pos.x; });
    vertices("y", FLATLINE_HOST_DOUBLE, [](Vertex& v) -> double& { return v.pos.y; });
    Filler sectors(map, FLATLINE_SECTOR, level.sectors);
    sectors("lightlevel", &Sector::light)("special", &Sector::special);
    sectors("gravity", &Sector::gravity)("lightcolor", &Sector::color)("silent", &Sector::silent);
    Filler sides(map, FLATLINE_SIDEDEF, level.sides);
    sides("texturetop", FLATLINE_HOST_UINT32, [](Side& s) -> unsigned& { return s.top.texture; });
    sides("texturemiddle", FLATLINE_HOST_UINT32,
          [](Side& s) -> unsigned& { return s.mid.texture; });
    sides("texturebottom", FLATLINE_HOST_UINT32,
          [](Side& s) -> unsigned& { return s.bottom.texture; });
    sides("offsetx", FLATLINE_HOST_DOUBLE, [](Side& s) -> double& { return s.mid.offset.x; });
    sides("offsety", FLATLINE_HOST_DOUBLE, [](Side& s) -> double& { return s.mid.offset.y; });
    Filler lines(map, FLATLINE_LINEDEF, level.lines);
    lines("special", &Line::special)("alpha", &Line::alpha);
    lines("arg0", FLATLINE_HOST_INT32, [](Line& l) -> int& { return l.args[0]; });
    lines("arg1", FLATLINE_HOST_INT32, [](Line& l) -> int& { return l.args[1]; });
    return vertices && sectors && sides && lines;
}

// The plane a x + b y + c z + d = 0 as a height and how it changes.
Plane plane_of(const flatline_plane& p) { return {{-p.a / p.c, -p.b / p.c}, 0.0 - p.d / p.c}; }

void link(const flatline::Map& map, Level& level) {
    const auto sidedefs = map.sidedefs();
    for (std::size_t i = 0; i < sidedefs.size(); ++i) {
        level.sides[i].sector = &level.sectors[sidedefs[i].sector];
    }
    const auto linedefs = map.linedefs();
    for (std::size_t i = 0; i < linedefs.size(); ++i) {
        Line& line = level.lines[i];
        line.v1 = &level.vertices[linedefs[i].v1];
        line.v2 = &level.vertices[linedefs[i].v2];
        line.delta = {line.v2->pos.x - line.v1->pos.x, line.v2->pos.y - line.v1->pos.y};
        line.flags = linedefs[i].flags;
        line.side[0] = &level.sides[linedefs[i].sidefront];
        if (linedefs[i].sideback != FLATLINE_NONE) {
            line.side[1] = &level.sides[linedefs[i].sideback];
        }
    }
    for (std::uint32_t i = 0; i < level.sectors.size(); ++i) {
        Sector& sector = level.sectors[i];
        sector.floor = plane_of(map.floor_plane(i));
        sector.ceiling = plane_of(map.ceiling_plane(i));
        for (const std::uint32_t line : map.sector_lines(i)) {
            sector.lines.push_back(&level.lines[line]);
        }
    }
}

void print(const flatline::Map& map, const Level& level) {
    for (const Sector& sector : level.sectors) {
        std::printf(
            "sector %td: floor %g at (64, 64), ceiling %g, light %d, gravity %g, color %06x"
            ", lines",
            &sector - level.sectors.data(), sector.floor.at({64, 64}), sector.ceiling.at({64, 64}),
            sector.light, static_cast<double>(sector.gravity), sector.color);
        for (const Line* line : sector.lines) std::printf(" %td", line - level.lines.data());
        std::printf("\n");
    }
    for (const Line& line : level.lines) {
        if (line.side[1] == nullptr) continue;
        const std::string bottom(map.name(line.side[0]->bottom.texture));
        std::printf(
            "line %td by (%g, %g) from sector %td to %td, special %d (%d, %d), alpha %g, "
            "%s at %g\n",
            &line - level.lines.data(), line.delta.x, line.delta.y,
            line.side[0]->sector - level.sectors.data(),
            line.side[1]->sector - level.sectors.data(), line.special, line.args[0], line.args[1],
            line.alpha, bottom.c_str(), line.side[0]->mid.offset.x);
    }
    int slopes = 0;
    for (const Vertex& vertex : level.vertices) slopes += vertex.zfloor != kNoHeight;
    std::printf("%d vertices have a height\n", slopes);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto loaded = flatline::load(text);
    if (!loaded) return 1;
    const flatline::Map& map = *loaded;
    Level level;
    level.vertices.assign(map.vertices().size(), {{}, kNoHeight, kNoHeight});
    level.lines.resize(map.linedefs().size());
    level.sides.resize(map.sidedefs().size());
    level.sectors.resize(map.sectors().size());
    if (!fill_numbers(map, level)) return 1;
    link(map, level);
    print(map, level);

    const auto runtime = flatline::build_runtime(map, FLATLINE_RUNTIME_TAGS);
    if (!runtime) return 1;
    std::printf("tag 2:");
    for (const std::uint32_t sector : runtime->sectors_with(2)) std::printf(" %u", sector);
    std::printf("\n");
    return 0;
}
