// Walls that are taller than their texture, where the game does not repeat it.
#include "base/bits.hpp"
#include "check/namespaces.hpp"
#include "check/rules.hpp"
#include "model/resources.hpp"
#include "text/chars.hpp"

namespace flatline::engine::sanity {
namespace {

// The games of 1993 to 1996 draw row & 127 of a column: textures of this height go on without end,
// all others show bytes of what lies behind them in memory.
constexpr std::uint32_t kTiles = 128;

constexpr std::string_view kVanilla[] = {"doom", "heretic", "hexen", "strife"};

bool is_vanilla(Context& context) noexcept {
    if (is_srb2_binary(context.map, context.options.entry)) return false;
    for (const std::string_view name : kVanilla) {
        if (context.map.map_namespace() == name) return true;
    }
    return false;
}

class TuttiFrutti {
public:
    explicit TuttiFrutti(Context& context) noexcept : context_(context), map_(context.map) {}

    void wall(std::uint32_t side, std::uint32_t flatline_sidedef::*texture, const char* field,
              double height) noexcept {
        const TextureSize size =
            context_.options.resources->texture_size(map_.name(map_.sidedefs()[side].*texture));
        if (size.height == 0 || size.height == kTiles || height <= size.height) return;
        context_.report.about(Rule::texture_tutti_frutti, {FLATLINE_SIDEDEF, side},
                              find_field(FLATLINE_SIDEDEF, field), bit_cast<std::int64_t>(height),
                              bit_cast<std::int64_t>(static_cast<double>(size.height)));
    }
    void side(std::uint32_t own, std::uint32_t beyond) noexcept {
        const flatline_sector& here = map_.sectors()[map_.sidedefs()[own].sector];
        if (beyond == FLATLINE_NONE) {
            wall(own, &flatline_sidedef::texturemiddle, "texturemiddle",
                 here.heightceiling - here.heightfloor);
            return;
        }
        const flatline_sector& there = map_.sectors()[map_.sidedefs()[beyond].sector];
        if (here.textureceiling != there.textureceiling || !is_sky(here.textureceiling)) {
            wall(own, &flatline_sidedef::texturetop, "texturetop",
                 here.heightceiling - there.heightceiling);
        }
        wall(own, &flatline_sidedef::texturebottom, "texturebottom",
             there.heightfloor - here.heightfloor);
    }

private:
    // Between two skies nothing is drawn.
    bool is_sky(std::uint32_t name) const noexcept {
        const std::string_view text = map_.name(name);
        return text::same_name(text.substr(0, 5), "F_SKY");
    }

    Context& context_;
    const Map& map_;
};

}  // namespace

void texture_tutti_frutti(Context& context) noexcept {
    if (!is_vanilla(context)) return;
    TuttiFrutti found(context);
    for (const flatline_linedef& line : context.map.linedefs()) {
        found.side(line.sidefront, line.sideback);
        if (line.sideback != FLATLINE_NONE) found.side(line.sideback, line.sidefront);
    }
}

}  // namespace flatline::engine::sanity
