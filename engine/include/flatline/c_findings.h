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

/* The id of a rule (flatline_finding::rule), such as "syntax-number". Ids never change; the numbers
 * of rules may. NULL past the last rule. Static. */
FLATLINE_API const char* flatline_rule_id(uint16_t rule);

/* Why the rule matters, how to mend what it finds, and which programs refuse, repair or report the
 * same: a sentence each. NULL past the last rule. Static. */
FLATLINE_API const char* flatline_rule_why(uint16_t rule);
FLATLINE_API const char* flatline_rule_mend(uint16_t rule);
FLATLINE_API const char* flatline_rule_ports(uint16_t rule);

/* The words for flatline_finding::severity ("note", "warning", "error"), ::element ("vertex",
 * "linedef", ...) and ::lump ("TEXTMAP", "ZNODES", ...); "" for any other number. Static. */
FLATLINE_API const char* flatline_severity_name(uint8_t severity);
FLATLINE_API const char* flatline_element_name(uint8_t element);
FLATLINE_API const char* flatline_lump_name(uint8_t lump);

/* Writes the sentence of a finding of `map` into `out`, cut to `capacity` with its zero byte, as
 * snprintf does. Bytes of the map that are not printable ASCII become \xHH. Returns the length of
 * the whole sentence. Allocates nothing; `out` may be NULL where `capacity` is 0. */
FLATLINE_API size_t flatline_describe(const flatline_map* map, const flatline_finding* finding,
                                      char* out, size_t capacity);

/* The line and column of byte `offset` of the TEXTMAP. Both count from 1, columns in bytes; both
 * are 0 for FLATLINE_NO_OFFSET. Lines end at '\n', or at '\r' in a text that has no '\n'. Reads the
 * text up to that byte. */
FLATLINE_API void flatline_place(const flatline_map* map, uint64_t offset, uint64_t* line,
                                 uint64_t* column);

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
