// Polyobjects: which lines belong to which spot. Nothing is moved.
#pragma once

#include <cstddef>
#include <cstdint>

#include "flatline/fields.hpp"
#include "flatline/types.h"
#include "flatline/view.hpp"
#include "level/geometry.hpp"

namespace flatline::level {

/// How a port marks polyobjects (docs/runtime.md, "Polyobjects"). Types and specials of 0 are not
/// used.
struct PolyobjectRule {
    std::int32_t anchor;
    std::int32_t spawn_first, spawn_last;
    std::int32_t start_line;     ///< special: the line that the others follow; arg0 is the number
    std::int32_t explicit_line;  ///< special: one line; arg0 is the number, arg1 the order from 1
    bool number_is_id;           ///< a thing's number is its id, otherwise its angle
};
inline constexpr PolyobjectRule kZdoomPolyobjects = {9300, 9301, 9303, 1, 5, false};
inline constexpr PolyobjectRule kHexenPolyobjects = {3000, 3001, 3002, 1, 5, false};
inline constexpr PolyobjectRule kSrb2Polyobjects = {760, 761, 761, 20, 0, true};
inline constexpr PolyobjectRule kNoPolyobjects = {0, 0, -1, 0, 0, false};

/// ZDoom's numbers where its heirs know them; Hexen's own only in the namespace hexen, because
/// they are monsters in Doom; none in Woof and in the other base namespaces.
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

/// The polyobjects of a map in two steps. A spot's lines: from the start line of its number, at
/// each end the lowest line that begins there, until the first vertex or a dead end; without a
/// start line the explicit ones by order. A line belongs to one polyobject, the first that takes
/// it, so that time stays linear; of several start lines or anchors with a number the lowest
/// counts. n log n in marked lines and anchors, linear in the rest.
class Polyobjects {
public:
    Polyobjects(View<flatline_linedef> linedefs, View<flatline_thing> things,
                const PolyobjectRule& rule) noexcept;

    std::size_t object_count() const noexcept { return spawns_; }
    /// Bytes of scratch for run(): aligned to 8, any content.
    std::uint64_t scratch_bytes(std::size_t vertex_count) const noexcept;
    /// Finds the lines. `vertex_lines`: as level/vertex_lines makes them.
    void run(std::size_t vertex_count, const RowsOut& vertex_lines,
             unsigned char* scratch) noexcept;
    std::size_t line_count() const noexcept { return found_; }
    /// Precondition: object_count() and line_count() entries; the scratch is as run() left it.
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
    bool goes_round(std::size_t first) const noexcept;

    View<flatline_linedef> linedefs_;
    View<flatline_thing> things_;
    PolyobjectRule rule_;
    std::size_t spawns_ = 0, anchors_ = 0, starts_ = 0, explicits_ = 0;
    // Scratch:
    flatline_polyobject* objects_ = nullptr;
    std::uint32_t* lines_ = nullptr;
    std::uint32_t* cursors_ = nullptr;  // of each vertex: entries before it are taken or no use
    unsigned char* taken_ = nullptr;    // of each line
    std::size_t found_ = 0;
};

}  // namespace flatline::level
