#include "unknown_json.hpp"

#include <vector>

namespace flatline::engine::tool {
namespace {

void write_unknown_value(JsonWriter& json, const Map& map, const flatline_unknown& unknown) {
    if (write_plain_value(json, map, unknown)) return;
    if (unknown.kind == FLATLINE_KEYWORD) {
        json.begin_object();
        json.member("keyword", map.text(unknown.value.string));
        json.end_object();
    } else {
        json.null();
    }
}

/// It has a stack of its own instead of recursion, because the map decides how deep blocks nest.
std::uint64_t write_unknown_contents(JsonWriter& json, const Map& map, std::uint64_t at) {
    const View<flatline_unknown> unknowns = map.unknowns();
    std::vector<std::uint64_t> ends{unknowns[at].value.block_end};
    json.begin_array();
    ++at;
    for (;;) {
        if (at >= ends.back()) {
            json.end_array();
            at = ends.back();
            ends.pop_back();
            if (ends.empty()) return at;
            json.end_array();  // the pair that the inner block is the value of
            continue;
        }
        const flatline_unknown& unknown = unknowns[at];
        ++at;
        json.begin_array();
        json.string(map.text(unknown.name));
        if (unknown.kind == FLATLINE_UNKNOWN_BLOCK) {
            json.begin_array();
            ends.push_back(unknown.value.block_end);
        } else {
            write_unknown_value(json, map, unknown);
            json.end_array();
        }
    }
}

}  // namespace

bool write_plain_value(JsonWriter& json, const Map& map, const flatline_unknown& unknown) {
    switch (unknown.kind) {
        case FLATLINE_INTEGER:
            json.integer(unknown.value.integer);
            return true;
        case FLATLINE_REAL:
            json.real(unknown.value.real);
            return true;
        case FLATLINE_BOOLEAN:
            json.boolean(unknown.value.boolean != 0);
            return true;
        case FLATLINE_STRING:
            json.string(map.text(unknown.value.string));
            return true;
        default:
            return false;
    }
}

std::uint64_t write_unknown(JsonWriter& json, const Map& map, std::uint64_t at) {
    const flatline_unknown& unknown = map.unknowns()[at];
    if (unknown.kind == FLATLINE_UNKNOWN_BLOCK) return write_unknown_contents(json, map, at);
    write_unknown_value(json, map, unknown);
    return at + 1;
}

}  // namespace flatline::engine::tool
