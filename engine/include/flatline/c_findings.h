/* flatline/c_findings.h: what a load had to say, in C. Included by
 * flatline/flatline.h.
 */
#ifndef FLATLINE_C_FINDINGS_H
#define FLATLINE_C_FINDINGS_H

#include "flatline/c_map.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Findings -------------------------------------------------------------------------------- */

/* Values of flatline_finding::severity. */
enum { FLATLINE_NOTE = 0, FLATLINE_WARNING = 1, FLATLINE_ERROR = 2 };

/* The findings of the load: the first ones up to the limit `findings`, where an error takes the
 * place of a note or warning when there is no more room. How many these are goes to *count. NULL
 * where there are none. They live until the map is freed. */
FLATLINE_API const flatline_finding* flatline_map_findings(const flatline_map* map, size_t* count);

/* How many findings of a severity the load gave, kept or not; 0 for an unknown severity. */
FLATLINE_API uint64_t flatline_map_finding_count(const flatline_map* map, uint8_t severity);

/* 1 where the load gave a finding of this rule (flatline_finding::rule), kept or not, else 0. */
FLATLINE_API int flatline_map_has_rule(const flatline_map* map, uint16_t rule);

/* The number of the rule with this id, FLATLINE_NO_RULE where there is none. */
FLATLINE_API uint16_t flatline_find_rule(const char* id);
#define FLATLINE_NO_RULE 0xFFFFu

/* The id of a rule (flatline_finding::rule), such as "syntax-number". Ids never change; the numbers
 * of rules may. NULL past the last rule. Static. */
FLATLINE_API const char* flatline_rule_id(uint16_t rule);

/* The severity that a rule has by itself; FLATLINE_NOTE past the last rule. */
FLATLINE_API uint8_t flatline_rule_severity(uint16_t rule);

/* What flatline_finding::a and ::b of a rule hold; FLATLINE_NUMBERS_NONE past the last rule. */
enum {
    FLATLINE_NUMBERS_NONE = 0,
    FLATLINE_NUMBERS_INTEGERS = 1,
    FLATLINE_NUMBERS_REALS = 2,     /* the bits of doubles */
    FLATLINE_NUMBERS_LUMP_NAME = 3, /* the 8 bytes of a lump's name */
    FLATLINE_NUMBERS_PLANE = 4,     /* `a`: 0 a floor, 1 a ceiling; of a brush a side's number */
    FLATLINE_NUMBERS_RULES = 5      /* up to eight rules + 1, `a` before `b`, 16 bits each */
};
FLATLINE_API uint8_t flatline_rule_numbers(uint16_t rule);

/* The sentence of a rule, with {text}, {field}, {a}, {b}, {key}, {related} and {more} where a
 * finding fills something in (flatline::RuleRow). NULL past the last rule. Static. */
FLATLINE_API const char* flatline_rule_sentence(uint16_t rule);

/* Why the rule matters, how to mend what it finds, and which programs refuse, repair or report the
 * same: a sentence each. NULL past the last rule. Static. */
FLATLINE_API const char* flatline_rule_why(uint16_t rule);
FLATLINE_API const char* flatline_rule_mend(uint16_t rule);
FLATLINE_API const char* flatline_rule_ports(uint16_t rule);

/* Values of flatline_finding::lump: the lump or file whose bytes `offset` counts. */
enum {
    FLATLINE_LUMP_NONE = 0,
    FLATLINE_LUMP_TEXTMAP = 1,
    FLATLINE_LUMP_ZNODES = 2,
    FLATLINE_LUMP_BLOCKMAP = 3,
    FLATLINE_LUMP_REJECT = 4,
    FLATLINE_LUMP_DIRECTORY = 5,
    FLATLINE_LUMP_FILE = 6,
    FLATLINE_LUMP_MAP = 7,
    FLATLINE_LUMP_THINGS = 8,
    FLATLINE_LUMP_LINEDEFS = 9,
    FLATLINE_LUMP_SIDEDEFS = 10,
    FLATLINE_LUMP_VERTEXES = 11,
    FLATLINE_LUMP_SECTORS = 12,
    FLATLINE_LUMP_SEGS = 13,
    FLATLINE_LUMP_SSECTORS = 14,
    FLATLINE_LUMP_NODES = 15
};

/* A finding of the host's own about a map or file as a whole, without an element or a field, with
 * the severity of its rule. All zero past the last rule or lump. */
FLATLINE_API flatline_finding flatline_make_finding(uint16_t rule, uint8_t lump, uint64_t offset,
                                                    int64_t a, int64_t b);

/* The words for flatline_finding::severity ("note", "warning", "error"), ::element ("vertex",
 * "linedef", ...) and ::lump ("TEXTMAP", "ZNODES", ...); "" for any other number. Static. */
FLATLINE_API const char* flatline_severity_name(uint8_t severity);
FLATLINE_API const char* flatline_element_name(uint8_t element);
FLATLINE_API const char* flatline_lump_name(uint8_t lump);

/* Writes the element and the sentence of a finding of `map` into `out`, cut to `capacity` with its
 * zero byte, as snprintf does. Bytes of the map that are not printable ASCII become \xHH. Returns
 * the length of the whole sentence. Allocates nothing. */
FLATLINE_API size_t flatline_describe(const flatline_map* map, const flatline_finding* finding,
                                      char* out, size_t capacity);

/* The parts of that sentence: the element, "linedef 7", which is "" where the finding is about
 * none, and the words without it. Written and returned as flatline_describe does. */
FLATLINE_API size_t flatline_describe_element(const flatline_finding* finding, char* out,
                                              size_t capacity);
FLATLINE_API size_t flatline_describe_sentence(const flatline_map* map,
                                               const flatline_finding* finding, char* out,
                                               size_t capacity);

struct flatline_doom3_map;

/* Where findings come from, as far as a host knows it. What is NULL is left out. Begin with
 * FLATLINE_FINDING_SOURCE_INIT. */
typedef struct flatline_finding_source {
    size_t size;                            /* sizeof(flatline_finding_source) */
    const char* file;                       /* any words of the host: "maps.wad" */
    const char* map_name;                   /* "MAP01" */
    const flatline_map* map;                /* of the load or the check */
    const struct flatline_doom3_map* doom3; /* the same for a Doom 3 map */
} flatline_finding_source;

#define FLATLINE_FINDING_SOURCE_INIT \
    { sizeof(flatline_finding_source), NULL, NULL, NULL, NULL }

/* Writes place and sentence of a finding, such as "maps.wad:MAP01 TEXTMAP line 12 column 3,
 * linedef 7: v2 is 9, but the map has 4 vertices": file and map, then lump with line and column in
 * a text and the byte elsewhere, then the element. Written and returned as flatline_describe does,
 * "" for a source without its size; `source` may be NULL. Reads the text up to the place; for
 * thousands of findings flatline_locate them first. */
FLATLINE_API size_t flatline_describe_at(const flatline_finding* finding,
                                         const flatline_finding_source* source, char* out,
                                         size_t capacity);

/* The line and column of byte `offset` of the TEXTMAP. Both count from 1, columns in bytes; both
 * are 0 for FLATLINE_NO_OFFSET. Lines end at '\n', or at '\r' in a text that has no '\n'. Reads the
 * text up to that byte. */
FLATLINE_API void flatline_place(const flatline_map* map, uint64_t offset, uint64_t* line,
                                 uint64_t* column);

/* Tells the places of many byte offsets of one text, of a map or any other: ascending ones take one
 * pass over the text in all. Storage only: fill it by flatline_place_finder_init, with a text that
 * stays as long as it is used. Places are as in flatline_place. One thread at a time. */
typedef struct flatline_place_finder {
    uint64_t storage[8];
} flatline_place_finder;
FLATLINE_API void flatline_place_finder_init(flatline_place_finder* finder, const void* text,
                                             size_t size);
FLATLINE_API void flatline_place_finder_place(flatline_place_finder* finder, uint64_t offset,
                                              uint64_t* line, uint64_t* column);

/* Finds the byte offsets of `count` findings of `map`, from its load or from a check, in one pass
 * over the text. Entry i of `offsets`, which has room for `count`, becomes the offset of finding i,
 * or FLATLINE_NO_OFFSET where it has no place in the text. */
FLATLINE_API void flatline_locate(const flatline_map* map, const flatline_finding* findings,
                                  size_t count, uint64_t* offsets);

/* The byte offset of a field's value in the block of an element, or where the element does not give
 * the field, of that block. FLATLINE_NO_OFFSET where there is no such element. Reads the text. */
FLATLINE_API uint64_t flatline_locate_field(const flatline_map* map, uint8_t element,
                                            uint32_t index, uint16_t field);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_FINDINGS_H */
