/* flatline/c_findings.h: what a load had to say, in C. Included by
 * flatline/flatline.h.
 */
#ifndef FLATLINE_C_FINDINGS_H
#define FLATLINE_C_FINDINGS_H

#include "flatline/c_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Findings -------------------------------------------------------------------------------- */

/* Values of flatline_finding::severity. */
enum { FLATLINE_NOTE = 0, FLATLINE_WARNING = 1, FLATLINE_ERROR = 2 };

/* What the load had to say, the first ones up to the limit `findings`, errors before the rest is
 * dropped; their number goes to *count. NULL where there are none. Dies with the map. */
const flatline_finding* flatline_map_findings(const flatline_map* map, size_t* count);

/* How many there were of a severity in all, kept or not. */
uint64_t flatline_map_finding_count(const flatline_map* map, uint8_t severity);

/* The id of flatline_finding::rule, such as "syntax-number"; ids are stable for ever, the numbers
 * are not. NULL past the last rule. Static. */
const char* flatline_rule_id(uint16_t rule);

/* "note", "warning", "error"; "vertex", "linedef", ...; "TEXTMAP", ... "" past the last. Static. */
const char* flatline_severity_name(uint8_t severity);
const char* flatline_element_name(uint8_t element);
const char* flatline_lump_name(uint8_t lump);

/* Writes the sentence of a finding of `map` into `out`, cut to `capacity` with its zero byte, as
 * snprintf does. Bytes of the map that are not printable ASCII become \xHH. Returns the length of
 * the whole sentence. Allocates nothing; `out` may be NULL where `capacity` is 0. */
size_t flatline_describe(const flatline_map* map, const flatline_finding* finding, char* out,
                         size_t capacity);

/* Line and column of byte `offset` of the TEXTMAP, both from 1, columns in bytes; lines end at
 * '\n'. Both are 0 for FLATLINE_NO_OFFSET. Reads the text up to there. */
void flatline_place(const flatline_map* map, uint64_t offset, uint64_t* line, uint64_t* column);

/* Gives `count` findings of `map` their byte offsets, in one pass over the text: entry i of
 * `offsets` is that of finding i, FLATLINE_NO_OFFSET where it has no place. */
void flatline_locate(const flatline_map* map, const flatline_finding* findings, size_t count,
                     uint64_t* offsets);

/* The byte where a field of an element has its value, or where the element stands when it does
 * not give the field; FLATLINE_NO_OFFSET for no such element. Reads the text. */
uint64_t flatline_locate_field(const flatline_map* map, uint8_t element, uint32_t index,
                               uint16_t field);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_FINDINGS_H */
