/* A shared library that has Flatline inside. */
#include <string.h>

#include "flatline/flatline.h"

#if FLATLINE_VERSION_MAJOR == 0 && FLATLINE_VERSION_MINOR < 2
#error "older than 0.2"
#endif

__attribute__((visibility("default"))) size_t plugin_count_vertices(const char* text) {
    flatline_map* map = NULL;
    size_t count = 0;
    if (flatline_load_borrowed(NULL, text, strlen(text), NULL, &map) == FLATLINE_OK) {
        count = flatline_map_arrays(map)->vertex_count;
    }
    flatline_free(map);
    return count;
}
