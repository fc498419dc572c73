/* Included in dsda-doom's p_setup.c before its first function: notes what a loader, the port's or
 * Flatline's, tells other parts of the game while it loads. In the notes two loaders are compared
 * that make the same level in different ways. */
#include <stdio.h>
#include <stdlib.h>

static char* embed_noted;
static size_t embed_noted_size;

static FILE* embed_notes(void) {
    static FILE* notes;
    if (notes == NULL) notes = open_memstream(&embed_noted, &embed_noted_size);
    return notes;
}

static void embed_sector_id(int id, int value) {
    fprintf(embed_notes(), "sector id %d: %d\n", id, value);
    dsda_AddSectorID(id, value);
}

static void embed_line_id(int id, int value) {
    fprintf(embed_notes(), "line id %d: %d\n", id, value);
    dsda_AddLineID(id, value);
}

static void embed_health_group(line_t* line) {
    fprintf(embed_notes(), "health group %d: line %d\n", line->healthgroup, line->iLineID);
    dsda_AddLineToHealthGroup(line);
}

#define EMBED_SCROLLER(name, function)                                                     \
    static void name(fixed_t dx, fixed_t dy, int affectee, int flags) {                    \
        fprintf(embed_notes(), #name ": %d %d of %d flags %d\n", dx, dy, affectee, flags); \
        function(dx, dy, affectee, flags);                                                 \
    }

EMBED_SCROLLER(scrolls_side, dsda_AddSideScroller)
EMBED_SCROLLER(scrolls_floor, dsda_AddZDoomFloorScroller)
EMBED_SCROLLER(scrolls_ceiling, dsda_AddZDoomCeilingScroller)
EMBED_SCROLLER(thrusts, dsda_AddThruster)

#define dsda_AddSectorID embed_sector_id
#define dsda_AddLineID embed_line_id
#define dsda_AddLineToHealthGroup embed_health_group
#define dsda_AddSideScroller scrolls_side
#define dsda_AddZDoomFloorScroller scrolls_floor
#define dsda_AddZDoomCeilingScroller scrolls_ceiling
#define dsda_AddThruster thrusts
