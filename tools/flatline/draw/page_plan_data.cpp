// page_plan_data.cpp: a Doom 3 map as the members of a page's JSON.
#include <string_view>
#include <vector>

#include "draw/base64.hpp"
#include "draw/page_data.hpp"
#include "report/doom3_info.hpp"

namespace flatline::engine::tool {
namespace {

void write_pairs(JsonWriter& json, const Doom3Map& map, View<flatline_doom3_pair> pairs) {
    json.begin_array();
    for (const flatline_doom3_pair& pair : pairs) {
        json.begin_array();
        json.string(map.text(pair.key));
        json.string(map.text(pair.value));
        json.end_array();
    }
    json.end_array();
}

void write_entities(JsonWriter& json, const Picture& picture) {
    const Doom3Map& map = picture.doom3();
    const Plan& plan = picture.plan;
    json.key("entities");
    json.begin_array();
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < map.entities().size(); ++i) {
        const flatline_doom3_entity& entity = map.entities()[i];
        json.begin_object();
        json.member("class", map.class_name(entity));
        json.key("keys");
        write_pairs(json, map, map.pairs(entity));
        if (const auto place = plan.place_of(FLATLINE_ENTITY, i)) {
            json.key("x");
            json.real(place->x);
            json.key("y");
            json.real(place->y);
        }
        if (next < plan.entities.size() && plan.entities[next].index == i) {
            json.member("kind", static_cast<int>(plan.entities[next].kind));
            json.key("angle");
            json.real(plan.entities[next].angle);
            ++next;
        }
        json.end_object();
    }
    json.end_array();
}

void write_primitives(JsonWriter& json, const Doom3Map& map) {
    json.key("brushes");
    json.begin_array();
    for (const flatline_doom3_brush& brush : map.brushes()) {
        json.begin_object();
        json.member("entity", brush.entity);
        json.member("primitive", brush.primitive);
        json.member("kind", std::string_view(doom3_kind_name(brush.kind)));
        json.key("sides");
        json.begin_array();
        for (const flatline_doom3_side& side : map.sides(brush)) json.natural(side.material);
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.key("patches");
    json.begin_array();
    for (const flatline_doom3_patch& patch : map.patches()) {
        json.begin_object();
        json.member("entity", patch.entity);
        json.member("primitive", patch.primitive);
        json.member("kind", std::string_view(doom3_kind_name(patch.kind)));
        json.member("width", patch.width);
        json.member("height", patch.height);
        json.member("material", patch.material);
        json.end_object();
    }
    json.end_array();
    json.key("materials");
    json.begin_array();
    for (std::uint32_t i = 0; i < map.materials().size(); ++i) json.string(map.material(i));
    json.end_array();
}

void write_shapes(JsonWriter& json, const Plan& plan) {
    std::vector<std::uint8_t> is_patch;
    std::vector<std::uint32_t> indices;
    std::vector<std::uint32_t> firsts;
    std::vector<std::uint32_t> counts;
    std::vector<double> heights;
    for (const PlanShape& shape : plan.shapes) {
        is_patch.push_back(shape.element == FLATLINE_PATCH ? 1 : 0);
        indices.push_back(shape.index);
        firsts.push_back(shape.first_ring);
        counts.push_back(shape.ring_count);
        heights.push_back(shape.low);
        heights.push_back(shape.high);
    }
    json.key("shapes");
    json.begin_object();
    json.member("isPatch", base64(is_patch));
    json.member("indices", base64(indices));
    json.member("firstRings", base64(firsts));
    json.member("ringCounts", base64(counts));
    json.member("heights", base64(heights));
    json.member("rings", base64(plan.ring_rows));
    json.member("points", base64(plan.points));
    json.end_object();
}

}  // namespace

void write_plan_data(JsonWriter& json, const Picture& picture) {
    write_entities(json, picture);
    write_primitives(json, picture.doom3());
    write_shapes(json, picture.plan);
}

}  // namespace flatline::engine::tool
