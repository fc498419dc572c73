// Polyobjects: which lines belong to which spot. Nothing is moved.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/types.h"
#include "level/geometry.hpp"
#include "model/fields.hpp"
#include "model/view.hpp"

namespace flatline::engine::level {

/// How a port marks polyobjects (docs/runtime.md, "Polyobjects"). Types and specials of 0 are not
/// used.
struct PolyobjectRule {
    std::int32_t anchor;
    std::int32_t spawn_first, spawn_last;
    std::int32_t start_line;     ///< special of the line that the others follow; arg0: the number
    std::int32_t explicit_line;  ///< special of one line; arg0: the number, arg1: order, from 1
    bool number_is_id;           ///< the number of a thing is its id, otherwise its angle
};
inline constexpr PolyobjectRule kZdoomPolyobjects = {9300, 9301, 9303, 1, 5, false};
inline constexpr PolyobjectRule kHexenPolyobjects = {3000, 3001, 3002, 1, 5, false};
inline constexpr PolyobjectRule kSrb2Polyobjects = {760, 761, 761, 20, 0, true};
inline constexpr PolyobjectRule kNoPolyobjects = {0, 0, -1, 0, 0, false};

/// ZDoom's numbers for ZDoom, dsda-doom and Eternity. Hexen's own numbers hold in the namespace
/// hexen only, because they are monsters in Doom. Woof and the other base namespaces have none.
constexpr const PolyobjectRule& polyobject_rule(Dialect dialect, bool hexen) noexcept {
    switch (dialect) {
        case Dialect::zdoom:
        case Dialect::dsda:
        case Dialect::eternity:
            return kZdoomPolyobjects;
        case Dialect::srb2:
            return kSrb2Polyobjects;
        default:
            return hexen ? kHexenPolyobjects : kNoPolyobjects;
    }
}

/// The polyobjects of a map, in two steps. The lines of a spot are found from the start line of its
/// number: at each end the line with the lowest index that begins there follows, until the first
/// vertex is met again or no line follows. Without a start line they are the explicit lines in
/// their order. A line belongs to the first polyobject that takes it, which keeps time linear. Of
/// several start lines or anchors with one number the lowest index counts. Cost: n log n in marked
/// lines and anchors, linear in the rest.
class Polyobjects {
public:
    Polyobjects(View<flatline_linedef> linedefs, View<flatline_thing> things,
                const PolyobjectRule& rule) noexcept;

    std::size_t object_count() const noexcept { return spawns_; }
    /// Bytes of scratch memory that run() needs: aligned to 8, of any content.
    std::uint64_t scratch_bytes(std::size_t vertex_count) const noexcept;
    /// Finds the lines. `vertex_lines`: as level/vertex_lines makes them.
    void run(std::size_t vertex_count, const RowsOut& vertex_lines,
             unsigned char* scratch) noexcept;
    std::size_t line_count() const noexcept { return found_; }
    /// Fills object_count() objects and line_count() lines. Precondition: the scratch memory is as
    /// run() left it.
    void fill(flatline_polyobject* objects, std::uint32_t* lines) const noexcept;

private:
    struct Mark {  // a line with one of the specials, or an anchor
        std::int32_t number, order;
        std::uint32_t index;
    };
    bool is_spawn(const flatline_thing& thing) const noexcept {
        return thing.type >= rule_.spawn_first && thing.type <= rule_.spawn_last;
    }
    std::int32_t number_of(const flatline_thing& thing) const noexcept {
        return rule_.number_is_id ? thing.id : thing.angle;
    }
    static Mark* find(Mark* first, Mark* last, std::int32_t number) noexcept;
    void take_explicit(Mark* mark, const Mark* last) noexcept;
    void take(std::uint32_t line) noexcept;
    void follow(std::uint32_t line, const RowsOut& vertex_lines) noexcept;
    void collect(Mark* anchors, Mark* starts, Mark* explicits) const noexcept;
    bool goes_round(std::size_t first) const noexcept;

    View<flatline_linedef> linedefs_;
    View<flatline_thing> things_;
    PolyobjectRule rule_;
    std::size_t spawns_ = 0, anchors_ = 0, starts_ = 0, explicits_ = 0;
    // Scratch:
    flatline_polyobject* objects_ = nullptr;
    std::uint32_t* lines_ = nullptr;
    std::uint32_t* cursors_ = nullptr;  // of each vertex: lines before it are taken or of no use
    unsigned char* taken_ = nullptr;    // of each line
    std::size_t found_ = 0;
};

}  // namespace flatline::engine::level
