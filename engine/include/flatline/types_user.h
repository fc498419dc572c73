/* flatline/types_user.h: the fields of elements that no dialect knows, by element. */
#ifndef FLATLINE_TYPES_USER_H
#define FLATLINE_TYPES_USER_H

#include "flatline/types_elements.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One field: its name, and the entry of flatline_arrays::unknowns that has its value. */
typedef struct flatline_user_field {
    uint32_t name; /* of flatline_user_fields::names */
    uint32_t unknown;
} flatline_user_field;

/* The fields user_* and all others that the dialect of the map does not know and that stand
 * directly in an element. Those of element i of a kind are fields rows[kind][i] up to
 * rows[kind][i + 1], in the order of the text; where one is given twice, the last counts. */
typedef struct flatline_user_fields {
    const flatline_text* names; /* each once without case, spelled as first used, ascending */
    const flatline_user_field* fields;
    const uint32_t* rows[5]; /* FLATLINE_VERTEX .. FLATLINE_THING; NULL: none of the kind has any */
    uint32_t element_count[5];
    uint32_t name_count, field_count;
} flatline_user_fields;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_USER_H */
