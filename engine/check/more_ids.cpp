// Lists of further tags.
#include <algorithm>

#include "check/rules.hpp"

namespace flatline::engine::sanity {
namespace {

template <class Element>
bool find_in(Context& context, View<Element> elements, std::uint8_t kind) noexcept {
    const flatline_column* more = context.map.column(kind, "moreids");
    if (more == nullptr) return true;
    Scratch<std::int32_t> sorted;
    for (std::uint32_t i = 0; i < more->count; ++i) {
        const flatline_text& list = more->values.ids[i];
        const std::uint32_t element = more->elements[i];
        if (sorted.size() < list.size && !context.take(list.size, sorted)) return false;
        const std::int32_t* ids = context.map.ids().data() + list.offset;
        std::int32_t* const end = std::copy(ids, ids + list.size, sorted.begin());
        std::sort(sorted.begin(), end);
        const std::int32_t* wrong = std::adjacent_find(sorted.begin(), end);
        for (const std::int32_t one : {std::int32_t{0}, elements[element].id}) {
            if (std::binary_search(sorted.begin(), end, one)) {
                wrong = std::lower_bound(sorted.begin(), end, one);
            }
        }
        if (wrong == end) continue;
        context.report.about(Rule::tag_duplicate_list, {kind, element}, more->field, *wrong);
    }
    return true;
}

}  // namespace

void tag_duplicate_list(Context& context) noexcept {
    const Map& map = context.map;
    (void)(find_in(context, map.sectors(), FLATLINE_SECTOR) &&
           find_in(context, map.linedefs(), FLATLINE_LINEDEF) &&
           find_in(context, map.things(), FLATLINE_THING));
}

}  // namespace flatline::engine::sanity
