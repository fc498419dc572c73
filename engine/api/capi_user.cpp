// The C functions of c_user.h: fields that no dialect knows, by element.
#include <new>

#include "api/capi.hpp"
#include "flatline/user_fields.hpp"

struct flatline_built_user_fields {
    flatline::Result<flatline::UserFields> result;
};

flatline_status flatline_build_user_fields(const flatline_map* map,
                                           const flatline_user_fields_options* options,
                                           flatline_built_user_fields** fields) {
    if (fields == nullptr) return FLATLINE_BAD_ARGUMENT;
    *fields = nullptr;
    flatline_user_fields_options given = FLATLINE_USER_FIELDS_OPTIONS_INIT;
    flatline::UserFieldsOptions taken;
    if (map == nullptr || !flatline::capi::take(options, given) ||
        !flatline::capi::read_memory(given.memory, taken.memory)) {
        return FLATLINE_BAD_ARGUMENT;
    }
    if (given.limits != nullptr) taken.limits = flatline::capi::limits_of(*given.limits);
    auto* built = new (std::nothrow) flatline_built_user_fields;
    if (built == nullptr) return FLATLINE_OUT_OF_MEMORY;
    *fields = built;
    built->result = flatline::build_user_fields(map->result.value, taken);
    return static_cast<flatline_status>(built->result.status);
}

void flatline_built_user_fields_free(flatline_built_user_fields* fields) { delete fields; }

const flatline_user_fields* flatline_built_user_fields_arrays(
    const flatline_built_user_fields* fields) {
    static constexpr flatline_user_fields kNone{};
    return fields != nullptr ? &fields->result.value.arrays() : &kNone;
}

const flatline_finding* flatline_built_user_fields_findings(
    const flatline_built_user_fields* fields, size_t* count) {
    return flatline::capi::findings_of(fields != nullptr ? &fields->result.findings : nullptr,
                                       count);
}

void flatline_built_user_fields_memory(const flatline_built_user_fields* fields,
                                       uint64_t* announced, uint64_t* used) {
    flatline::capi::tell(fields != nullptr ? fields->result.memory : flatline::MemoryUse{},
                         announced, used);
}

const flatline_user_field* flatline_user_fields_of(const flatline_user_fields* fields, uint8_t kind,
                                                   uint32_t index, size_t* count) {
    flatline::View<flatline_user_field> own;
    if (fields != nullptr) own = flatline::user_fields_of(*fields, kind, index);
    if (count != nullptr) *count = own.size();
    return own.empty() ? nullptr : own.data();
}

uint32_t flatline_find_user_name(const flatline_map* map, const flatline_user_fields* fields,
                                 const char* name) {
    if (map == nullptr || fields == nullptr || name == nullptr) return FLATLINE_NONE;
    return flatline::find_user_name(map->result.value, *fields, name);
}

const flatline_user_field* flatline_find_user_field(const flatline_user_fields* fields,
                                                    uint8_t kind, uint32_t index, uint32_t name) {
    return fields != nullptr ? flatline::find_user_field(*fields, kind, index, name) : nullptr;
}
