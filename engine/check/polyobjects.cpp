// Polyobjects whose numbers do not match: lines, spots and anchors.
#include <algorithm>

#include "check/namespaces.hpp"
#include "check/number_tables.hpp"
#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

constexpr std::int32_t kStartLine = 1;
constexpr std::int32_t kExplicitLine = 5;

/// Specials that act on the polyobject arg0.
constexpr NumberRange kActions[] = {{2, 4}, {6, 8}, {59, 59}, {86, 93}, {283, 283}};

/// A number with the element that says it.
struct Numbered {
    std::int32_t number;
    std::uint32_t index;
};
bool operator<(const Numbered& a, const Numbered& b) noexcept {
    return a.number != b.number ? a.number < b.number : a.index < b.index;
}

/// The elements of one kind by number. Of one number the lowest index is the first.
class Numbers {
public:
    [[nodiscard]] bool reserve(Context& context, std::size_t count) noexcept {
        return context.take(count, rows_);
    }
    void add(std::int32_t number, std::uint32_t index) noexcept {
        rows_[size_++] = {number, index};
    }
    void sort() noexcept { std::sort(rows_.begin(), rows_.begin() + size_); }
    /// The lowest index with the number, FLATLINE_NONE if there is none.
    std::uint32_t first(std::int32_t number) const noexcept {
        const Numbered* const end = rows_.begin() + size_;
        const Numbered* const found =
            std::lower_bound(rows_.begin(), rows_.begin() + size_, Numbered{number, 0});
        return found != end && found->number == number ? found->index : FLATLINE_NONE;
    }
    bool has(std::int32_t number) const noexcept { return first(number) != FLATLINE_NONE; }

private:
    Scratch<Numbered> rows_;
    std::size_t size_ = 0;
};

/// What the map has of polyobjects.
struct Objects {
    Numbers spots, anchors, starts, explicits;

    [[nodiscard]] bool collect(Context& context, const PolyobjectTypes& types) noexcept;
};

bool Objects::collect(Context& context, const PolyobjectTypes& types) noexcept {
    const View<flatline_thing> things = context.map.things();
    const View<flatline_linedef> lines = context.map.linedefs();
    std::size_t count[4] = {};
    for (const flatline_thing& thing : things) {
        count[0] += types.is_spot(thing.type);
        count[1] += types.is_anchor(thing.type);
    }
    for (const flatline_linedef& line : lines) {
        count[2] += line.special == kStartLine;
        count[3] += line.special == kExplicitLine;
    }
    if (!spots.reserve(context, count[0]) || !anchors.reserve(context, count[1]) ||
        !starts.reserve(context, count[2]) || !explicits.reserve(context, count[3])) {
        return false;
    }
    for (std::uint32_t i = 0; i < things.size(); ++i) {
        if (types.is_spot(things[i].type)) spots.add(things[i].angle, i);
        if (types.is_anchor(things[i].type)) anchors.add(things[i].angle, i);
    }
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        if (lines[i].special == kStartLine) starts.add(lines[i].arg[0], i);
        if (lines[i].special == kExplicitLine) explicits.add(lines[i].arg[0], i);
    }
    for (Numbers* all : {&spots, &anchors, &starts, &explicits}) all->sort();
    return true;
}

/// `first`: the lowest element with this number, which may be this one.
void report(const Context& context, Rule rule, Element element, std::int32_t number,
            std::uint32_t first, PolyobjectFault fault) noexcept {
    if (fault == PolyobjectFault::none) return;
    const std::uint32_t other = first != element.index ? first : FLATLINE_NONE;
    context.report.about_pair(rule, element, {element.kind, other}, number,
                              static_cast<std::int64_t>(fault));
}

PolyobjectFault fault_of_line(const flatline_linedef& line, const Objects& objects,
                              bool is_first) noexcept {
    const bool starts = line.special == kStartLine;
    const bool is_explicit = line.special == kExplicitLine;
    if (!objects.spots.has(line.arg[0])) return PolyobjectFault::no_spot;
    if (is_explicit && line.arg[1] == 0) return PolyobjectFault::order_zero;
    const std::int32_t mirror = starts ? line.arg[1] : is_explicit ? line.arg[2] : 0;
    if (mirror != 0 && mirror == line.arg[0]) return PolyobjectFault::mirrors_itself;
    if (mirror != 0 && !objects.spots.has(mirror)) return PolyobjectFault::mirror_without_spot;
    return is_first ? PolyobjectFault::none : PolyobjectFault::started_before;
}

void judge_lines(Context& context, const Objects& objects) noexcept {
    const NumberTable actions = numbers::table(kActions);
    std::uint32_t index = 0;
    for (const flatline_linedef& line : context.map.linedefs()) {
        const std::uint32_t at = index++;
        const bool starts = line.special == kStartLine;
        const bool is_explicit = line.special == kExplicitLine;
        if (line.special == 0 || (!starts && !is_explicit && !holds(actions, line.special))) {
            continue;
        }
        const std::uint32_t first = starts ? objects.starts.first(line.arg[0]) : at;
        report(context, Rule::poly_line_invalid, {FLATLINE_LINEDEF, at}, line.arg[0], first,
               fault_of_line(line, objects, first == at));
    }
}

void judge_things(Context& context, const PolyobjectTypes& types, const Objects& objects) noexcept {
    std::uint32_t index = 0;
    for (const flatline_thing& thing : context.map.things()) {
        const std::uint32_t at = index++;
        const bool is_spot = types.is_spot(thing.type);
        if (!is_spot && !types.is_anchor(thing.type)) continue;
        const std::int32_t number = thing.angle;
        const std::uint32_t first = (is_spot ? objects.spots : objects.anchors).first(number);
        const bool has_line = objects.starts.has(number) || objects.explicits.has(number);
        const PolyobjectFault fault =
            is_spot && !objects.anchors.has(number)  ? PolyobjectFault::no_anchor
            : is_spot && !has_line                   ? PolyobjectFault::no_line
            : !is_spot && !objects.spots.has(number) ? PolyobjectFault::no_spot
            : first != at                            ? PolyobjectFault::marked_before
                                                     : PolyobjectFault::none;
        report(context, Rule::poly_thing_invalid, {FLATLINE_THING, at}, number, first, fault);
    }
}

}  // namespace

void polyobjects(Context& context) noexcept {
    const PolyobjectTypes* const types = polyobject_types(context.map);
    const bool known =
        context.map.map_namespace() == "zdoom" || context.map.map_namespace() == "hexen";
    if (types == nullptr || !known) return;
    Objects objects;
    if (!objects.collect(context, *types)) return;
    if (context.is_on(Rule::poly_line_invalid)) judge_lines(context, objects);
    if (context.is_on(Rule::poly_thing_invalid)) judge_things(context, *types, objects);
}

}  // namespace flatline::engine::sanity
