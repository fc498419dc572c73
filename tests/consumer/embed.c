/* A C99 program that loads a TEXTMAP from a file, or a map of its own, and prints its counts; the
 * findings of a map that is refused go to standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flatline/flatline.h"

static const char kOwnMap[] =
    "namespace = \"doom\";\n"
    "vertex { x = 0.0; y = 0.0; }\n"
    "vertex { x = 64.0; y = 0.0; }\n"
    "linedef { v1 = 0; v2 = 1; sidefront = 0; }\n"
    "sidedef { sector = 0; texturemiddle = \"STONE\"; }\n"
    "sector { texturefloor = \"FLAT1\"; textureceiling = \"FLAT1\"; }\n"
    "thing { x = 32.0; y = 32.0; type = 1; }\n";

/* The bytes of a file, NULL where it cannot be read. */
static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long length;
    if (file == NULL) {
        return NULL;
    }
    if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0) {
        rewind(file);
        *size = (size_t)length;
        text = malloc(*size + 1);
        if (text != NULL && fread(text, 1, *size, file) != *size) {
            free(text);
            text = NULL;
        }
    }
    fclose(file);
    return text;
}

static void print_findings(const flatline_map *map) {
    size_t count;
    const flatline_finding *findings = flatline_map_findings(map, &count);
    for (size_t i = 0; i < count; ++i) {
        char sentence[256];
        uint64_t line, column;
        flatline_describe(map, &findings[i], sentence, sizeof sentence);
        flatline_place(map, findings[i].offset, &line, &column);
        fprintf(stderr, "%lu:%lu: %s: %s [%s]\n", (unsigned long)line, (unsigned long)column,
                flatline_severity_name(findings[i].severity), sentence,
                flatline_rule_id(findings[i].rule));
    }
}

int main(int argc, char **argv) {
    flatline_options options = FLATLINE_OPTIONS_INIT;
    flatline_limits limits;
    flatline_map *map = NULL;
    flatline_status status;
    char *file = NULL;
    const char *text = kOwnMap;
    size_t size = strlen(kOwnMap);
    if (argc == 2) {
        file = read_file(argv[1], &size);
        if (file == NULL) {
            fprintf(stderr, "cannot read %s\n", argv[1]);
            return 2;
        }
        text = file;
    }

    flatline_limits_default(&limits);
    if (flatline_limits_set(&limits, "things", "65536") != FLATLINE_OK) {
        return 2;
    }
    options.limits = &limits;
    status = flatline_load_borrowed(NULL, text, size, &options, &map);
    if (status == FLATLINE_OK) {
        const flatline_arrays *arrays = flatline_map_arrays(map);
        printf("%lu vertices, %lu linedefs, %lu sidedefs, %lu sectors, %lu things\n",
               (unsigned long)arrays->vertex_count, (unsigned long)arrays->linedef_count,
               (unsigned long)arrays->sidedef_count, (unsigned long)arrays->sector_count,
               (unsigned long)arrays->thing_count);
    } else {
        print_findings(map);
    }
    flatline_map_free(map);
    free(file);
    return status == FLATLINE_OK ? 0 : 1;
}
