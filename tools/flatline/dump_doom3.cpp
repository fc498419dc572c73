#include "dump_doom3.hpp"

#include "json.hpp"
#include "model/doom3_geometry.hpp"
#include "report/doom3_info.hpp"
#include "report/json_lines.hpp"

namespace flatline::engine::tool {
namespace {

class Doom3Dumper {
public:
    Doom3Dumper(Output& out, const Session& session, const Windings& windings)
        : json_(out), session_(session), map_(session.doom3.value), windings_(windings) {}

    void write();

private:
    void write_entity(const flatline_doom3_entity& entity);
    void write_brush(const flatline_doom3_brush& brush);
    void write_side(std::uint32_t index);
    void write_patch(const flatline_doom3_patch& patch);

    bool failed() { return json_.output().failed(); }
    void real_list(const double* values, std::size_t count) {
        json_.begin_array();
        for (std::size_t i = 0; i < count; ++i) json_.real(values[i]);
        json_.end_array();
    }

    JsonWriter json_;
    const Session& session_;
    const Doom3Map& map_;
    const Windings& windings_;
};

void Doom3Dumper::write() {
    json_.begin_object();
    json_.member("schema", "flatline.dump/1");
    json_.member("file", session_.file);
    json_.member("map", session_.entry->name);
    json_.member("format", map_format_name(session_.entry->format));
    write_doom3_version(json_, map_);
    json_.key("counts");
    write_counts(json_, doom3_counts(map_));
    json_.key("entities");
    json_.begin_array();
    for (const flatline_doom3_entity& entity : map_.entities()) {
        if (failed()) break;
        write_entity(entity);
    }
    json_.end_array();
    json_.end_object();
    json_.end_line();
}

void Doom3Dumper::write_entity(const flatline_doom3_entity& entity) {
    json_.begin_object();
    json_.key("keys");
    json_.begin_array();
    for (const flatline_doom3_pair& pair : map_.pairs(entity)) {
        json_.begin_array();
        json_.string(map_.text(pair.key));
        json_.string(map_.text(pair.value));
        json_.end_array();
    }
    json_.end_array();
    json_.key("brushes");
    json_.begin_array();
    for (const flatline_doom3_brush& brush : map_.brushes(entity)) {
        if (failed()) break;
        write_brush(brush);
    }
    json_.end_array();
    json_.key("patches");
    json_.begin_array();
    for (const flatline_doom3_patch& patch : map_.patches(entity)) {
        if (failed()) break;
        write_patch(patch);
    }
    json_.end_array();
    json_.end_object();
}

void Doom3Dumper::write_brush(const flatline_doom3_brush& brush) {
    const bool in_world = (brush.flags & FLATLINE_DOOM3_WORLD_SPACE) != 0;
    json_.begin_object();
    json_.member("kind", std::string_view(doom3_kind_name(brush.kind)));
    json_.member("plane_space", std::string_view(in_world ? "world" : "entity"));
    json_.key("sides");
    json_.begin_array();
    for (std::uint32_t i = 0; i < brush.side_count; ++i) write_side(brush.first_side + i);
    json_.end_array();
    json_.end_object();
}

void Doom3Dumper::write_side(std::uint32_t index) {
    const flatline_doom3_side& side = map_.sides()[index];
    const double plane[4] = {side.plane.a, side.plane.b, side.plane.c, side.plane.d};
    json_.begin_object();
    json_.key("plane");
    real_list(plane, 4);
    json_.key("texture_matrix");
    json_.begin_array();
    for (const double(&matrix_row)[3] : side.matrix) real_list(matrix_row, 3);
    json_.end_array();
    json_.member("material", map_.material(side.material));
    json_.key("winding");
    const View<flatline_doom3_vector> points = windings_.points(windings_.windings()[index]);
    if (points.empty()) {
        json_.null();
    } else {
        json_.begin_array();
        for (const flatline_doom3_vector& point : points) {
            const double at[3] = {point.x, point.y, point.z};
            real_list(at, 3);
        }
        json_.end_array();
    }
    json_.end_object();
}

void Doom3Dumper::write_patch(const flatline_doom3_patch& patch) {
    json_.begin_object();
    json_.member("kind", std::string_view(doom3_kind_name(patch.kind)));
    json_.member("width", patch.width);
    json_.member("height", patch.height);
    json_.member("material", map_.material(patch.material));
    json_.key("points");
    json_.begin_array();
    for (const flatline_doom3_point& point : map_.points(patch)) {
        const double values[5] = {point.x, point.y, point.z, point.s, point.t};
        real_list(values, 5);
    }
    json_.end_array();
    json_.end_object();
}

}  // namespace

bool write_doom3_dump(Output& out, const Session& session, const Limits& limits) {
    WindingsOptions options;
    options.limits = limits;
    const Result<Windings> built = build_windings(session.doom3.value, options);
    if (!built) return false;
    Doom3Dumper(out, session, built.value).write();
    return true;
}

}  // namespace flatline::engine::tool
