#include "unknown_json.hpp"

namespace flatline::engine::tool {

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

}  // namespace flatline::engine::tool
