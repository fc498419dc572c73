/* What a port takes of the loader: text, binary maps, stored and built nodes. With an argument it
 * loads that TEXTMAP; without one it loads the square below, in both ways. */
#include <flatline/flatline.h>
#include <stdio.h>
#include <string.h>

static const char square[] =
    "namespace = \"doom\";\n"
    "vertex { x = 0; y = 0; } vertex { x = 0; y = 64; } vertex { x = 64; y = 64; }\n"
    "vertex { x = 64; y = 0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; } linedef { v1 = 1; v2 = 2; sidefront = 1; }\n"
    "linedef { v1 = 2; v2 = 3; sidefront = 2; } linedef { v1 = 3; v2 = 0; sidefront = 3; }\n"
    "sidedef { sector = 0; } sidedef { sector = 0; } sidedef { sector = 0; }\n"
    "sidedef { sector = 0; }\n"
    "sector { texturefloor = \"F\"; textureceiling = \"C\"; }\n";

static int tell(const char* what, flatline_status status, flatline_map* map) {
    const flatline_arrays* a = flatline_map_arrays(map);
    size_t count = 0;
    const flatline_finding* findings = flatline_findings(map, &count);
    char name[9];
    flatline_copy_name(map, a->sector_count != 0 ? a->sectors[0].texturefloor : 0, name,
                       sizeof name);
    printf("%s: %s, %u lines, nodes %s, %u segs, floor %s, %u findings\n", what,
           flatline_status_name(status), a->linedef_count, a->nodes.format, a->nodes.seg_count,
           name, (unsigned)count);
    for (size_t i = 0; i < count; ++i) {
        char sentence[200];
        flatline_describe(map, &findings[i], sentence, sizeof sentence);
        puts(sentence);
    }
    flatline_free(map);
    return status == FLATLINE_OK ? 0 : 1;
}

int main(void) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    options.products = FLATLINE_PRODUCT_NODES | FLATLINE_PRODUCT_BUILD_NODES;
    flatline_map* map = NULL;
    flatline_status status =
        flatline_load_borrowed(NULL, square, sizeof square - 1, &options, &map);
    int failed = tell("text", status, map);

    const unsigned char vertexes[] = {0, 0, 0, 0, 0, 0, 64, 0, 64, 0, 64, 0, 64, 0, 0, 0};
    unsigned char linedefs[4 * 14] = {0};
    unsigned char sidedefs[4 * 30] = {0};
    unsigned char sectors[26] = {0, 0, 128, 0, 'F', 'L', 'A', 'T', '1', '_', '1', '2', 'C'};
    for (int i = 0; i < 4; ++i) {
        linedefs[14 * i] = (unsigned char)i;
        linedefs[14 * i + 2] = (unsigned char)((i + 1) % 4);
        linedefs[14 * i + 10] = (unsigned char)i;
        linedefs[14 * i + 12] = linedefs[14 * i + 13] = 0xFF;
    }
    flatline_binary_lumps lumps = FLATLINE_BINARY_LUMPS_INIT;
    lumps.vertexes.data = vertexes;
    lumps.vertexes.size = sizeof vertexes;
    lumps.linedefs.data = linedefs;
    lumps.linedefs.size = sizeof linedefs;
    lumps.sidedefs.data = sidedefs;
    lumps.sidedefs.size = sizeof sidedefs;
    lumps.sectors.data = sectors;
    lumps.sectors.size = sizeof sectors;
    status = flatline_load_binary_borrowed(NULL, &lumps, &options, &map);
    return tell("binary", status, map) | failed;
}
