/* What a port of one game carries: a text loaded, its findings told, nodes built, the map checked.
 * Built without FLATLINE_DIALECT it is as long as a program of nothing. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef FLATLINE_DIALECT
#include "flatline/flatline.h"

static void print_findings(const flatline_map* map, const flatline_finding* findings,
                           size_t count) {
    for (size_t i = 0; i < count; ++i) {
        char sentence[256];
        flatline_describe(map, &findings[i], sentence, sizeof sentence);
        printf("  %s\n", sentence);
    }
}

static int run(const char* game) {
    static const char kMap[] =
        "namespace = \"%s\"; thing { x = 9.0; y = 9.0; type = 1; mobjscale = 2.0; }"
        "vertex { x = 0.0; y = 0.0; } vertex { x = 0.0; y = 64.0; } vertex { x = 64.0; y = 0.0; }"
        "linedef { v1 = 0; v2 = 1; sidefront = 0; blocking = true; }"
        "linedef { v1 = 1; v2 = 2; sidefront = 1; blocking = true; }"
        "linedef { v1 = 2; v2 = 0; sidefront = 2; blocking = true; }"
        "sidedef { sector = 0; texturemiddle = \"ROCK\"; }"
        "sidedef { sector = 0; texturemiddle = \"ROCK\"; } sidedef { sector = 0; }"
        "sector { texturefloor = \"GRASS\"; textureceiling = \"F_SKY1\"; heightceiling = 96; }";
    char text[sizeof kMap + 32];
    const int size = snprintf(text, sizeof text, kMap, game);
    flatline_map* map = NULL;
    flatline_built_nodes* nodes = NULL;
    flatline_report* report = NULL;
    size_t count;
    flatline_status status = flatline_load_borrowed(NULL, text, (size_t)size, NULL, &map);
    if (status == FLATLINE_OK) status = flatline_build_nodes(map, NULL, &nodes);
    if (status == FLATLINE_OK) status = flatline_check(map, NULL, &report);
    if (status == FLATLINE_OK) {
        const flatline_finding* findings = flatline_findings(map, &count);
        printf("%s is read as %s, and has %u segs\n", game, flatline_map_dialect(map),
               (unsigned)flatline_built_nodes_bsp(nodes)->seg_count);
        print_findings(map, findings, count);
        findings = flatline_findings(report, &count);
        print_findings(map, findings, count);
    }
    flatline_free(report);
    flatline_free(nodes);
    flatline_free(map);
    return status == FLATLINE_OK ? 0 : 1;
}
#else
static int run(const char* game) {
    printf("%s\n", game);
    return 0;
}
#endif

int main(int argc, char** argv) {
    int failures = 0;
    for (int i = 1; i < argc; ++i) failures += run(argv[i]);
    return failures;
}
