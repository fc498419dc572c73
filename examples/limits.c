/* Prints the limits of a load by name, sets some, and loads within them.
 *
 * Shows: presets of ports, setting and reading limits by name, refusal by a limit.
 *
 * Build: cc -std=c99 limits.c -lflatline (or see README.md)
 * Run: maps/rooms.textmap
 */
#include <string.h>

#include "flatline/flatline.h"
#include "read_file.h"

int main(int argc, char** argv) {
    size_t size, count;
    char* text = read_file(argc > 1 ? argv[1] : "maps/rooms.textmap", &size);
    char sentence[256];
    const char* name;
    double value;
    flatline_limits limits;
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flatline_map* map;

    flatline_limits_default(&limits);
    for (size_t i = 0; (name = flatline_limit_name(i)) != NULL; ++i) {
        if (strcmp(name, "nesting") != 0 && strcmp(name, "coordinate") != 0) continue;
        flatline_limits_get(&limits, name, &value);
        printf("%s: %g %s\n", name, value, flatline_limit_unit(i));
    }
    printf("preset dsda: %s\n", flatline_status_name(flatline_limits_preset(&limits, "dsda")));
    printf("preset quake: %s\n", flatline_status_name(flatline_limits_preset(&limits, "quake")));

    /* A map of exactly the limit loads, one above it is refused. */
    options.limits = &limits;
    flatline_limits_set(&limits, "things", "2");
    printf("%s\n", flatline_status_name(flatline_load_borrowed(NULL, text, size, &options, &map)));
    flatline_free(map);
    flatline_limits_set(&limits, "things", "1");
    printf("%s\n", flatline_status_name(flatline_load_borrowed(NULL, text, size, &options, &map)));
    const flatline_finding* findings = flatline_findings(map, &count);
    for (size_t i = 0; i < count; ++i) {
        flatline_describe(map, &findings[i], sentence, sizeof sentence);
        printf("%s: %s\n", flatline_lump_name(findings[i].lump), sentence);
    }
    flatline_free(map);
    free(text);
    return 0;
}
