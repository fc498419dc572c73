// The C functions of flatline.h: fields that no dialect knows, by element.
#include <new>

#include "api/handle.hpp"
#include "model/user_fields.hpp"

using namespace flatline::engine;
using namespace flatline::engine::capi;

struct flatline_built_user_fields final : HandleOf<UserFields> {};

flatline_status flatline_build_user_fields(const flatline_map* map,
                                           const flatline_user_fields_options* options,
                                           flatline_built_user_fields** fields) {
    if (!start(fields)) return FLATLINE_BAD_ARGUMENT;
    flatline_user_fields_options given = FLATLINE_USER_FIELDS_OPTIONS_INIT;
    UserFieldsOptions taken;
    if (map == nullptr || !copy_options(options, given) ||
        !read_memory(given.memory, taken.memory)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    taken.limits = limits_of(given.limits);

    return make(fields,
                [&](auto& made) { return made.keep(build_user_fields(map->value, taken)); });
}

const flatline_user_fields* flatline_built_user_fields_arrays(
    const flatline_built_user_fields* fields) {
    return arrays_of(fields);
}

const flatline_user_field* flatline_user_fields_of(const flatline_user_fields* fields, uint8_t kind,
                                                   uint32_t index, size_t* count) {
    return sized(
        fields != nullptr ? user_fields_of(*fields, kind, index) : View<flatline_user_field>(),
        count);
}

uint32_t flatline_find_user_name(const flatline_map* map, const flatline_user_fields* fields,
                                 const char* name) {
    if (map == nullptr || fields == nullptr || name == nullptr) return FLATLINE_NONE;
    return find_user_name(map->value, *fields, name);
}

const flatline_user_field* flatline_find_user_field(const flatline_user_fields* fields,
                                                    uint8_t kind, uint32_t index, uint32_t name) {
    return fields != nullptr ? find_user_field(*fields, kind, index, name) : nullptr;
}
