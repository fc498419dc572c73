/* flatline/c_resources.h: names and thing types of a game, for flatline_check, in C. Included by
 * flatline/flatline.h. */
#ifndef FLATLINE_C_RESOURCES_H
#define FLATLINE_C_RESOURCES_H

#include "flatline/c_archive.h"
#include "flatline/c_core.h"
#include "flatline/export.h"
#include "flatline/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a name stands for. FLATLINE_LUMP: any lump of a WAD, and any file of a tree by the first 8
 * bytes of its stem. FLATLINE_FILE: a file of a tree by its whole path. */
enum {
    FLATLINE_TEXTURE = 0,
    FLATLINE_FLAT = 1,
    FLATLINE_COLORMAP = 2,
    FLATLINE_LUMP = 3,
    FLATLINE_FILE = 4
};

/* One type of things, as the game configurations of Ultimate Doom Builder describe it. */
typedef struct flatline_thing_type {
    double radius, height; /* map units */
    int32_t type;          /* DoomEd number */
    uint8_t blocking;      /* 0: blocks nothing; 1: at any height; 2: along its own height */
    uint8_t error;         /* 0: may be anywhere; 1: not outside the map; 2: nor in walls */
    uint8_t obsolete;      /* 1: its class is marked with //$Obsolete */
    uint8_t unused;        /* always 0 */
} flatline_thing_type;

/* Begin with FLATLINE_RESOURCES_OPTIONS_INIT. */
typedef struct flatline_resources_options {
    size_t size;                   /* sizeof(flatline_resources_options) */
    const flatline_limits* limits; /* resource-names, config-bytes and those of archives count;
                                    * NULL: the defaults */
    flatline_memory memory;
    uint8_t texture_sizes; /* 1: read the head of each texture that is a file, to know its size */
    /* Called for each finding, with the path of the file inside the archive that it is about, ""
     * for the archive itself; it is not terminated and lives until the call returns. May be NULL.*/
    void (*report)(void* context, const char* path, size_t path_size,
                   const flatline_finding* finding);
    void* context; /* for `report` */
} flatline_resources_options;

#define FLATLINE_RESOURCES_OPTIONS_INIT \
    { sizeof(flatline_resources_options), NULL, {NULL, NULL, NULL, 0}, 0, NULL, NULL }

/* Names, compared without case, and thing types. While one thread fills it no other may use it;
 * once it is filled any number may ask it. */
typedef struct flatline_resources flatline_resources;

/* Makes an empty one. OUT_OF_MEMORY; BAD_ARGUMENT for bad options. */
FLATLINE_API flatline_status flatline_resources_new(const flatline_resources_options* options,
                                                    flatline_resources** resources);
FLATLINE_API void flatline_resources_free(flatline_resources* resources);

/* Adds one name of a kind FLATLINE_TEXTURE ... FLATLINE_FILE. The size in pixels counts for
 * textures; 0 by 0 where it is not known. REFUSED over the limit resource-names, OUT_OF_MEMORY,
 * BAD_ARGUMENT. */
FLATLINE_API flatline_status flatline_resources_add(flatline_resources* resources, uint8_t kind,
                                                    const char* name, uint32_t width,
                                                    uint32_t height);

/* Adds a thing type; one that is there already takes these values. Status as above. */
FLATLINE_API flatline_status flatline_resources_add_thing_type(flatline_resources* resources,
                                                               const flatline_thing_type* type);

/* Adds all names of a WAD, or of a tree and the WADs at its root, and the thing types of their
 * DECORATE, ZScript and MAPINFO. No other function may use the archive meanwhile. REFUSED over a
 * limit, OUT_OF_MEMORY, BAD_ARGUMENT; what was added before stays. */
FLATLINE_API flatline_status flatline_resources_add_archive(flatline_resources* resources,
                                                            flatline_archive* archive);

/* Adds the thing types of a game configuration of Ultimate Doom Builder: the file at `path`, in any
 * case, of a tree. `include` is followed within the tree. REFUSED also where there is no such file;
 * wrong syntax is a finding, and what stands before it counts. */
FLATLINE_API flatline_status flatline_resources_add_game_config(flatline_resources* resources,
                                                                flatline_archive* tree,
                                                                const char* path);

/* What is not found in `resources` is looked up in `base`, which must outlive it; NULL: no more. */
FLATLINE_API void flatline_resources_set_base(flatline_resources* resources,
                                              const flatline_resources* base);

/* 1 where the name is known as one of this kind, else 0. Any thread. */
FLATLINE_API int flatline_resources_knows(const flatline_resources* resources, uint8_t kind,
                                          const char* name);

/* 1 where there is a name of this kind, so that others can be called unknown; where thing types
 * came from a configuration or one by one, not from classes alone; where classes of things were
 * read, which alone may be obsolete. Else 0. Any thread. */
FLATLINE_API int flatline_resources_has(const flatline_resources* resources, uint8_t kind);
FLATLINE_API int flatline_resources_has_thing_types(const flatline_resources* resources);
FLATLINE_API int flatline_resources_has_classes(const flatline_resources* resources);

/* The size of a texture in pixels to *width and *height, which may be NULL; 0 by 0 where there is
 * no such texture, or its size is not known. Any thread. */
FLATLINE_API void flatline_resources_texture_size(const flatline_resources* resources,
                                                  const char* name, uint32_t* width,
                                                  uint32_t* height);

/* Copies what is known of a thing type. BAD_ARGUMENT, and *out as it was, where nothing is. */
FLATLINE_API flatline_status flatline_resources_thing_type(const flatline_resources* resources,
                                                           int32_t type, flatline_thing_type* out);

#ifdef __cplusplus
}
#endif

#endif /* FLATLINE_C_RESOURCES_H */
