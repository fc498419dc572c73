/* flatline/c_verdict.h: what each port would make of a map, in C. Included by flatline/flatline.h.
 */
#ifndef FLATLINE_C_VERDICT_H
#define FLATLINE_C_VERDICT_H

#include "flatline/c_check.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The programs that are judged, in the revisions of docs/README.md. */
enum {
    FLATLINE_PORT_GZDOOM = 0,
    FLATLINE_PORT_SRB2 = 1,
    FLATLINE_PORT_DSDA = 2,
    FLATLINE_PORT_WOOF = 3,
    FLATLINE_PORT_ETERNITY = 4,
    FLATLINE_PORT_ZDBSP = 5,
    FLATLINE_PORTS = 6
};

/* What a port does with a map, from the best to the worst; flatline/verdict.hpp describes them. */
enum {
    FLATLINE_LOADS = 0,
    FLATLINE_REPAIRS = 1,
    FLATLINE_UNKNOWN_VERDICT = 2,
    FLATLINE_UNDEFINED = 3,
    FLATLINE_REFUSES = 4
};

/* The verdict of one port. `rule` is the id of the rule, or of the fact ("port-..."), that decides
 * it, "" where nothing did; `document` and `section` are where the fact stands. Static strings. */
typedef struct flatline_verdict {
    const char* rule;
    const char* document;
    const char* section;
    uint8_t judgement;
} flatline_verdict;

/* What is judged besides the map. Begin with FLATLINE_VERDICT_OPTIONS_INIT. What is left out is not
 * judged. */
typedef struct flatline_verdict_options {
    size_t size;                     /* sizeof(flatline_verdict_options) */
    const flatline_report* report;   /* of flatline_check; NULL: without the rules of a check */
    const flatline_archive* archive; /* that the map came from, for facts about the lumps around
                                      * it; NULL: without them */
    size_t archive_map;              /* its index there */
    const void* znodes;              /* the lump ZNODES of a TEXTMAP, or its first 8 bytes */
    size_t znodes_size;
    const void* nodes; /* the lumps NODES and SSECTORS of a binary map, likewise */
    size_t nodes_size;
    const void* ssectors;
    size_t ssectors_size;
} flatline_verdict_options;

#define FLATLINE_VERDICT_OPTIONS_INIT \
    { sizeof(flatline_verdict_options), NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0 }

/* Judges a map, loaded or refused, for all ports: entry FLATLINE_PORT_... of `verdicts`. `options`
 * may be NULL. BAD_ARGUMENT for NULL or bad options. Linear in the map, allocates nothing. Any
 * thread. */
FLATLINE_API flatline_status flatline_judge(const flatline_map* map,
                                            const flatline_verdict_options* options,
                                            flatline_verdict verdicts[FLATLINE_PORTS]);

/* "gzdoom", ... of FLATLINE_PORT_..., and "loads", "repairs", "unknown", "undefined", "refuses";
 * "" for other numbers. Static strings, any thread. */
FLATLINE_API const char* flatline_port_name(uint8_t port);
FLATLINE_API const char* flatline_judgement_name(uint8_t judgement);

/* One row of the table behind the verdicts: what all ports do about one rule or fact. `detail`
 * narrows it to some of its findings; "": all. FLATLINE_UNKNOWN_VERDICT: no document says anything
 * of that port. Static strings. Source: docs/verdicts.md, "The table". */
typedef struct flatline_verdict_row {
    const char* rule;
    const char* detail;
    const char* document;
    const char* section;
    uint8_t judgements[FLATLINE_PORTS]; /* by FLATLINE_PORT_... */
} flatline_verdict_row;

/* Row number `i` of the table, and fact number `i` about a map that is no finding, because it is
 * wrong for some port only. Past the last one `rule` or `id` is NULL. Any thread. */
FLATLINE_API flatline_verdict_row flatline_verdict_table(size_t i);
typedef struct flatline_port_fact_row {
    const char* id; /* begins with "port-" */
    const char* sentence;
} flatline_port_fact_row;
FLATLINE_API flatline_port_fact_row flatline_port_fact(size_t i);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_VERDICT_H */
