/* flatline/c_check.h: sanity rules over a finished map, in C. Included by flatline/flatline.h.
 */
#ifndef FLATLINE_C_CHECK_H
#define FLATLINE_C_CHECK_H

#include "flatline/c_archive.h"
#include "flatline/c_doom3.h"
#include "flatline/c_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a check takes besides the map. Begin with FLATLINE_CHECK_OPTIONS_INIT. */
typedef struct flatline_check_options {
    size_t size;                     /* sizeof(flatline_check_options) */
    const flatline_limits* limits;   /* findings counts, of a Doom 3 map world-coordinate too;
                                      * NULL: the defaults */
    const flatline_archive* archive; /* that the map came from, for the rules about the lumps
                                      * around a TEXTMAP; NULL: without them */
    size_t archive_map;              /* its index there */
} flatline_check_options;

#define FLATLINE_CHECK_OPTIONS_INIT \
    { sizeof(flatline_check_options), NULL, NULL, 0 }

/* What a check found. It never changes, and it refers to the map by index only. */
typedef struct flatline_report flatline_report;

/* Runs every sanity rule over `map`: lines without length, unused elements, missing player starts,
 * flags that contradict sides. No load does so by itself. `options` may be NULL. OK says that the
 * check ran, whatever it found. BAD_ARGUMENT for a map that was refused, bad options, or NULL.
 * *report is set for OK and OUT_OF_MEMORY (or NULL, without memory even for a handle). Findings
 * name element and field; flatline_locate gives offsets. Linear in the map. Any thread. */
flatline_status flatline_check(const flatline_map* map, const flatline_check_options* options,
                               flatline_report** report);

/* Runs every sanity rule over a Doom 3 map: over its entities and their keys, its brushes, whose
 * windings it builds, and its patches. Findings have their byte offsets already, and the option
 * `archive` is not looked at. The rest is as in flatline_check. */
flatline_status flatline_doom3_check(const flatline_doom3_map* map,
                                     const flatline_check_options* options,
                                     flatline_report** report);

/* Frees a report and its findings. */
void flatline_report_free(flatline_report* report);

/* The findings of a report, as flatline_map_findings and flatline_map_finding_count give those of a
 * map. flatline_describe or flatline_doom3_describe, given the map that was checked, writes the
 * sentence of one. The findings live until the report is freed. */
const flatline_finding* flatline_report_findings(const flatline_report* report, size_t* count);
uint64_t flatline_report_finding_count(const flatline_report* report, uint8_t severity);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_CHECK_H */
