// Views into temporaries that end before they are used: clang warns of each (FLATLINE_LIFETIMEBOUND
// in export.h). C++17 and C++20 end a temporary before the first round of a loop over its member's
// view. A view that is used up in the same statement is right.
#include "model/flatline.hpp"

namespace {

std::uint64_t used_at_once(const flatline::engine::Map& map) {
    return flatline::engine::check(map).findings.kept().size();
}

std::uint64_t of_a_name(const flatline::engine::Map& map) {
    std::uint64_t sum = 0;
    const auto report = flatline::engine::check(map);
    for (const flatline::engine::Finding& finding : report.findings.kept()) sum += finding.rule;
    return sum;
}

std::uint64_t of_a_loop(const flatline::engine::Map& map, const flatline::engine::Doom3Map& doom3) {
    std::uint64_t sum = 0;
    // expected-warning@+1 {{temporary}}
    for (const flatline::engine::Finding& f : flatline::engine::check(map).findings.kept())
        sum += f.rule;
    // expected-warning@+1 {{temporary}}
    for (const flatline::engine::Finding& f : flatline::engine::check(doom3).findings.kept())
        sum += f.rule;
    // expected-warning@+1 {{temporary}}
    for (const flatline_vertex& v : flatline::engine::load_borrowed({}).value.vertices())
        sum += v.x > 0;
    // expected-warning@+1 {{temporary}}
    for (const flatline_seg& seg : flatline::engine::build_nodes(map).value.segs()) sum += seg.v1;
    // expected-warning@+1 {{temporary}}
    for (std::uint32_t line : flatline::engine::build_runtime(map).value.side_lines()) sum += line;
    // expected-warning@+1 {{temporary}}
    for (const auto& brush : flatline::engine::load_doom3_borrowed({}).value.brushes())
        sum += brush.offset;
    return sum;
}

std::uint64_t of_a_variable(const flatline::engine::Map& map,
                            const flatline::engine::Doom3Map& doom3) {
    // expected-warning@+1 {{temporary}}
    const flatline::engine::View<flatline::engine::Finding> kept =
        flatline::engine::check(map).findings.kept();
    // expected-warning@+1 {{temporary}}
    const flatline_arrays& arrays = flatline::engine::load_borrowed({}).value.arrays();
    // expected-warning@+1 {{temporary}}
    const auto& windings = flatline::engine::build_windings(doom3).value.arrays();
    // expected-warning@+1 {{temporary}}
    const std::string_view name = flatline::engine::load_borrowed({}).value.map_namespace();
    // expected-warning@+1 {{temporary}}
    const flatline::engine::Bytes bytes = flatline::engine::Buffer::allocate(4).bytes();
    return kept.size() + arrays.vertex_count + windings.winding_count + name.size() + bytes.size();
}

}  // namespace

std::uint64_t all(const flatline::engine::Map& map, const flatline::engine::Doom3Map& doom3) {
    return used_at_once(map) + of_a_name(map) + of_a_loop(map, doom3) + of_a_variable(map, doom3);
}
