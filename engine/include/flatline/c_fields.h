/* flatline/c_fields.h: the fields that each dialect knows, in C. Included by flatline/flatline.h.
 */
#ifndef FLATLINE_C_FIELDS_H
#define FLATLINE_C_FIELDS_H

#include "flatline/c_core.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The tables of fields. The namespace of a map chooses one. Every dialect knows the standard fields
 * of UDMF 1.1 too, and a text read by the grammar of 0.99 also knows the names of UDMF099.
 * Source: docs/udmf.md, "Namespaces". */
enum {
    FLATLINE_DIALECT_UDMF11 = 0,
    FLATLINE_DIALECT_UDMF099 = 1,
    FLATLINE_DIALECT_SRB2 = 2,
    FLATLINE_DIALECT_ZDOOM = 3,
    FLATLINE_DIALECT_ETERNITY = 4,
    FLATLINE_DIALECT_DSDA = 5,
    FLATLINE_DIALECT_WOOF = 6,
    FLATLINE_DIALECTS = 7
};

/* "udmf11", "udmf099", "srb2", "zdoom", "eternity", "dsda", "woof"; "" for another value. Static.
 */
FLATLINE_API const char* flatline_dialect_name(uint8_t dialect);

/* One namespace that the loader knows, and the table of fields that it chooses. */
typedef struct flatline_namespace_row {
    const char* name;     /* lower case; compared without case */
    uint8_t dialect;      /* FLATLINE_DIALECT_* */
    uint8_t zero_line_id; /* 1: a linedef that gives no id has id 0; 0: it has -1 */
} flatline_namespace_row;

/* Namespace number `i`, counted from 0; past the last one `name` is NULL. Static strings. */
FLATLINE_API flatline_namespace_row flatline_namespace(size_t i);

/* One field of one dialect, as the dialect's document or port has it. */
typedef struct flatline_field_row {
    const char* name;     /* lower case */
    const char* fallback; /* the default as text; "" also where unset */
    const char* alias_of; /* canonical names ("skill1 + skill2", "NOT single") or "" */
    const char* values;   /* allowed values "a|b|c" or a range "0..13"; "" for any */
    const char* source;   /* where the row comes from */
    uint8_t dialect;      /* FLATLINE_DIALECT_* */
    uint8_t block;        /* FLATLINE_VERTEX .. FLATLINE_THING, FLATLINE_GLOBAL */
    uint8_t kind;         /* FLATLINE_INTEGER .. FLATLINE_IDS */
    uint8_t required;     /* 1: an element has to give it */
} flatline_field_row;

/* Row number `i` of a dialect's table, counted from 0; the rows of a block stand together. Past the
 * last one `name` is NULL. Static strings. */
FLATLINE_API flatline_field_row flatline_dialect_field(uint8_t dialect, size_t i);

/* Where a standard field lies in the struct of its element. A flag of UDMF is one bit of the
 * struct's member `flags`; every other field is a member of its own. */
typedef struct flatline_standard_field_row {
    const char* name;
    uint32_t bit;     /* of `flags`; 0 where the field is no flag */
    uint16_t field;   /* its id */
    uint16_t offset;  /* of the member in flatline_vertex ... flatline_thing */
    uint8_t block;    /* FLATLINE_VERTEX .. FLATLINE_THING */
    uint8_t kind;     /* FLATLINE_INTEGER .. FLATLINE_STRING */
    uint8_t is_name;  /* 1: the member is an index into names */
    uint8_t is_index; /* 1: the member is an index of an element, or FLATLINE_NONE */
} flatline_standard_field_row;

/* Number `i` of the standard fields of UDMF 1.1 that lie in the structs of types.h, in the order of
 * UDMF 1.1: all of them but `comment`, which is a column. Past the last one `name` is NULL. */
FLATLINE_API flatline_standard_field_row flatline_standard_field(size_t i);

/* The id of a field by its canonical name, in any case, in a block (FLATLINE_VERTEX ..
 * FLATLINE_THING, FLATLINE_GLOBAL); FLATLINE_NO_FIELD where no dialect has it. */
FLATLINE_API uint16_t flatline_find_field(uint8_t block, const char* name);

/* The canonical name of a field, "" for FLATLINE_NO_FIELD. Static. */
FLATLINE_API const char* flatline_field_name(uint16_t field);

/* The block of a field, FLATLINE_MAP for FLATLINE_NO_FIELD. */
FLATLINE_API uint8_t flatline_field_block(uint16_t field);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_FIELDS_H */
