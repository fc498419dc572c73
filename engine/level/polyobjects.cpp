#include "level/polyobjects.hpp"

#include <algorithm>
#include <cstring>

#include "base/layout.hpp"

namespace flatline::engine::level {
namespace {

// Offsets of the arrays in the scratch memory.
struct PolyobjectSlices {
    std::uint64_t objects, marks, lines, cursors, taken, bytes;
};

PolyobjectSlices slices(std::size_t objects, std::size_t marks, std::size_t mark_size,
                        std::size_t lines, std::size_t vertices) noexcept {
    Layout layout;
    PolyobjectSlices s{};
    s.objects = layout.add(objects, sizeof(flatline_polyobject));
    s.marks = layout.add(marks, mark_size);
    s.lines = layout.add(lines, sizeof(std::uint32_t));
    s.cursors = layout.add(vertices, sizeof(std::uint32_t));
    s.taken = layout.add(lines, 1);
    s.bytes = layout.bytes();
    return s;
}

}  // namespace

Polyobjects::Polyobjects(View<flatline_linedef> linedefs, View<flatline_thing> things,
                         const PolyobjectRule& rule) noexcept
    : linedefs_(linedefs), things_(things), rule_(rule) {
    for (const flatline_thing& thing : things) {
        spawns_ += is_spawn(thing);
        anchors_ += rule.anchor != 0 && thing.type == rule.anchor;
    }
    if (spawns_ == 0) return;
    for (const flatline_linedef& line : linedefs) {
        starts_ += rule.start_line != 0 && line.special == rule.start_line;
        explicits_ += rule.explicit_line != 0 && line.special == rule.explicit_line;
    }
}

std::uint64_t Polyobjects::scratch_bytes(std::size_t vertex_count) const noexcept {
    if (spawns_ == 0) return 0;
    return slices(spawns_, anchors_ + starts_ + explicits_, sizeof(Mark), linedefs_.size(),
                  vertex_count)
        .bytes;
}

Polyobjects::Mark* Polyobjects::find(Mark* first, Mark* last, std::int32_t number) noexcept {
    Mark* at = std::lower_bound(first, last, number, [](const Mark& mark, std::int32_t value) {
        return mark.number < value;
    });
    return at != last && at->number == number ? at : nullptr;
}

void Polyobjects::take_explicit(Mark* mark, const Mark* last) noexcept {
    // When many spots have one number, only the first of them walks over the marks: it makes the
    // first mark useless for the others.
    if (mark == nullptr || mark->index == FLATLINE_NONE) return;
    const std::int32_t number = mark->number;
    for (const Mark* at = mark; at != last && at->number == number; ++at) {
        if (at->order > 0 && taken_[at->index] == 0) take(at->index);
    }
    mark->index = FLATLINE_NONE;
}

void Polyobjects::take(std::uint32_t line) noexcept {
    taken_[line] = 1;
    lines_[found_++] = line;
}

void Polyobjects::follow(std::uint32_t line, const RowsOut& vertex_lines) noexcept {
    const std::uint32_t home = linedefs_[line].v1;
    take(line);
    for (std::uint32_t at = linedefs_[line].v2; at != home; at = linedefs_[line].v2) {
        // A line that is taken already, or that only ends here, need never be looked at again.
        std::uint32_t& cursor = cursors_[at];
        const std::uint32_t end = vertex_lines.rows[at + 1];
        while (cursor < end && (taken_[vertex_lines.items[cursor]] != 0 ||
                                linedefs_[vertex_lines.items[cursor]].v1 != at)) {
            ++cursor;
        }
        if (cursor == end) return;
        line = vertex_lines.items[cursor++];
        take(line);
    }
}

bool Polyobjects::goes_round(std::size_t first) const noexcept {
    if (first == found_) return false;
    std::uint32_t at = linedefs_[lines_[found_ - 1]].v2;
    for (std::size_t i = first; i < found_; ++i) {
        if (linedefs_[lines_[i]].v1 != at) return false;
        at = linedefs_[lines_[i]].v2;
    }
    return true;
}

// Fills the marks of anchors, of lines that start an object and of lines that stand alone, each in
// the order of numbers.
void Polyobjects::collect(Mark* anchors, Mark* starts, Mark* explicits) const noexcept {
    Mark* next = anchors;
    for (std::size_t i = 0; i < things_.size(); ++i) {
        if (rule_.anchor == 0 || things_[i].type != rule_.anchor) continue;
        *next++ = {number_of(things_[i]), 0, static_cast<std::uint32_t>(i)};
    }
    Mark* next_start = starts;
    Mark* next_explicit = explicits;
    for (std::size_t i = 0; i < linedefs_.size(); ++i) {
        const flatline_linedef& line = linedefs_[i];
        const auto index = static_cast<std::uint32_t>(i);
        if (rule_.start_line != 0 && line.special == rule_.start_line) {
            *next_start++ = {line.arg[0], 0, index};
        } else if (rule_.explicit_line != 0 && line.special == rule_.explicit_line) {
            *next_explicit++ = {line.arg[0], line.arg[1], index};
        }
    }
    const auto before = [](const Mark& a, const Mark& b) {
        if (a.number != b.number) return a.number < b.number;
        return a.order != b.order ? a.order < b.order : a.index < b.index;
    };
    std::sort(anchors, starts, before);
    std::sort(starts, explicits, before);
    std::sort(explicits, explicits + explicits_, before);
}

void Polyobjects::run(std::size_t vertex_count, const RowsOut& vertex_lines,
                      unsigned char* scratch) noexcept {
    if (spawns_ == 0) return;
    const PolyobjectSlices s = slices(spawns_, anchors_ + starts_ + explicits_, sizeof(Mark),
                                      linedefs_.size(), vertex_count);
    objects_ = reinterpret_cast<flatline_polyobject*>(scratch + s.objects);
    auto* marks = reinterpret_cast<Mark*>(scratch + s.marks);
    lines_ = reinterpret_cast<std::uint32_t*>(scratch + s.lines);
    cursors_ = reinterpret_cast<std::uint32_t*>(scratch + s.cursors);
    taken_ = scratch + s.taken;
    found_ = 0;
    if (!linedefs_.empty()) std::memset(taken_, 0, linedefs_.size());
    for (std::size_t i = 0; i < vertex_count; ++i) cursors_[i] = vertex_lines.rows[i];

    Mark* const anchors = marks;
    Mark* const starts = anchors + anchors_;
    Mark* const explicits = starts + starts_;
    collect(anchors, starts, explicits);

    std::size_t object = 0;
    for (std::size_t i = 0; i < things_.size(); ++i) {
        if (!is_spawn(things_[i])) continue;
        flatline_polyobject& out = objects_[object++];
        const std::size_t first = found_;
        out.number = number_of(things_[i]);
        out.spawn = static_cast<std::uint32_t>(i);
        const Mark* anchor = find(anchors, starts, out.number);
        out.anchor = anchor != nullptr ? anchor->index : FLATLINE_NONE;
        const Mark* start = find(starts, explicits, out.number);
        if (start == nullptr) {
            take_explicit(find(explicits, explicits + explicits_, out.number),
                          explicits + explicits_);
        } else if (taken_[start->index] == 0) {
            follow(start->index, vertex_lines);
        }
        out.first_line = static_cast<std::uint32_t>(first);
        out.line_count = static_cast<std::uint32_t>(found_ - first);
        out.closed = goes_round(first);
    }
}

void Polyobjects::fill(flatline_polyobject* objects, std::uint32_t* lines) const noexcept {
    if (spawns_ != 0) std::memcpy(objects, objects_, spawns_ * sizeof *objects);
    if (found_ != 0) std::memcpy(lines, lines_, found_ * sizeof *lines);
}

}  // namespace flatline::engine::level
