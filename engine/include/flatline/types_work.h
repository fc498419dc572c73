/* flatline/types_work.h: how much work several calls may take together. */
#ifndef FLATLINE_TYPES_WORK_H
#define FLATLINE_TYPES_WORK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Work that the loads and checks share which get the same one: those of the maps of one file, in
 * which thousands of maps may share one text. A step is a byte that is read, a byte of memory
 * beyond 256 KiB, or what check-steps and slope-steps count; a call takes 4096 at least. What does
 * not fit is refused by the rule limit-file-work, a check may be cut short (check-incomplete). One
 * thread at a time; the same calls take the same steps on every machine. */
typedef struct flatline_work {
    uint64_t limit;
    uint64_t used; /* not above `limit` */
} flatline_work;

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_TYPES_WORK_H */
