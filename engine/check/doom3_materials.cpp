// Rules about the materials of Doom 3 maps.
#include <memory>
#include <new>

#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

// What editors write for "none": DoomEdit and netradiant-custom, and DarkRadiant.
bool is_none(std::string_view material) noexcept {
    return material.empty() || material == "_emptyname" || material == "_default";
}

bool has_prefix(std::string_view material) noexcept { return material.substr(0, 9) == "textures/"; }

class Materials {
public:
    Materials(const Doom3Map& map, const Report& report, bool* wrong) noexcept
        : map_(map), report_(report), wrong_(wrong) {}

    // Each material is reported once, where it is wrong first: thousands of sides have the same
    // one. The same name may be right for a brushDef3 and wrong for a bare brush.
    void prefix(std::uint32_t id, unsigned flags, std::uint8_t element,
                std::uint32_t index) noexcept {
        if (wrong_[id]) return;
        const std::string_view name = map_.material(id);
        const bool prefixed = (flags & FLATLINE_DOOM3_TEXTURES_PREFIX) != 0;
        if (is_none(name) || has_prefix(name) != prefixed) return;
        wrong_[id] = true;
        const flatline_text text = map_.materials()[id];
        report_.in_map(Rule::material_prefix, {element, index, text.offset, text.size});
    }
    void empty(std::uint32_t offset, std::uint8_t element, std::uint32_t index) noexcept {
        report_.in_map(Rule::empty_material, {element, index, offset, 1});
    }
    bool is_empty(std::uint32_t id) const noexcept { return is_none(map_.material(id)); }

private:
    const Doom3Map& map_;
    const Report& report_;
    bool* wrong_;
};

}  // namespace

void check_materials(const Doom3Map& map, const Report& report) noexcept {
    // A byte a material. Without memory the rules stay silent: the map itself is sound.
    const std::unique_ptr<bool[]> wrong(new (std::nothrow) bool[map.materials().size()]());
    if (wrong == nullptr) return;
    Materials materials(map, report, wrong.get());
    std::uint32_t index = 0;
    for (const flatline_doom3_brush& brush : map.brushes()) {
        bool reported = false;
        for (const flatline_doom3_side& side : map.sides(brush)) {
            materials.prefix(side.material, brush.flags, FLATLINE_BRUSH, index);
            if (reported || !materials.is_empty(side.material)) continue;
            materials.empty(side.offset, FLATLINE_BRUSH, index);
            reported = true;
        }
        ++index;
    }
    index = 0;
    for (const flatline_doom3_patch& patch : map.patches()) {
        materials.prefix(patch.material, patch.flags, FLATLINE_PATCH, index);
        if (materials.is_empty(patch.material)) {
            materials.empty(patch.offset, FLATLINE_PATCH, index);
        }
        ++index;
    }
}

}  // namespace flatline::engine::sanity
