/* flatline/c_user.h: fields that no dialect knows, by element, in C. Included by
 * flatline/flatline.h.
 */
#ifndef FLATLINE_C_USER_H
#define FLATLINE_C_USER_H

#include "flatline/c_map.h"
#include "flatline/export.h"
#include "flatline/types_user.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What flatline_build_user_fields made. It never changes and owns its memory; it refers to unknowns
 * and texts of its map by index. */
typedef struct flatline_built_user_fields flatline_built_user_fields;

/* What a build takes besides the map. Begin with FLATLINE_USER_FIELDS_OPTIONS_INIT. */
typedef struct flatline_user_fields_options {
    size_t size;                   /* sizeof(flatline_user_fields_options) */
    const flatline_limits* limits; /* arena-bytes counts; NULL: the defaults */
    flatline_memory memory;
} flatline_user_fields_options;

#define FLATLINE_USER_FIELDS_OPTIONS_INIT                                   \
    {                                                                       \
        sizeof(flatline_user_fields_options), NULL, { NULL, NULL, NULL, 0 } \
    }

/* Finds the fields of every element that the map's dialect does not know, user_* among them.
 * `options` may be NULL. REFUSED where arena-bytes is too low, BAD_ARGUMENT where another pointer
 * is NULL or for bad options. *fields is set as *map is by flatline_load_borrowed. Linear in
 * elements and fields, but for the names (n log n). Any thread. */
FLATLINE_API flatline_status flatline_build_user_fields(const flatline_map* map,
                                                        const flatline_user_fields_options* options,
                                                        flatline_built_user_fields** fields);
FLATLINE_API void flatline_built_user_fields_free(flatline_built_user_fields* fields);

/* The arrays, all zero where no element has such a field. Never NULL; they live until the fields
 * are freed. */
FLATLINE_API const flatline_user_fields* flatline_built_user_fields_arrays(
    const flatline_built_user_fields* fields);

/* The findings and the memory of the build, as flatline_map_findings and flatline_map_memory give
 * those of a load. */
FLATLINE_API const flatline_finding* flatline_built_user_fields_findings(
    const flatline_built_user_fields* fields, size_t* count);
FLATLINE_API void flatline_built_user_fields_memory(const flatline_built_user_fields* fields,
                                                    uint64_t* announced, uint64_t* used);

/* The fields of one element in the order of the text; how many goes to *count. NULL where there are
 * none. O(1). */
FLATLINE_API const flatline_user_field* flatline_user_fields_of(const flatline_user_fields* fields,
                                                                uint8_t kind, uint32_t index,
                                                                size_t* count);

/* The number of the name `name`, in any case; FLATLINE_NONE where no element has it. `map` is the
 * one of the fields. Logarithmic in the number of names. */
FLATLINE_API uint32_t flatline_find_user_name(const flatline_map* map,
                                              const flatline_user_fields* fields, const char* name);

/* The last field of that name of an element, NULL where it has none. Linear in its own fields. */
FLATLINE_API const flatline_user_field* flatline_find_user_field(const flatline_user_fields* fields,
                                                                 uint8_t kind, uint32_t index,
                                                                 uint32_t name);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_USER_H */
