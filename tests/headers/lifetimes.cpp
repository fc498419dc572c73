// Views into temporaries that end before they are used: clang warns of each (FLATLINE_LIFETIMEBOUND
// in export.h). C++17 and C++20 end a temporary before the first round of a loop over its member's
// view. A view that is used up in the same statement is right.
#include "flatline/flatline.hpp"

namespace {

std::uint64_t used_at_once(const flatline::Map& map) {
    return flatline::check(map).findings().size() + flatline::load("").findings().kept().size();
}

std::uint64_t of_a_name(const flatline::Map& map) {
    std::uint64_t sum = 0;
    const auto report = flatline::check(map);
    for (const flatline::Finding& finding : report.findings()) sum += finding.rule;
    return sum;
}

std::uint64_t of_a_loop(const flatline::Map& map, const flatline::Doom3Map& doom3) {
    std::uint64_t sum = 0;
    // expected-warning@+1 {{temporary}}
    for (const flatline::Finding& f : flatline::check(map).findings()) sum += f.rule;
    // expected-warning@+1 {{temporary}}
    for (const flatline::Finding& f : flatline::check(doom3)->findings()) sum += f.rule;
    // expected-warning@+1 {{temporary}}
    for (const flatline_vertex& v : flatline::load("")->vertices()) sum += v.x > 0;
    // expected-warning@+1 {{temporary}}
    for (const flatline_seg& seg : flatline::build_nodes(map)->segs()) sum += seg.v1;
    // expected-warning@+1 {{temporary}}
    for (std::uint32_t line : flatline::build_runtime(map)->side_lines()) sum += line;
    // expected-warning@+1 {{temporary}}
    for (const auto& brush : flatline::load_doom3("")->brushes()) sum += brush.offset;
    // expected-warning@+1 {{temporary}}
    for (auto& entry : flatline::Archive::from_bytes("", "a.wad")->maps()) sum += entry.index;
    return sum;
}

std::uint64_t of_a_variable(const flatline::Map& map, const flatline::Doom3Map& doom3) {
    // expected-warning@+1 {{temporary}}
    const flatline::View<flatline_named_lump> lumps = flatline::make_map_lumps(map)->lumps();
    // expected-warning@+1 {{temporary}}
    const flatline_arrays& arrays = flatline::load("")->arrays();
    // expected-warning@+1 {{temporary}}
    const auto& windings = flatline::build_windings(doom3)->arrays();
    // expected-warning@+1 {{temporary}}
    const std::string_view name = flatline::load("")->map_namespace();
    // expected-warning@+1 {{temporary}}
    const flatline::Bytes bytes = flatline::Buffer::allocate(4).bytes();
    // expected-warning@+1 {{temporary}}
    const flatline::Findings findings = flatline::check(map).findings();
    return lumps.size() + arrays.vertex_count + windings.winding_count + name.size() +
           bytes.size() + findings.size();
}

}  // namespace

std::uint64_t all(const flatline::Map& map, const flatline::Doom3Map& doom3) {
    return used_at_once(map) + of_a_name(map) + of_a_loop(map, doom3) + of_a_variable(map, doom3);
}
