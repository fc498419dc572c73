/* flatline/c_check.h: sanity rules over a finished map, in C. Included by flatline/flatline.h.
 */
#ifndef FLATLINE_C_CHECK_H
#define FLATLINE_C_CHECK_H

#include "flatline/c_archive.h"
#include "flatline/c_doom3.h"
#include "flatline/c_map.h"
#include "flatline/c_resources.h"
#include "flatline/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a check makes of a rule: FLATLINE_NOTE, FLATLINE_WARNING, FLATLINE_ERROR, or nothing. */
enum { FLATLINE_RULE_OFF = 3 };
typedef struct flatline_rule_level {
    const char* rule; /* its id, such as "line-cross"; NULL: all rules */
    uint8_t level;    /* one of the four */
} flatline_rule_level;

/* The level of a rule (flatline_finding::rule) where nothing sets it; FLATLINE_RULE_OFF past the
 * last rule. */
FLATLINE_API uint8_t flatline_rule_default_level(uint16_t rule);

/* What a check takes besides the map. Begin with FLATLINE_CHECK_OPTIONS_INIT. */
typedef struct flatline_check_options {
    size_t size;                       /* sizeof(flatline_check_options) */
    const flatline_limits* limits;     /* findings, arena-bytes and check-steps count, of a Doom 3
                                        * map world-coordinate too; NULL: the defaults */
    const flatline_archive* archive;   /* that the map came from, for the rules about the lumps
                                        * around a TEXTMAP; NULL: without them */
    size_t archive_map;                /* its index there */
    const flatline_rule_level* levels; /* of some rules that the check runs, of one rule the last
                                        * counts; the others have their default levels */
    size_t level_count;
    flatline_memory memory;     /* for working memory */
    flatline_progress progress; /* told how many of the rules are done; may end the check */
    const flatline_resources* resources; /* for rules about names and types; NULL: without them */
    const void* behavior; /* the map's lump BEHAVIOR, for rules about scripts; NULL: it has none */
    size_t behavior_size; /* in bytes */
    flatline_work* work;  /* that the check counts towards; NULL: none */
} flatline_check_options;

#define FLATLINE_CHECK_OPTIONS_INIT                                                    \
    {                                                                                  \
        sizeof(flatline_check_options), NULL, NULL, 0, NULL, 0, {NULL, NULL, NULL, 0}, \
            {NULL, NULL, 5}, NULL, NULL, 0, NULL                                       \
    }

/* What a check found. It never changes, and it refers to the map by index only. */
typedef struct flatline_report flatline_report;

/* Runs the sanity rules over `map`. No load does so by itself. `options` may be NULL. OK says that
 * the check ran, whatever it found; REFUSED that arena-bytes or `work` is too low. BAD_ARGUMENT for
 * a map that was refused, bad options (a rule or level that does not exist), or NULL. *report is
 * set for OK, REFUSED and OUT_OF_MEMORY (or NULL, without memory even for a handle). Findings name
 * element and field; flatline_locate gives offsets, flatline_find_points places on the map.
 * Expected time is linear in the map, and bounded by the limit check-steps. Any thread. */
FLATLINE_API flatline_status flatline_check(const flatline_map* map,
                                            const flatline_check_options* options,
                                            flatline_report** report);

/* Runs the sanity rules over a Doom 3 map: over its entities and their keys, its brushes, whose
 * windings it builds, and its patches. Findings have their byte offsets already, and the option
 * `archive` is not looked at. The rest is as in flatline_check. */
FLATLINE_API flatline_status flatline_doom3_check(const flatline_doom3_map* map,
                                                  const flatline_check_options* options,
                                                  flatline_report** report);

/* What became of a rule (flatline_finding::rule) in a check. NOT_RUN: it is on, and had not the
 * archive or the resources that it needs. CUT_SHORT: by the limit check-steps. */
enum { FLATLINE_RULE_RUN = 0, FLATLINE_RULE_NOT_RUN = 1, FLATLINE_RULE_CUT_SHORT = 2 };
FLATLINE_API uint8_t flatline_report_rule(const flatline_report* report, uint16_t rule);

/* Frees a report and its findings. */
FLATLINE_API void flatline_report_free(flatline_report* report);

/* The findings of a report, as flatline_map_findings and the functions behind it give those of a
 * map. flatline_describe or flatline_doom3_describe, given the map that was checked, writes the
 * sentence of one. The findings live until the report is freed. */
FLATLINE_API const flatline_finding* flatline_report_findings(const flatline_report* report,
                                                              size_t* count);
FLATLINE_API uint64_t flatline_report_finding_count(const flatline_report* report,
                                                    uint8_t severity);
FLATLINE_API int flatline_report_has_rule(const flatline_report* report, uint16_t rule);

/* Writes to `points`, which has room for `count`, where the element of each finding is: a vertex or
 * thing itself, the middle of a line or of the line of a side, of a sector the middle of the box
 * around its lines. Both coordinates are NaN where it has no place. One pass over the lines. */
FLATLINE_API void flatline_find_points(const flatline_map* map, const flatline_finding* findings,
                                       size_t count, flatline_vertex* points);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_CHECK_H */
